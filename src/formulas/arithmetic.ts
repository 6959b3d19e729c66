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

/**
 * The mean by weight, or undefined when the weights sum to nothing or beyond what numbers hold. Weights are made shares
 * before they meet a value: the product of two tiny numbers would be lost.
 */
export function weightedMean(terms: readonly { weight: number; value: number }[]): number | undefined {
  const total = orderFreeSum(terms.map((term) => term.weight));
  if (!isUsableWeightSum(total)) return undefined;
  return orderFreeSum(terms.map((term) => (term.weight / total) * term.value));
}

/** A sum of nothing, or one beyond what numbers can hold, gives no shares. */
export function isUsableWeightSum(sum: number): boolean {
  return Number.isFinite(sum) && sum > 0;
}

export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
