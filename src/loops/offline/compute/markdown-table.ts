/** A table in Markdown. A bar or the end of a line in a cell would break it, so both are written otherwise. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\r', '').replaceAll('\n', ' ');
}

/** The first rows, and a sentence about those that are left out. */
export function firstRows<Row>(rows: readonly Row[], most: number): { readonly shown: readonly Row[]; readonly note: readonly string[] } {
  return rows.length <= most ? { shown: rows, note: [] } : { shown: rows.slice(0, most), note: [`… and ${rows.length - most} more.`] };
}
