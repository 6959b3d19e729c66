/** Deeper than any input of a formula; a value beyond it is refused by its schema anyway. */
const DEPTH_MAX = 32;

export type NonFinite = 'nan' | 'infinity';

/** Every number inside a value, however deep: the walk keeps its own stack, and visits no part twice. */
export function* numbersIn(value: unknown): Generator<number> {
  const seen = new Set<object>();
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'number') yield next;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const member of Object.values(next).toReversed()) waiting.push(member);
  }
}

/** Whether NaN or an infinity hides in the value; NaN is the graver, so it is the one named. */
export function nonFiniteIn(value: unknown): NonFinite | undefined {
  let found: NonFinite | undefined;
  for (const number of numbersIn(value)) {
    if (Number.isNaN(number)) return 'nan';
    if (!Number.isFinite(number)) found = 'infinity';
  }
  return found;
}

/** Whether every number inside lies between the bounds, both included. */
export function isWithin(value: unknown, [lowest, highest]: readonly [number, number]): boolean {
  for (const number of numbersIn(value)) {
    if (!(number >= lowest && number <= highest)) return false;
  }
  return true;
}

/**
 * A copy that canonical JSON accepts, so that a refused input has a hash too. What JSON cannot say is replaced by an
 * object that names it.
 */
export function hashable(value: unknown, ancestors: readonly object[] = []): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : unsayable(String(value));
    case 'string':
      return value.isWellFormed() ? value : unsayable(value.toWellFormed());
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : hashableContainer(value, ancestors);
    default:
      return unsayable(typeof value);
  }
}

function hashableContainer(container: object, ancestors: readonly object[]): unknown {
  if (ancestors.includes(container)) return unsayable('cycle');
  if (ancestors.length >= DEPTH_MAX) return unsayable('depth');
  const inside = [...ancestors, container];
  // Unlike map, this visits the holes of a sparse array too.
  if (Array.isArray(container)) return Array.from(container, (item) => hashable(item, inside));
  return Object.fromEntries(
    Object.entries(container).map(([name, member]) => [name.toWellFormed(), hashable(member, inside)]),
  );
}

function unsayable(what: string): { not_json: string } {
  return { not_json: what };
}
