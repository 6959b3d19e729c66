/** The rank of each value from 1, equal values sharing the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const firstPlaces = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [index, value] of sorted.entries()) {
    if (!firstPlaces.has(value)) firstPlaces.set(value, index + 1);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return values.map((value) => (firstPlaces.get(value) ?? 0) + ((counts.get(value) ?? 0) - 1) / 2);
}
