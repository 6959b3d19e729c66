import { posix } from 'node:path';

/** The rows of a table below its heading, cell by cell; undefined where it is none that can be read surely. */
export function tableRows(path: string, text: string | null): string[][] | undefined {
  if (text === null) return undefined;
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  switch (posix.extname(path)) {
    case '.csv':
      return text.includes('"') ? undefined : lines.slice(1).map((line) => line.split(line.includes(';') && !line.includes(',') ? ';' : ',').map(plain));
    case '.tsv':
      return text.includes('"') ? undefined : lines.slice(1).map((line) => line.split('\t').map(plain));
    case '.md':
      return markdownRows(lines);
    case '.json':
      return jsonRows(text);
    case '.jsonl':
      return jsonRows(`[${lines.join(',')}]`);
    default:
      return undefined;
  }
}

/** The names of the columns, where the file has a line of them. */
export function tableHeading(path: string, text: string): string[] {
  const [first = ''] = text.split('\n');
  return first.trim().split(posix.extname(path) === '.tsv' ? '\t' : first.includes(';') && !first.includes(',') ? ';' : ',').map((name) => name.trim());
}

function markdownRows(lines: readonly string[]): string[][] | undefined {
  const rule = lines.findIndex((line) => line.startsWith('|') && line.includes('-') && [...line].every((char) => '|-: '.includes(char)));
  return rule === -1 ? undefined : lines.slice(rule + 1).filter((line) => line.startsWith('|')).map((line) => line.slice(1, line.endsWith('|') ? -1 : undefined).split('|').map(plain));
}

function jsonRows(text: string): string[][] | undefined {
  try {
    const held: unknown = JSON.parse(text);
    return Array.isArray(held) ? held.flatMap((row: unknown) => (typeof row === 'object' && row !== null ? [Object.values(row).map((cell) => plain(String(cell)))] : [])) : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers are the same however they are written. */
function plain(cell: string): string {
  const bare = cell.trim();
  return bare !== '' && !Number.isNaN(Number(bare)) ? String(Number(bare)) : bare;
}
