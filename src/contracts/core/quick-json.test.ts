import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JsonObject, JsonValue } from './primitives.ts';

const holdsItself: Record<string, unknown> = {};
holdsItself['me'] = holdsItself;

const VALUES: readonly unknown[] = [
  null,
  true,
  'text',
  0,
  -0,
  1.5,
  [],
  {},
  [1, ['two', { three: null }]],
  { a: { b: [{}] }, c: 'd' },
  JSON.parse('{"__proto__":{"a":1},"b":2}'),
  Object.create(null),
  // None of these is JSON.
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1n,
  Array.from({ length: 2 }),
  { a: undefined },
  { a: [() => 1] },
  { [Symbol('s')]: 1 },
  new Date(0),
  new Map(),
  { a: new Date(0) },
];

describe('a JSON value', () => {
  it('is what the schema of zod takes, with the same complaints about what is none', verifies('KEL-FAST-60'), () => {
    const [value, object] = [z.json(), z.record(z.string(), z.json())];
    for (const given of VALUES) {
      expect(JsonValue.safeParse(given)).toEqual(value.safeParse(given));
      expect(JsonObject.safeParse(given)).toEqual(object.safeParse(given));
    }
    for (const deep of [60, 70, 200]) {
      const nested = JSON.parse('['.repeat(deep) + ']'.repeat(deep)) as unknown;
      expect(JsonValue.safeParse(nested)).toEqual(value.safeParse(nested));
    }
    expect(JsonValue.safeParse(holdsItself).success).toBe(value.safeParse(holdsItself).success);
  });

  it('is handed on as it is and not copied, also within another', verifies('KEL-FAST-60'), () => {
    const given = { a: [1, { b: 'c' }] };
    expect(JsonObject.parse(given)).toBe(given);
    expect(z.strictObject({ given: JsonValue.optional() }).parse({ given }).given).toBe(given);
  });

  it('is described as before', verifies('KEL-FAST-60'), () => {
    expect(z.toJSONSchema(JsonObject)).toEqual(z.toJSONSchema(z.record(z.string(), z.json())));
  });
});
