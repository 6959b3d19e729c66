import type { EventDefinition, FormulaEvaluationReceipt } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { valueAt } from './value-at.ts';
import type { Validator, WrittenEvent } from './validator.ts';

/** A value that was computed, with what is given as its proof. Where no value is claimed there is nothing to prove. */
interface ClaimedValue {
  readonly path: string;
  readonly value: unknown;
  readonly receipt: FormulaEvaluationReceipt | undefined;
}

const holdsDerivedValue = ({ derived }: EventDefinition): boolean => derived.length > 0;

function claimedValues({ definition, payload }: WrittenEvent): ClaimedValue[] {
  return definition.derived
    .map(({ value, receipt }) => ({ path: value, value: valueAt(payload, value), receipt: valueAt(payload, receipt) as ClaimedValue['receipt'] }))
    .filter(({ value }) => value !== undefined);
}

/** The formula receipts that an event carries for its derived values. */
export function receiptsOf(event: WrittenEvent): FormulaEvaluationReceipt[] {
  return claimedValues(event).flatMap(({ receipt }) => receipt ?? []);
}

/** Without a value the receipt's hash is that of null, and null is what must stand in its place. */
function isProven({ value, receipt }: ClaimedValue): boolean {
  return receipt !== undefined && receipt.output_value_hash === canonicalHash(value) && (receipt.outcome === 'value') === (value !== null);
}

/** One fault, three names: by what kind of value lacks its proof. */
function unproven(event: WrittenEvent, isOfKind: (value: unknown) => boolean): string | undefined {
  const claim = claimedValues(event).find((one) => isOfKind(one.value) && !isProven(one));
  return claim && `no receipt proves the value at "${claim.path}"`;
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isLabel = (value: unknown): boolean => typeof value === 'string';
const isFigure = (value: unknown): boolean => !isBoolean(value) && !isLabel(value);

export const metricValueWithoutFormulaReceipt: Validator = {
  code: 'validation.metric_value_without_formula_receipt',
  appliesTo: holdsDerivedValue,
  check: (event) => unproven(event, isFigure),
};

export const derivedBooleanWithoutFormulaReceipt: Validator = {
  code: 'validation.derived_boolean_without_formula_receipt',
  appliesTo: holdsDerivedValue,
  check: (event) => unproven(event, isBoolean),
};

export const derivedEnumWithoutDerivationReceipt: Validator = {
  code: 'validation.derived_enum_without_derivation_receipt',
  appliesTo: holdsDerivedValue,
  check: (event) => unproven(event, isLabel),
};

/** What a formula refused for not being finite is no figure, not even an absent one; coerced to nothing, it is absent. */
function nonFiniteOutput(event: WrittenEvent): string | undefined {
  const claim = claimedValues(event).find(({ value, receipt }) => {
    if (receipt === undefined || receipt.finite_number_check === 'passed') return false;
    return receipt.finite_number_check !== 'coerced_to_indeterminate' || value !== null;
  });
  return claim && `the computation of "${claim.path}" did not end in a finite number`;
}

export const formulaOutputNanOrInfinity: Validator = {
  code: 'validation.formula_output_nan_or_infinity',
  appliesTo: holdsDerivedValue,
  check: nonFiniteOutput,
};

/** A formula under one version, as the set of registered ones names it. */
export function formulaKey(id: string, version: string): string {
  return `${id}@${version}`;
}

/** Asks for the very version that the receipt names: an unregistered one could never be computed again. */
export function metricWithoutFormulaSpec(registered: ReadonlySet<string>): Validator {
  return {
    code: 'validation.metric_without_formula_spec',
    appliesTo: holdsDerivedValue,
    check(event) {
      const unknown = receiptsOf(event)
        .map(({ formula_id: id, formula_semantic_version: version }) => formulaKey(id, version))
        .find((key) => !registered.has(key));
      return unknown && `no formula ${unknown} is registered`;
    },
  };
}
