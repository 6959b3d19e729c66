const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A text in which nothing can repaint the terminal or hide from the reader: such characters are shown by their number. */
export function printable(text: string): string {
  return [...text].map((character) => (INVISIBLE.test(character) ? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}` : character)).join('');
}

/** The same for a text of several lines, which stay lines; tabs stay too. */
export function printableLines(text: string): string {
  return text.split('\n').map((line) => line.split('\t').map(printable).join('\t')).join('\n');
}

/** A text in one line, as far as there is room; what was several lines is told apart by dots. */
export function oneLine(text: string, charsMax: number): string {
  const line = printable(text.split('\n').map((part) => part.trim()).filter((part) => part !== '').join(' · '));
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).toWellFormed()}…`;
}
