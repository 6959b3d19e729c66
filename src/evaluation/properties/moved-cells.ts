import { callsOn, type Rule } from '../objections/whole-work.ts';
import { tableRows } from './table-rows.ts';
import { turnedFiles } from './turned-files.ts';

/**
 * Where one table was made from another, the values of each row go to the same places as those of all others. A row whose values
 * are all there and stand elsewhere than in the rows around it was mixed up.
 */
export const movedCells: Rule = (work) =>
  turnedFiles(work).flatMap(({ source, target }) => {
    const [before, behind] = [tableRows(source.path, source.now), tableRows(target.path, target.now)];
    if (before === undefined || behind === undefined) return [];
    const orders = before.flatMap((row) => {
      const made = behind.find((other) => sameCells(row, other));
      return made === undefined || new Set(row).size < row.length ? [] : [{ row, order: row.map((cell) => made.indexOf(cell)).join(' ') }];
    });
    const often = new Map<string, number>();
    for (const { order } of orders) often.set(order, (often.get(order) ?? 0) + 1);
    const [usual] = [...often].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const odd = orders.find(({ order }) => order !== usual);
    return odd === undefined ? [] : [{ why: `${target.path} has the values of “${odd.row.join(', ')}” of ${source.path} in other places than those of the rows around it.`, calls: callsOn(work, target.path) }];
  });

function sameCells(row: readonly string[], other: readonly string[]): boolean {
  return row.length === other.length && row.toSorted().join('\n') === other.toSorted().join('\n');
}
