/** Longer lines than this are passed over: a text of this size still fits in memory several times. */
export const MAX_LINE_CHARS = 128 * 1024 * 1024;

/** Stands for a line that was too long to keep; nobody can write it, since input is decoded from UTF-8. */
export const OVERLONG_LINE = '\ud800';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Splits text at line feeds alone, so that other line separators inside a JSON string stay where they are.
 * A carriage return before the line feed and a byte order mark at the start belong to the file, not to the text.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array | string>, maxChars = MAX_LINE_CHARS): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held: string[] = [];
  let heldChars = 0;
  let isFirst = true;
  const take = (end: string): string => {
    const whole = heldChars + end.length > maxChars ? OVERLONG_LINE : held.join('') + end;
    const line = isFirst && whole.startsWith(BYTE_ORDER_MARK) ? whole.slice(1) : whole;
    held = [];
    heldChars = 0;
    isFirst = false;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const chunk of chunks) {
    const parts = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) yield take(part);
    heldChars += rest.length;
    if (heldChars <= maxChars) held.push(rest);
    else held = [];
  }
  if (heldChars > 0) yield take('');
}
