import { splitLines, withoutLineEnd } from '../files/text-lines.ts';
import { SEARCH_LINE_CHARS_MAX } from './limits.ts';
import type { LinePattern } from './line-pattern.ts';

export interface LineMatch {
  /** 1 is the first. */
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The lines of one text that match, each with its neighbours; at most `most` of them, and how many there are. */
export function searchFileText(text: string, pattern: LinePattern, { contextLines, most }: { contextLines: number; most: number }): { matches: LineMatch[]; total: number } {
  if (lacksRequired(text, pattern)) return { matches: [], total: 0 };
  const lines = splitLines(text).map(withoutLineEnd);
  const found = lines.flatMap((line, at) => (pattern.matches(line) ? [at] : []));
  const shown = (from: number, to: number): string[] => lines.slice(Math.max(0, from), to).map((line) => shortened(line, () => 0));
  const matches = found.slice(0, most).map((at) => {
    const line = lines[at] ?? '';
    return {
      line: at + 1,
      text: shortened(line, () => pattern.firstAt(line)),
      before: shown(at - contextLines, at),
      after: shown(at + 1, at + 1 + contextLines),
    };
  });
  return { matches, total: found.length };
}

/** Most files do not hold what is looked for; this tells without looking at their lines. */
function lacksRequired(text: string, { required, ignoresCase }: LinePattern): boolean {
  if (required === null) return false;
  return ignoresCase ? !text.toLowerCase().includes(required.toLowerCase()) : !text.includes(required);
}

/** A part of a long line that begins a little before the match. */
function shortened(line: string, matchAt: () => number): string {
  if (line.length <= SEARCH_LINE_CHARS_MAX) return line;
  const start = Math.max(0, Math.min(matchAt() - SEARCH_LINE_CHARS_MAX / 4, line.length - SEARCH_LINE_CHARS_MAX));
  const end = start + SEARCH_LINE_CHARS_MAX;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
