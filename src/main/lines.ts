/** Longer lines than this are passed over: a text of this size still fits in memory several times. */
export const MAX_LINE_CHARS = 128 * 1024 * 1024;

/** Stands for a line that was too long to keep; nobody can write it, since input is decoded from UTF-8. */
export const OVERLONG_LINE = '\ud800';

/**
 * Splits text at line feeds alone, so that other line separators inside a JSON string stay where they are.
 * A carriage return before the line feed belongs to the file, not to the text; so does a byte order mark at the
 * start, which decoding drops.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxChars = MAX_LINE_CHARS): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held: string[] = [];
  let heldChars = 0;
  const take = (end: string): string => {
    const line = heldChars + end.length > maxChars ? OVERLONG_LINE : held.join('') + end;
    held = [];
    heldChars = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const chunk of chunks) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) yield take(part);
    heldChars += rest.length;
    if (heldChars <= maxChars) held.push(rest);
    else held = [];
  }
  const rest = decoder.decode();
  if (heldChars + rest.length > 0) yield take(rest);
}
