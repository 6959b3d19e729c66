import { isSpace, isWordUnit } from '../../scan/characters.ts';

const MARKERS = [';ext=', 'extension', 'extn', 'ext.', 'ext', 'x.', 'x'] as const;
const EXTENSION_DIGITS_MAX = 6;
const LEAD_CHARS_MAX = 2;

function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Skips at most two spaces or commas before the marker, colons behind it. */
function skipLead(text: string, from: number, mark: number): number {
  let at = from;
  for (; at < from + LEAD_CHARS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (!isSpace(unit) && unit !== mark) break;
  }
  return at;
}

/** The end of an extension that follows a number, as in `0132 ext. 89`; -1 when there is none. */
export function extensionEnd(text: string, numberEnd: number): number {
  const from = skipLead(text, numberEnd, 0x2c);
  const ahead = text.slice(from, from + 12).toLowerCase();
  const marker = MARKERS.find((candidate) => ahead.startsWith(candidate));
  if (marker === undefined) return -1;
  const start = skipLead(text, from + marker.length, 0x3a);
  let end = start;
  while (end - start < EXTENSION_DIGITS_MAX && isAsciiDigit(text.charCodeAt(end))) end += 1;
  return end > start && !isWordUnit(text.charCodeAt(end)) ? end : -1;
}
