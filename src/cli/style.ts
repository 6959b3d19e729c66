const ESCAPE = '\u001b[';

/** Colour for people, nothing for pipes and for those who asked for none. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly red: (text: string) => string;
}

export function style(colour: boolean): Style {
  const wrap = (code: number) => (text: string) => (colour ? `${ESCAPE}${code}m${text}${ESCAPE}0m` : text);
  return { bold: wrap(1), dim: wrap(2), green: wrap(32), yellow: wrap(33), red: wrap(31) };
}

/** Breaks text at spaces so that each line, with its indent, fits the width. */
export function wrapText(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => `${indent}${one}`).join('\n');
}
