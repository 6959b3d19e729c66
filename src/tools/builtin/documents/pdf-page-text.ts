/** A piece of text as a PDF places it; the origin is the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Where a line is counted as a new one, a paragraph as a new one, and a gap as one between columns, in heights of letters. */
const NEW_LINE = 0.5;
const NEW_PARAGRAPH = 1.8;
const WORD_GAP = 0.15;
const COLUMN_GAP = 2;
/** How much larger than most of the page a line is that we take for a heading. */
const HEADING = 1.25;
const TITLE = 1.6;

interface Line {
  text: string;
  y: number;
  size: number;
  end: number;
}

/**
 * The text of a page in the order in which it was written. A PDF knows no headings and no tables: large lines are taken
 * for headings and wide gaps for columns, which is right for most that people write and wrong for some.
 */
export function pageText(pieces: readonly PlacedText[]): string {
  const lines = linesOf(pieces);
  const usual = usualSize(lines);
  return lines
    .map((line, at) => {
      const previous = lines[at - 1];
      const gap = previous === undefined ? 0 : Math.abs(previous.y - line.y) / Math.max(line.size, previous.size, 1);
      const mark = markOf(line, usual);
      const isApart = gap >= NEW_PARAGRAPH || mark !== '' || (previous !== undefined && markOf(previous, usual) !== '');
      return `${previous === undefined ? '' : isApart ? '\n\n' : '\n'}${mark}${line.text}`;
    })
    .join('');
}

function markOf({ size }: Line, usual: number): string {
  if (size < usual * HEADING) return '';
  return size >= usual * TITLE ? '# ' : '## ';
}

function linesOf(pieces: readonly PlacedText[]): Line[] {
  const lines: Line[] = [];
  for (const { text, x, y, width, size } of pieces) {
    if (text.trim() === '') continue;
    const line = lines.at(-1);
    if (line === undefined || Math.abs(line.y - y) > NEW_LINE * Math.max(size, 1)) {
      lines.push({ text: text.trim(), y, size, end: x + width });
      continue;
    }
    const gap = (x - line.end) / Math.max(size, 1);
    line.text += `${gap >= COLUMN_GAP ? ' | ' : gap >= WORD_GAP ? ' ' : ''}${gap >= COLUMN_GAP ? text.trim() : text}`;
    line.end = x + width;
    line.size = Math.max(line.size, size);
  }
  return lines;
}

/** The size in which most characters of the page are written. */
function usualSize(lines: readonly Line[]): number {
  const chars = new Map<number, number>();
  for (const { size, text } of lines) chars.set(size, (chars.get(size) ?? 0) + text.length);
  let usual: [size: number, count: number] = [0, 0];
  for (const entry of chars) if (entry[1] > usual[1]) usual = entry;
  return usual[0] || Number.POSITIVE_INFINITY;
}
