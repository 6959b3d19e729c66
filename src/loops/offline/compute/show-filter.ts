import type { FileFilter } from '../tasks.ts';
import { shownBytes } from './shown-numbers.ts';

/** A filter in words: "files *.ts larger than 10 KB". */
export function patternsShown({ pattern, min_bytes: min, max_bytes: max, changed_within_sec: within, unchanged_for_sec: before }: FileFilter): string {
  return [
    pattern === '*' ? 'files' : `files ${pattern.startsWith('./') ? pattern.slice(2) : pattern}`,
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
