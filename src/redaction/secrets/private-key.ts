import type { Extent, MarkDetector } from '../detector.ts';
import { isAsciiLetter } from '../scan/characters.ts';
import { PRIVATE_KEY_CHARS_MAX } from '../scan/limits.ts';

const OPENING = '-----BEGIN ';
const CLOSING = '-----END ';
const RULE = '-----';
const LABEL_CHARS_MAX = 64;
/** A key that was cut off is still a key when a good piece of it is left. */
const CUT_BODY_CHARS_MIN = 16;
const QUOTED_BODY_CHARS_MIN = 64;

function isBodyUnit(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2b || unit === 0x2f || unit === 0x3d;
}

/** Where the body of a key without an end line stops: at the first unit that is neither base64 nor a line break. */
function cutBodyEnd(text: string, start: number): number {
  let end = start;
  for (let at = start; at - start < PRIVATE_KEY_CHARS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (isBodyUnit(unit)) end = at + 1;
    else if (unit !== 0x0a && unit !== 0x0d && unit !== 0x5c) break;
  }
  return end - start >= CUT_BODY_CHARS_MIN ? end : -1;
}

/** A short body with a quote in it is code that knows the two lines, not a key between them. */
function isKeyBody(text: string, start: number, end: number): boolean {
  const length = end - start;
  return length <= PRIVATE_KEY_CHARS_MAX && (length >= QUOTED_BODY_CHARS_MIN || !text.slice(start, end).includes('"'));
}

/** The whole block, from its first dash to its last. The search stops at the next rule, so no text is read twice. */
function find(text: string, position: number): Extent | undefined {
  if (!text.startsWith(OPENING, position) || text.charCodeAt(position - 1) === 0x2d) return undefined;
  const labelStart = position + OPENING.length;
  const labelEnd = text.slice(labelStart, labelStart + LABEL_CHARS_MAX).indexOf(RULE);
  if (labelEnd < 0 || !text.slice(labelStart, labelStart + labelEnd).includes('PRIVATE KEY')) return undefined;
  const bodyStart = labelStart + labelEnd + RULE.length;
  const closing = text.indexOf(RULE, bodyStart);
  if (closing >= 0 && isKeyBody(text, bodyStart, closing) && text.startsWith(CLOSING, closing)) {
    const nameStart = closing + CLOSING.length;
    const nameEnd = text.slice(nameStart, nameStart + LABEL_CHARS_MAX).indexOf(RULE);
    if (nameEnd >= 0) return { start: position, end: nameStart + nameEnd + RULE.length };
  }
  const end = cutBodyEnd(text, bodyStart);
  return end < 0 ? undefined : { start: position, end };
}

export const privateKeyDetector: MarkDetector = { type: 'SECRET', severity: 'high', on: 'mark', marks: '-', find };
