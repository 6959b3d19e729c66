/** Values of a TOML file by their whole names, such as `project.name`; lists hold the texts in them. */
export type TomlValues = ReadonlyMap<string, string | readonly string[]>;

/**
 * Reads the part of TOML that project files are written in: tables, texts, numbers, lists of texts and tables within a line.
 * What is written otherwise is left out and never guessed at.
 */
export function tomlValues(text: string): TomlValues {
  const values = new Map<string, string | readonly string[]>();
  const lines = text.split('\n');
  let table = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutComment(lines[at] ?? '').trim();
    if (line.startsWith('[')) {
      table = line.startsWith('[[') ? '' : nameOf(line.slice(1, line.indexOf(']')));
      continue;
    }
    const equals = line.indexOf('=');
    if (equals <= 0) continue;
    const key = [table, nameOf(line.slice(0, equals))].filter((part) => part !== '').join('.');
    let value = line.slice(equals + 1).trim();
    while (value.startsWith('[') && !value.endsWith(']') && at + 1 < lines.length) value += ` ${withoutComment(lines[(at += 1)] ?? '').trim()}`;
    if (value.startsWith('{')) for (const [inner, words] of pairsIn(value)) values.set(`${key}.${inner}`, words);
    else if (value.startsWith('[')) values.set(key, textsIn(value));
    else values.set(key, textsIn(value)[0] ?? value);
  }
  return values;
}

/** What stands between quotes, in order. */
function textsIn(value: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < value.length; at += 1) {
    const quote = value[at];
    if (quote !== '"' && quote !== "'") continue;
    const end = value.indexOf(quote, at + 1);
    if (end === -1) break;
    texts.push(value.slice(at + 1, end));
    at = end;
  }
  return texts;
}

function pairsIn(value: string): [string, string][] {
  return value.slice(1, -1).split(',').flatMap((part): [string, string][] => {
    const [key = '', ...rest] = part.split('=');
    const [words] = textsIn(rest.join('='));
    return words === undefined ? [] : [[nameOf(key), words]];
  });
}

function nameOf(written: string): string {
  return written.split('.').map((part) => part.trim().replaceAll('"', '').replaceAll("'", '')).join('.');
}

/** A hash within quotes begins no comment. */
function withoutComment(line: string): string {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '#') return line.slice(0, at);
  }
  return line;
}
