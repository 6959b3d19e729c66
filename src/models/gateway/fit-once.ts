import type { z } from 'zod';

/**
 * A schema for parts that are handed on as they are from question to question and never changed, such as the messages of a
 * conversation: one that fitted as it is fits the next time without being taken apart again. It is another schema than the one
 * given, which goes on looking at everything.
 */
export function fitOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  const remembering = schema.clone() as Schema;
  const internals = remembering._zod;
  const { run } = schema._zod;
  const known = new WeakSet<object>();
  const quick: typeof run = (payload, context) => {
    const given: unknown = payload.value;
    if (typeof given !== 'object' || given === null) return run(payload, context);
    if (known.has(given)) return payload;
    const parsed = run(payload, context);
    if (parsed instanceof Promise || parsed.issues.length > 0 || !isSame(given, parsed.value)) return parsed;
    known.add(given);
    parsed.value = given;
    return parsed;
  };
  internals.parse = quick;
  internals.run = quick;
  return remembering;
}

/** Of the same members with the same values, all the way down. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]));
}
