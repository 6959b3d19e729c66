/** A part of a result's words: as they are, or a table that they draw. */
export type Segment = { readonly kind: 'words'; readonly text: string } | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Tables are set apart so that they can be drawn as such; every other word, blank and line stays as it is. */
export function resultSegments(text: string): Segment[] {
  const lines = text.split('\n');
  const segments: Segment[] = [];
  let words: string[] = [];
  const settle = (): void => {
    if (words.some((line) => line.trim() !== '')) segments.push({ kind: 'words', text: words.join('\n').replace(/^\n+|\n+$/g, '') });
    words = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const [head, rule] = [cellsOf(lines[at]), cellsOf(lines[at + 1])];
    if (head === undefined || rule?.length !== head.length || !rule.every(isRule)) {
      words.push(lines[at] ?? '');
      continue;
    }
    settle();
    const rows: string[][] = [];
    at += 1;
    for (let row = cellsOf(lines[at + 1]); row?.length === head.length; row = cellsOf(lines[at + 1])) {
      rows.push(row);
      at += 1;
    }
    segments.push({ kind: 'table', columns: head, rows });
  }
  settle();
  return segments;
}

function cellsOf(line: string | undefined): string[] | undefined {
  const words = line?.trim() ?? '';
  return words.length > 1 && words.startsWith('|') && words.endsWith('|') ? words.slice(1, -1).split('|').map((cell) => cell.trim()) : undefined;
}

function isRule(cell: string): boolean {
  return cell !== '' && [...cell].every((char) => char === '-' || char === ':');
}
