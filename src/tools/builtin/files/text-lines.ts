/** Lines with the characters that end them; a text that does not end with a line end has a last line without. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    lines.push(text.slice(from, end + 1));
    from = end + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** A line without what ends it. */
export function withoutLineEnd(line: string): string {
  if (line.endsWith('\r\n')) return line.slice(0, -2);
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}

/** `mixed` also stands for a text of one line, which has no line end to tell by. */
export function lineEndOf(text: string): 'lf' | 'crlf' | 'mixed' {
  const ends = text.split('\n').length - 1;
  if (ends === 0) return 'mixed';
  const crlfs = text.split('\r\n').length - 1;
  if (crlfs === ends) return 'crlf';
  return crlfs === 0 ? 'lf' : 'mixed';
}

/** Every line end becomes `\r\n`; those that are so already stay. */
export function toCrlf(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}
