import type { z } from 'zod';
import {
  Count,
  FormulaNumber,
  type ConfidenceLevel,
  type FormulaCode,
  type FormulaInputSpec,
  type FormulaSpec,
  type FormulaTestVector,
  type JsonValue,
  type MissingInputPolicy,
  type NumericRange,
  type NumericUnit,
} from '../contracts/index.ts';
import type { FormulaResult } from './result.ts';

export type InputUnits = Readonly<Record<string, NumericUnit>>;

/** One input: the contract it must parse as, the units it may come in, and what its absence means. */
export interface InputDefinition<Schema extends z.ZodType = z.ZodType> {
  /** The contract's name, for the spec. */
  readonly typeName: string;
  readonly schema: Schema;
  readonly units: readonly NumericUnit[];
  /** Bounds of every number in the value. */
  readonly range?: NumericRange;
  readonly missingInputPolicy?: MissingInputPolicy;
  readonly defaultValue?: JsonValue;
}

type InputDefinitions = Readonly<Record<string, InputDefinition>>;
type InputValues<Inputs extends InputDefinitions> = {
  readonly [Name in keyof Inputs]: z.infer<Inputs[Name]['schema']>;
};

/** What an author writes; the spec's input list is derived from `inputs`, so the two cannot differ. */
export interface FormulaSource<Id extends string, Inputs extends InputDefinitions, Value> {
  readonly spec: Omit<FormulaSpec, 'inputs' | 'schema_version' | 'expression_language'> & { readonly formula_id: Id };
  readonly inputs: Inputs;
  /** Codes to report beside the general one when the output is not finite. */
  readonly nonFiniteCodes?: readonly FormulaCode[];
  compute(values: InputValues<Inputs>, units: InputUnits): FormulaResult<Value>;
  /** Needed by a spec with a sample policy. */
  sampleSize?(values: InputValues<Inputs>): number;
  /** Needed by a spec that requires an interval; undefined when the sample gives none. */
  interval?(values: InputValues<Inputs>, level: ConfidenceLevel): readonly [number, number] | undefined;
}

/** A formula as the registry holds it: pure functions over values that were checked against `schemas` first. */
export interface FormulaDefinition<Id extends string = string, Value = unknown> {
  readonly id: Id;
  readonly spec: FormulaSpec;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly nonFiniteCodes?: readonly FormulaCode[];
  compute(values: Readonly<Record<string, unknown>>, units: InputUnits): FormulaResult<Value>;
  sampleSize?(values: Readonly<Record<string, unknown>>): number;
  interval?(values: Readonly<Record<string, unknown>>, level: ConfidenceLevel): readonly [number, number] | undefined;
}

export function defineFormula<const Id extends string, const Inputs extends InputDefinitions, Value>(
  source: FormulaSource<Id, Inputs, Value>,
): FormulaDefinition<Id, Value> {
  const entries = Object.entries<InputDefinition>(source.inputs);
  const { inputs: _inputs, spec: _spec, ...functions } = source;
  return {
    ...functions,
    id: source.spec.formula_id,
    spec: {
      ...source.spec,
      expression_language: 'deterministic_typescript',
      inputs: entries.map(([name, input]) => inputSpec(name, input)),
      schema_version: '1.0',
    },
    schemas: Object.fromEntries(entries.map(([name, input]) => [name, input.schema])),
  };
}

function inputSpec(name: string, input: InputDefinition): FormulaInputSpec {
  return {
    name,
    type_ref: `#/schemas/${input.typeName}`,
    required: !input.schema.safeParse(undefined).success,
    allowed_units: [...input.units],
    ...(input.range && { allowed_range: input.range }),
    ...(input.missingInputPolicy && { missing_input_policy_override: input.missingInputPolicy }),
    ...(input.defaultValue !== undefined && { default_value: input.defaultValue }),
  };
}

type InputOptions = Omit<InputDefinition, 'typeName' | 'schema' | 'units'>;

/** A number in one of the given units. */
export function numberInput(units: readonly [NumericUnit, ...NumericUnit[]], options: InputOptions = {}) {
  return { typeName: 'FormulaNumber', schema: FormulaNumber, units, ...options } as const;
}

/** A number that may be left out. */
export function optionalNumberInput(units: readonly [NumericUnit, ...NumericUnit[]], options: InputOptions = {}) {
  return { typeName: 'FormulaNumber', schema: FormulaNumber.optional(), units, ...options } as const;
}

/** A number with a default; using the default is recorded on the receipt. */
export function defaultedNumberInput(
  units: readonly [NumericUnit, ...NumericUnit[]],
  defaultValue: number,
  range: NumericRange,
) {
  return numberInput(units, { range, defaultValue, missingInputPolicy: 'default_value_with_audit' });
}

export function countInput(options: InputOptions = {}) {
  return { typeName: 'Count', schema: Count, units: ['count'], ...options } as const;
}

/** Something that is not a bare number: a list, a policy, a set of scores. */
export function structuredInput<Schema extends z.ZodType>(
  typeName: string,
  schema: Schema,
  options: InputOptions & { units?: readonly NumericUnit[] } = {},
): InputDefinition<Schema> {
  return { units: ['unitless'], ...options, typeName, schema };
}

/** A test vector: what goes in, and the value or the codes that must come out. */
export function vector(
  id: string,
  inputs: Readonly<Record<string, { value: unknown; unit: NumericUnit }>>,
  expected:
    | { value: JsonValue; codes?: readonly FormulaCode[] }
    | { status: 'indeterminate' | 'rejected'; codes: readonly FormulaCode[] },
): FormulaTestVector {
  const base = { test_vector_id: id, inputs, expected_validation_codes: [...(expected.codes ?? [])] };
  return 'status' in expected
    ? { ...base, expected_status: expected.status, schema_version: '1.0' }
    : { ...base, expected_status: 'value', expected_output: expected.value, schema_version: '1.0' };
}

/** A value with its unit, the form in which every input travels. */
export function quantity(value: unknown, unit: NumericUnit = 'unitless'): { value: unknown; unit: NumericUnit } {
  return { value, unit };
}
