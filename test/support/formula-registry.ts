import { ReceiptId, type FormulaTestVector } from '../../src/contracts/index.ts';
import {
  BUILTIN_FORMULAS,
  countInput,
  createFormulaRegistry,
  defineFormula,
  quantity,
  ratio,
  vector,
  type EvaluationContext,
  type FormulaDefinition,
  type FormulaInputs,
} from '../../src/formulas/index.ts';

/** What the tests of formulas share: the built-in registry, one context and one small formula to bend. */

export const formulas = createFormulaRegistry(BUILTIN_FORMULAS);

export const CONTEXT: EvaluationContext = {
  receiptId: ReceiptId.parse('rcp_01JABCDEFGHJKMNPQRSTVWXYZ0'),
  computedAt: '2026-03-01T12:00:00.000Z',
  producer: 'solver',
};

type BuiltinId = (typeof BUILTIN_FORMULAS)[number]['id'];

/** The verdict of a built-in formula without its receipt. */
export function verdictOf(id: BuiltinId, inputs: FormulaInputs, version?: string) {
  const { receipt: _receipt, ...verdict } = formulas.evaluate(version ? { id, version } : { id }, inputs, CONTEXT);
  return verdict;
}

/** The value, or the code or cause that stands in its place. */
export function valueOf(id: BuiltinId, inputs: FormulaInputs, version?: string): unknown {
  const verdict = verdictOf(id, inputs, version);
  return verdict.status === 'value' ? verdict.value : verdict.codes;
}

export const THREE_QUARTERS: FormulaTestVector = vector(
  'three-quarters',
  { part: quantity(3, 'count'), whole: quantity(4, 'count') },
  { value: 0.75 },
);

export const shareFormula = defineFormula({
  spec: {
    formula_id: 'test.share',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'A share.',
    expression: 'part / whole',
    output: { value_kind: 'ratio', unit: 'ratio', range: [0, 1], finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [THREE_QUARTERS],
  },
  inputs: { part: countInput(), whole: countInput({ range: [0, 100] }) },
  compute: ({ part, whole }) => ratio(part, whole),
});

/** The share formula with parts of its spec replaced. */
export function shareWith(
  spec: Partial<FormulaDefinition['spec']>,
  rest: Partial<FormulaDefinition> = {},
): FormulaDefinition {
  return { ...shareFormula, ...rest, spec: { ...shareFormula.spec, ...spec } };
}
