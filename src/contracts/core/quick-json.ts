import type { z } from 'zod';

/** What nests deeper is left to the schema, which also ends where a value holds itself. */
const DEPTH_MAX = 64;

/** A value of nothing but null, booleans, finite numbers, texts, arrays and plain objects, which reads from its JSON as it is. */
export function isJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      // Minus zero is written as zero, so what is read again would not be the same.
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < DEPTH_MAX && (Array.isArray(value) ? isJsonList(value, depth) : isPlainJson(value, depth)));
    default:
      return false;
  }
}

export function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainJson(value, 0);
}

/** Also every place that holds nothing is looked at, which is no JSON. */
function isJsonList(list: readonly unknown[], depth: number): boolean {
  for (let at = 0; at < list.length; at += 1) if (!isJson(list[at], depth + 1)) return false;
  return true;
}

function isPlainJson(members: object, depth: number): boolean {
  if (Object.getPrototypeOf(members) !== Object.prototype || Object.getOwnPropertySymbols(members).length > 0) return false;
  // An own member of this name is taken out by the schema, since it would change what others think the object is.
  if (Object.hasOwn(members, '__proto__')) return false;
  for (const name in members) if (!isJson((members as Record<string, unknown>)[name], depth + 1)) return false;
  return true;
}

/**
 * The schema, which takes a value of which this is true as it is. Without it every text in a JSON value would be tried as a
 * number, a boolean and so on, and copied; what is no JSON is still told of by the schema itself.
 */
export function takenAsIs<Schema extends z.ZodType>(schema: Schema, isFit: (value: unknown) => boolean): Schema {
  const internals = schema._zod;
  const { parse } = internals;
  const quick: typeof parse = (payload, context) => (isFit(payload.value) ? payload : parse(payload, context));
  internals.parse = quick;
  internals.run = quick;
  return schema;
}
