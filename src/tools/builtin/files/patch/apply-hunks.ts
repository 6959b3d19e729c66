import { HUNK_OFFSET_LINES_MAX, NEAREST_LINE_CHARS_MAX } from '../limits.ts';
import { lineEndOf, splitLines, withoutLineEnd } from '../text-lines.ts';
import { doesNotFit } from './patch-failure.ts';
import { linesAfter, linesBefore, type Hunk } from './patch-tree.ts';

const MARK = '\xef\xbb\xbf';

/**
 * A file after its hunks; contents are bytes, one character each. Every line of context must be there exactly; only
 * the place may differ, when lines were added or removed above. The order of hunks is the order in the file.
 */
export function applyHunks(path: string, content: string, hunks: readonly Hunk[]): string {
  // Whoever read the file as text did not see the mark at its beginning, and so did not write it into the patch.
  const mark = content.startsWith(MARK) && !hunks.some(({ lines }) => lines.some(({ text }) => text.startsWith(MARK))) ? MARK : '';
  const lines = splitLines(content.slice(mark.length));
  const result: string[] = [];
  let taken = 0;
  let shift = 0;
  for (const [at, hunk] of adapted(hunks, content).entries()) {
    const before = linesBefore(hunk);
    const expected = Math.max(0, hunk.oldStart - (before.length === 0 ? 0 : 1)) + shift;
    const place = findPlace(lines, before, { expected, from: taken, ...edgesOf(hunk) });
    if (place === null) throw doesNotFit(path, mismatch(lines, hunk, before, { nth: at + 1, expected: Math.max(taken, expected) }));
    shift += place - expected;
    result.push(...lines.slice(taken, place), ...linesAfter(hunk));
    taken = place + before.length;
  }
  return mark + [...result, ...lines.slice(taken)].join('');
}

/** A patch and a file that disagree in all their line ends only mean the same lines. */
function adapted(hunks: readonly Hunk[], content: string): readonly Hunk[] {
  const inFile = lineEndOf(content);
  const inPatch = lineEndOf(hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join(''));
  if (inFile === 'mixed' || inPatch === 'mixed' || inFile === inPatch) return hunks;
  const end = inFile === 'crlf' ? '\r\n' : '\n';
  const adapt = (text: string): string => (text.endsWith('\n') ? withoutLineEnd(text) + end : text);
  return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: adapt(line.text) })) }));
}

/** A hunk that begins at the first line belongs to the beginning; one that ends without context belongs to the end. */
function edgesOf({ oldStart, lines }: Hunk): { atStart: boolean; atEnd: boolean } {
  return { atStart: oldStart <= 1, atEnd: lines.at(-1)?.kind !== 'context' };
}

interface Search {
  readonly expected: number;
  /** Lines before this one belong to earlier hunks. */
  readonly from: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** The place nearest to the expected one, below it first. */
function findPlace(lines: readonly string[], before: readonly string[], { expected, from, atStart, atEnd }: Search): number | null {
  const last = lines.length - before.length;
  const fits = (at: number): boolean => at >= from && at <= last && before.every((line, nth) => lines[at + nth] === line);
  if (atStart || atEnd) {
    const place = atStart ? 0 : last;
    return fits(place) && (!atEnd || place === last) ? place : null;
  }
  for (let offset = 0; offset <= HUNK_OFFSET_LINES_MAX; offset += 1) {
    if (fits(expected + offset)) return expected + offset;
    if (fits(expected - offset)) return expected - offset;
    if (expected + offset > last && expected - offset < from) return null;
  }
  return null;
}

function mismatch(lines: readonly string[], hunk: Hunk, before: readonly string[], { nth, expected }: { nth: number; expected: number }): string {
  const name = `hunk ${nth} (line ${hunk.patchLine} of the patch)`;
  const wrong = before.findIndex((line, at) => lines[expected + at] !== line);
  if (wrong === -1) return `${name} has no context below what it changes, so it would have to be at the end of the file, and is not.`;
  const found = lines[expected + wrong];
  const wanted = `${name} expects line ${expected + wrong + 1} to be ${shown(before[wrong] ?? '')}`;
  return found === undefined ? `${wanted}, but the file has only ${lines.length} lines.` : `${wanted}, but it is ${shown(found)}.`;
}

/** Line ends are shown too: they are what often differs. */
function shown(line: string): string {
  const text = Buffer.from(line, 'latin1').toString('utf8');
  return JSON.stringify(text.length <= NEAREST_LINE_CHARS_MAX ? text : `${text.slice(0, NEAREST_LINE_CHARS_MAX)}…`);
}
