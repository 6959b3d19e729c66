/** Done when it is first asked for, and then never again. */
export function once<Value>(work: () => Promise<Value>): (() => Promise<Value>) & { isCalled(): boolean } {
  let made: Promise<Value> | undefined;
  return Object.assign(() => (made ??= work()), { isCalled: () => made !== undefined });
}
