import { TOOL_OUTPUT_EXCERPT_CHARS_MAX, TOOL_OUTPUT_SHOWN_CHARS_MAX, type ShownOutput } from '../../contracts/index.ts';
import type { Blobs } from '../../ledger/index.ts';

/** The beginning says what it is, the end how it came out: the end gets a little more. */
const HEAD_SHARE = 0.45;

/** A cut never splits a pair of UTF-16 units, which would be a character that does not exist. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd8_00 && unit <= 0xdb_ff ? at - 1 : at;
}

/** At most `charsMax` characters: all of it, or its beginning and end with a note of how much lies between. */
export function headTail(text: string, charsMax: number, note: (leftOut: number) => string): string {
  if (text.length <= charsMax) return text;
  const room = charsMax - note(text.length).length;
  const headEnd = cutAt(text, Math.floor(room * HEAD_SHARE));
  const tailStart = cutAt(text, text.length - (room - headEnd) + 1);
  return `${text.slice(0, headEnd)}${note(tailStart - headEnd)}${text.slice(tailStart)}`;
}

/** What is shown of an output; when it is not all, the whole is stored first, and the note says where. */
export async function showOutput(text: string, blobs: Pick<Blobs, 'put'>): Promise<ShownOutput> {
  if (text.length <= TOOL_OUTPUT_SHOWN_CHARS_MAX) return { text, total_chars: text.length, whole: null };
  const whole = await blobs.put(Buffer.from(text, 'utf8'));
  const note = (leftOut: number): string => `\n[… ${leftOut} of ${text.length} characters left out; keelson tools output ${whole.key} prints all …]\n`;
  return { text: headTail(text, TOOL_OUTPUT_SHOWN_CHARS_MAX, note), total_chars: text.length, whole };
}

/** The first characters of an output, as evidence shows them. */
export function excerptOf(text: string): string {
  return text.length <= TOOL_OUTPUT_EXCERPT_CHARS_MAX ? text : text.slice(0, cutAt(text, TOOL_OUTPUT_EXCERPT_CHARS_MAX));
}
