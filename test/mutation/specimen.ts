/** A function to be mutated by the tests of the mutation tool. */
export function double(value: number): number {
  return value * 2;
}
