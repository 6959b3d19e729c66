import type { FileFilter } from '../tasks.ts';
import { kindOfPattern } from '../words/file-kinds.ts';
import { shownBytes } from './shown-numbers.ts';

/** A filter in the words in which people ask for it: "TypeScript files of at least 10 KB". */
export function patternsShown(filter: FileFilter): string {
  return filesShown(2, filter);
}

/** As above, of one file or of several. */
export function filesShown(count: number, { pattern, min_bytes: min, max_bytes: max, changed_within_sec: within, unchanged_for_sec: before }: FileFilter): string {
  const files = count === 1 ? 'file' : 'files';
  const kind = kindOfPattern(pattern);
  const named = pattern.startsWith('./') ? pattern.slice(2) : `${files} ${pattern}`;
  return [
    pattern === '*' ? files : kind === undefined ? named : `${kind} ${files}`,
    ...(min === undefined ? [] : [`of at least ${shownBytes(min)}`]),
    ...(max === undefined ? [] : [`of at most ${shownBytes(max)}`]),
    ...(within === undefined ? [] : [`changed in the last ${shownSpan(within)}`]),
    ...(before === undefined ? [] : [`not changed in the last ${shownSpan(before)}`]),
  ].join(' ');
}

const SPANS: readonly (readonly [name: string, seconds: number])[] = [['day', 86_400], ['hour', 3_600], ['minute', 60]];

function shownSpan(seconds: number): string {
  const [name, size] = SPANS.find(([, unit]) => seconds % unit === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
