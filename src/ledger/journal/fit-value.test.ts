import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { fitSettledValue, fitValue } from './fit-value.ts';

const PLACE = { key: 'a', effect: 'test.fit', part: 'result' } as const;

/** What it stands for: parsed, written out, and parsed once more. */
function inThreeSteps<Value>(schema: z.ZodType<Value>, given: unknown) {
  const text = canonicalJson(schema.parse(given));
  const plain: unknown = JSON.parse(text);
  return { text, plain, value: schema.parse(plain) };
}

const SCHEMAS: readonly z.ZodType[] = [
  z.strictObject({ a: z.number(), b: z.array(z.string()).optional() }),
  z.object({ a: z.number() }),
  z.object({ a: z.number(), c: z.string().default('c') }),
  z.object({ a: z.number(), b: z.array(z.string()).optional() }).transform(({ a, ...others }) => ({ ...others, a: Math.abs(a) })),
  z.union([z.object({ a: z.string() }), z.object({ a: z.unknown() })]),
  z.record(z.string(), z.json()),
  z.json(),
];

describe('a value that the journal keeps', () => {
  it('is what parsing, writing and parsing it again makes of it, whatever the schema does', verifies('KEL-FAST-52'), () => {
    const given = fc.oneof(fc.record({ a: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()), b: fc.array(fc.string()), more: fc.jsonValue() }, { requiredKeys: ['a'] }), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMAS), given, (schema, value) => {
        fc.pre(schema.safeParse(value).success);
        for (const fit of [fitValue, fitSettledValue]) expect(fit(schema, value, PLACE)).toEqual(inThreeSteps(schema, value));
      }),
    );
  });

  it('is parsed once where its schema takes it as it is, and once more where it does not', verifies('KEL-FAST-52'), () => {
    const parsed: unknown[] = [];
    const seen = z.unknown().superRefine((value) => void parsed.push(value));
    fitValue(z.object({ a: seen }), { a: 1 }, PLACE);
    expect(parsed).toEqual([1]);
    expect(fitValue(z.object({ a: seen }), { b: 2, a: 1 }, PLACE)).toEqual({ text: '{"a":1}', plain: { a: 1 }, value: { a: 1 } });
    expect(parsed).toEqual([1, 1, 1, 1]);
  });

  it('is handed on as it is where nobody changes it any more, and reads from its text when somebody looks', verifies('KEL-FAST-62'), () => {
    const given = { a: { b: [1] }, c: 0 };
    const fitted = fitSettledValue(z.object({ a: z.json(), c: z.number() }), given, PLACE);
    expect([fitted, fitted.plain]).toEqual([{ text: '{"a":{"b":[1]},"c":0}', plain: given, value: given }, given]);
    expect(fitted.plain).not.toBe(given);
    expect(fitted.plain).toBe(fitted.plain);
    expect(fitSettledValue(z.object({ c: z.number() }), { c: -0 }, PLACE).value).toEqual({ c: 0 });
    expect(fitSettledValue(z.object({ a: z.number().default(1) }), {}, PLACE)).toEqual({ text: '{"a":1}', plain: { a: 1 }, value: { a: 1 } });
  });

  it('may hold what only its schema can make fit to be written', verifies('KEL-FAST-52'), () => {
    const schema = z.object({ a: z.number(), b: z.union([z.string(), z.date().transform((date) => date.toISOString())]) });
    expect(fitValue(schema, { a: 1, b: new Date(0), c: () => 1 }, PLACE)).toEqual({ text: '{"a":1,"b":"1970-01-01T00:00:00.000Z"}', plain: { a: 1, b: '1970-01-01T00:00:00.000Z' }, value: { a: 1, b: '1970-01-01T00:00:00.000Z' } });
  });

  it('is refused by its schema, or for what cannot be written', verifies('KEL-FAST-52'), () => {
    expect(() => fitValue(z.object({ a: z.string() }), { a: 1 }, PLACE)).toThrow(expect.objectContaining({ code: 'journal.value_invalid' }));
    expect(() => fitValue(z.unknown(), { a: undefined }, PLACE)).toThrow(expect.objectContaining({ code: 'json.not_serialisable' }));
  });
});
