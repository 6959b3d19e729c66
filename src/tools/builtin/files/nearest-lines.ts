import { NEAREST_LINES_COMPARED_MAX, NEAREST_LINE_CHARS_MAX } from './limits.ts';
import { splitLines, withoutLineEnd } from './text-lines.ts';

/** The place in a text that is most like one that was not found, and in what it differs. */
export interface NearestLines {
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** What differs, as the end of a sentence that begins with "it differs in". */
  readonly difference: string;
}

/** A line less like it than this is another line. */
const LIKENESS_MIN = 0.5;

const SAME_BUT_FOR: readonly { readonly difference: string; readonly reduce: (line: string) => string }[] = [
  { difference: 'spaces at the ends of lines', reduce: (line) => line.trimEnd() },
  { difference: 'indentation', reduce: (line) => line.trim() },
  { difference: 'white space', reduce: withoutWhiteSpace },
  { difference: 'quotation marks or dashes', reduce: (line) => plainMarks(line) },
  { difference: 'capitals', reduce: (line) => line.toLowerCase() },
  { difference: 'white space, marks or capitals', reduce: (line) => plainMarks(withoutWhiteSpace(line)).toLowerCase() },
];

export function nearestLines(text: string, wanted: string): NearestLines | null {
  const lines = splitLines(text).slice(0, NEAREST_LINES_COMPARED_MAX).map(withoutLineEnd);
  const wantedLines = splitLines(wanted).map(withoutLineEnd);
  const found = (at: number, difference: string): NearestLines => ({ firstLine: at + 1, lines: lines.slice(at, at + wantedLines.length).map(shortened), difference });
  for (const { difference, reduce } of SAME_BUT_FOR) {
    const at = indexOfBlock(lines.map(reduce), wantedLines.map(reduce));
    if (at !== -1) return found(at, difference);
  }
  const longest = wantedLines.reduce((best, line, at) => (line.trim().length > (wantedLines[best] ?? '').trim().length ? at : best), 0);
  const likest = mostLike(lines, wantedLines[longest] ?? '');
  return likest === -1 ? null : found(Math.max(0, likest - longest), 'the words');
}

/** Whole lines, except that the first may begin and the last may end within a line. */
function indexOfBlock(lines: readonly string[], wanted: readonly string[]): number {
  const last = wanted.length - 1;
  if (wanted.every((line) => line === '')) return -1;
  return lines.findIndex((_, at) =>
    wanted.every((line, nth) => {
      const here = lines[at + nth] ?? '';
      if (nth === 0 && nth === last) return here.includes(line);
      if (nth === 0) return here.endsWith(line);
      return nth === last ? here.startsWith(line) : here === line;
    }),
  );
}

function mostLike(lines: readonly string[], wanted: string): number {
  const pairs = pairsOf(wanted);
  let best = { at: -1, likeness: LIKENESS_MIN };
  for (const [at, line] of lines.entries()) {
    const likeness = likenessOf(pairsOf(line), pairs);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best.at;
}

/** The share of neighbouring pairs of characters that two lines have in common. */
function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return left.size + right.size === 0 ? 0 : (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

function pairsOf(line: string): Set<string> {
  const text = withoutWhiteSpace(line).slice(0, NEAREST_LINE_CHARS_MAX);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

function withoutWhiteSpace(line: string): string {
  return line.split(/\s/).join('');
}

function plainMarks(line: string): string {
  return line.replace(/[\u2018\u2019\u201b`']/g, '"').replace(/[\u201c\u201d]/g, '"').replace(/[\u2010-\u2015]/g, '-');
}

function shortened(line: string): string {
  return line.length <= NEAREST_LINE_CHARS_MAX ? line : `${line.slice(0, NEAREST_LINE_CHARS_MAX)}…`;
}
