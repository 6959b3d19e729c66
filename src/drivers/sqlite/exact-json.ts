/**
 * The JSON of a value from which exactly this value is read again; undefined where there is none. Only such a value may
 * cross to another thread as text: JSON by itself leaves members out and turns numbers into null without a word.
 */
export function exactJson(value: unknown): string | undefined {
  return isExact(value) ? JSON.stringify(value) : undefined;
}

function isExact(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (Array.isArray(value) ? isExactList(value) : isExactObject(value));
    default:
      return false;
  }
}

/** Looks at every place: `every` would pass over those that hold nothing, which JSON would fill. */
function isExactList(list: readonly unknown[]): boolean {
  for (let at = 0; at < list.length; at += 1) if (!isExact(list[at])) return false;
  return true;
}

function isExactObject(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.values(value).every(isExact);
}
