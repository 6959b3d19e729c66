const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Enough lines to see what keeps its number in all of them. */
const LINES_LOOKED_AT = 20;
const CHARS_LOOKED_AT = 100_000;

/** Stands in no text, so that each line is one cell. */
const NO_DELIMITER = '\u001f';

/** The one that occurs in the first line and keeps its number in most others; then the one that occurs most often. What stands in quotes separates nothing. */
export function delimiterOf(text: string): string {
  const lines = unquoted(text.slice(0, CHARS_LOOKED_AT)).split('\n').filter((line) => line.trim() !== '').slice(0, LINES_LOOKED_AT);
  const [best] = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    return { delimiter, count: counts[0] ?? 0, steady: counts.filter((count) => count === counts[0]).length };
  })
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.steady - left.steady || right.count - left.count);
  return best?.delimiter ?? NO_DELIMITER;
}

function unquoted(text: string): string {
  return text.split('"').filter((_, at) => at % 2 === 0).join('');
}

/** `sep=;` in the first line is how spreadsheets are told; it is no row. */
export function withoutSeparatorLine(text: string): { readonly text: string; readonly delimiter: string | null; readonly skippedLines: number } {
  const [first = ''] = text.split('\n', 1);
  const said = first.trimEnd().toLowerCase();
  if (!said.startsWith('sep=') || said.length > 'sep='.length + 1) return { text, delimiter: null, skippedLines: 0 };
  return { text: text.slice(first.length + 1), delimiter: said.length === 'sep='.length ? '\t' : said.slice(-1), skippedLines: 1 };
}
