import type { z } from 'zod';
import { canonicalJson, KeelsonError, parseCanonical } from '../../kernel/index.ts';
import { valueInvalid, type ValuePlace } from './journal-errors.ts';

/** A value as the journal keeps it. */
export interface FittedValue<Value> {
  /** Canonical JSON of what the schema made of it. */
  readonly text: string;
  /** What this text reads as. */
  readonly plain: unknown;
  /** What the schema makes of that: exactly what a resumed run will be given. */
  readonly value: Value;
}

/**
 * Parses a value, writes it out and parses what was written. Most schemas take a value as it is; then all three are had
 * from parsing it once, which shows when nothing of it was changed.
 *
 * This one is for values that nobody changes any more, such as a request: their parts are handed on and not copied, and what
 * the text reads as is made when somebody looks at it.
 */
export function fitSettledValue<Value>(schema: z.ZodType<Value>, value: unknown, place: ValuePlace): FittedValue<Value> {
  const text = textOf(value);
  const parsed = text === undefined ? undefined : schema.safeParse(value);
  if (text === undefined || parsed?.success !== true || !isSame(parsed.data, value)) return fitValue(schema, value, place);
  let plain: unknown;
  return {
    text,
    get plain() {
      return (plain ??= parseCanonical(text));
    },
    value: parsed.data,
  };
}

/** The same for a value that whoever made it may go on changing: everything is made anew from its text. */
export function fitValue<Value>(schema: z.ZodType<Value>, value: unknown, place: ValuePlace): FittedValue<Value> {
  const text = textOf(value);
  if (text !== undefined) {
    const plain = parseCanonical(text);
    const parsed = schema.safeParse(plain);
    if (parsed.success && isSame(parsed.data, plain)) return { text, plain, value: parsed.data };
  }
  const changed = canonicalJson(parseValue(schema, value, place));
  const plain = parseCanonical(changed);
  return { text: changed, plain, value: parseValue(schema, plain, place) };
}

export function parseValue<Value>(schema: z.ZodType<Value>, value: unknown, place: ValuePlace): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw valueInvalid(place, parsed.error);
}

/** A schema may still make something that can be written of what cannot. */
function textOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof KeelsonError) return undefined;
    throw error;
  }
}

/** Both without cycles, since one has a text and the other was made from it. Minus zero has another text than its own. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return !Object.is(one, -0);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (Object.getPrototypeOf(one) !== Object.prototype || Object.getPrototypeOf(other) !== Object.prototype) return false;
  const members = Object.entries(one);
  return members.length === Object.keys(other).length && members.every(([name, member]) => Object.hasOwn(other, name) && isSame(member, (other as Record<string, unknown>)[name]));
}
