import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { CONTEXT, formulas } from '../../test/support/formula-registry.ts';
import { FormulaSpec, NumericUnit } from '../contracts/index.ts';
import { BUILTIN_FORMULAS } from './builtin.ts';
import { quantity } from './definition.ts';
import { nonFiniteIn } from './numeric-content.ts';

/** Numbers as hostile inputs bring them. */
const number = fc.oneof(
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    -0,
    -1,
    1,
    2,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.MIN_VALUE,
  ),
  fc.double(),
);

/** Replaces some numbers of a sound value by hostile ones, so that checks beyond the first are reached too. */
function spoil(value: unknown, draw: () => number | undefined): unknown {
  if (typeof value === 'number') return draw() ?? value;
  if (Array.isArray(value)) return value.map((item) => spoil(item, draw));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member, draw)]));
}

const expectNoBadNumber = (
  id: string,
  version: string,
  inputs: Record<string, { value: unknown; unit: NumericUnit }>,
) => {
  const outcome = formulas.evaluate({ id: id as 'loss.total', version }, inputs, CONTEXT);
  if (outcome.status === 'value') {
    expect(nonFiniteIn(outcome.value)).toBeUndefined();
    expect(outcome.receipt.finite_number_check).toBe('passed');
  } else {
    expect(outcome.codes.length + (outcome.status === 'indeterminate' ? 1 : 0)).toBeGreaterThan(0);
    expect('value' in outcome).toBe(false);
  }
};

describe.each(
  BUILTIN_FORMULAS.map(
    (definition) => [`${definition.id}@${definition.spec.semantic_version}`, definition.spec] as const,
  ),
)('%s', (_name, spec) => {
  const { formula_id: id, semantic_version: version } = spec;

  it('has a spec that parses', () => {
    expect(FormulaSpec.parse(spec)).toEqual(spec);
  });

  it(
    'never gives a number that is not finite, however its inputs are spoilt',
    verifies('KEL-FORMULAS-09', 'fixture.formula_nan_zero_denominator'),
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...spec.test_vectors),
          fc.array(fc.option(number, { freq: 2, nil: undefined }), { minLength: 1, maxLength: 40 }),
          (from, drawn) => {
            let at = 0;
            const draw = () => drawn[at++ % drawn.length];
            const inputs = Object.entries(from.inputs).map(
              ([name, input]) => [name, quantity(spoil(input.value, draw), input.unit)] as const,
            );
            expectNoBadNumber(id, version, Object.fromEntries(inputs));
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it('never throws on anything at all', () => {
    const anyInput = fc.record({ value: fc.anything(), unit: fc.constantFrom(...NumericUnit.options) });
    const names = spec.inputs.map((input) => input.name);
    fc.assert(
      fc.property(fc.tuple(...names.map(() => fc.option(anyInput, { nil: undefined }))), (drawn) => {
        const inputs = drawn.flatMap((input, index) => (input ? [[names[index] ?? '', input] as const] : []));
        expectNoBadNumber(id, version, Object.fromEntries(inputs));
      }),
      { numRuns: 50 },
    );
  });
});
