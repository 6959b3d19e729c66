/** How one list of lines becomes another: kept, taken away and added lines, in order. */
export interface LineEdit {
  readonly kind: 'keep' | 'remove' | 'add';
  readonly line: string;
}

/** Beyond so many changed lines the shortest way is not looked for: the middle is replaced as a whole, which is as true. */
const CHANGED_LINES_MAX = 1_000;

export function lineEdits(before: readonly string[], after: readonly string[]): LineEdit[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [olds, news] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return [...edits('keep', before.slice(0, start)), ...middleEdits(olds, news), ...edits('keep', before.slice(before.length - end))];
}

function edits(kind: LineEdit['kind'], lines: readonly string[]): LineEdit[] {
  return lines.map((line) => ({ kind, line }));
}

function middleEdits(olds: readonly string[], news: readonly string[]): LineEdit[] {
  const trace = shortestTrace(olds, news);
  return trace === undefined ? [...edits('remove', olds), ...edits('add', news)] : walkBack(trace, olds, news);
}

/** Myers' greedy search: for each number of changes, how far along the old lines each diagonal reaches. */
function shortestTrace(olds: readonly string[], news: readonly string[]): Map<number, number>[] | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let changes = 0; changes <= Math.min(olds.length + news.length, CHANGED_LINES_MAX); changes += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let old = stepsDown(reach, diagonal, changes) ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (old < olds.length && old - diagonal < news.length && olds[old] === news[old - diagonal]) old += 1;
      reach.set(diagonal, old);
      if (old >= olds.length && old - diagonal >= news.length) return trace;
    }
  }
  return undefined;
}

function stepsDown(reach: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  return diagonal === -changes || (diagonal !== changes && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], olds: readonly string[], news: readonly string[]): LineEdit[] {
  const found: LineEdit[] = [];
  let old = olds.length;
  let fresh = news.length;
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reach = trace[changes] ?? new Map<number, number>();
    const diagonal = old - fresh;
    const from = stepsDown(reach, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const oldBefore = changes === 0 ? 0 : (reach.get(from) ?? 0);
    const freshBefore = changes === 0 ? 0 : oldBefore - from;
    while (old > oldBefore && fresh > freshBefore) {
      old -= 1;
      fresh -= 1;
      found.push({ kind: 'keep', line: olds[old] ?? '' });
    }
    if (changes === 0) break;
    if (fresh > freshBefore) found.push({ kind: 'add', line: news[(fresh -= 1)] ?? '' });
    else found.push({ kind: 'remove', line: olds[(old -= 1)] ?? '' });
  }
  return found.toReversed();
}
