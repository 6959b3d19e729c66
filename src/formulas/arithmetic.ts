/**
 * The same total for the same terms in any order. The largest come first, so that they cancel before small ones are
 * lost in them, and the rounding error is carried along (Neumaier).
 */
export function orderFreeSum(terms: readonly number[]): number {
  let total = 0;
  let carried = 0;
  const largestFirst = terms.toSorted((left, right) => Math.abs(right) - Math.abs(left) || left - right);
  for (const term of largestFirst) {
    const next = total + term;
    carried += Math.abs(total) >= Math.abs(term) ? total - next + term : term - next + total;
    total = next;
  }
  return total + carried;
}

export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
