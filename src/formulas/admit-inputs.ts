import type { z } from 'zod';
import {
  FormulaCode,
  MissingInputPolicy,
  type FormulaInputSpec,
  type FormulaInputValue,
  type NumericUnit,
} from '../contracts/index.ts';
import type { FormulaDefinition } from './definition.ts';
import { isWithin, nonFiniteIn, type NonFinite } from './numeric-content.ts';

export type FormulaInputs = Readonly<Record<string, FormulaInputValue | undefined>>;

export interface InputFault {
  readonly code: FormulaCode;
  readonly nonFinite?: NonFinite;
}

/** Inputs after every check. With faults, or with a policy that stops, the values must not be computed on. */
export interface AdmittedInputs {
  readonly values: Readonly<Record<string, unknown>>;
  readonly units: Readonly<Record<string, NumericUnit>>;
  readonly omitted: readonly string[];
  readonly missingPolicy: MissingInputPolicy | undefined;
  readonly faults: readonly InputFault[];
}

export function admitInputs(definition: FormulaDefinition, given: FormulaInputs): AdmittedInputs {
  const { inputs, missing_input_policy: formulaPolicy } = definition.spec;
  const values: Record<string, unknown> = {};
  const units: Record<string, NumericUnit> = {};
  const omitted: string[] = [];
  const applied: MissingInputPolicy[] = [];
  const faults: InputFault[] = unknownNames(inputs, given);
  for (const spec of inputs) {
    const input = given[spec.name];
    if (!isGiven(input) || input.value === undefined) {
      omitted.push(spec.name);
      const policy = missingPolicyOf(spec, formulaPolicy);
      if (policy !== undefined) applied.push(policy);
      if (policy === 'default_value_with_audit') values[spec.name] = spec.default_value;
      continue;
    }
    const schema = definition.schemas[spec.name];
    // One by one: a long list with a fault in every element would overflow the stack as arguments.
    for (const found of schema ? inputFaults(spec, schema, input) : []) faults.push(found);
    values[spec.name] = input.value;
    units[spec.name] = input.unit;
  }
  return { values, units, omitted, missingPolicy: strictestPolicy(applied), faults };
}

/** A caller without types may pass null for what it does not have. */
export function isGiven(input: FormulaInputValue | null | undefined): input is FormulaInputValue {
  return input !== undefined && input !== null;
}

function unknownNames(inputs: readonly FormulaInputSpec[], given: FormulaInputs): InputFault[] {
  const known = new Set(inputs.map((spec) => spec.name));
  return Object.keys(given).some((name) => !known.has(name)) ? [{ code: 'formula.input_unknown' }] : [];
}

/** An optional input may stay away without any policy, unless it has one of its own. */
export function missingPolicyOf(
  spec: FormulaInputSpec,
  formulaPolicy: MissingInputPolicy,
): MissingInputPolicy | undefined {
  return spec.missing_input_policy_override ?? (spec.required ? formulaPolicy : undefined);
}

/** The policies are listed from the strictest to the mildest. */
export function strictestPolicy(applied: readonly MissingInputPolicy[]): MissingInputPolicy | undefined {
  return MissingInputPolicy.options.find((policy) => applied.includes(policy));
}

export function inputFaults(spec: FormulaInputSpec, schema: z.ZodType, input: FormulaInputValue): InputFault[] {
  if (!spec.allowed_units.includes(input.unit)) return [fault('formula.input_unit_mismatch')];
  const nonFinite = nonFiniteIn(input.value);
  const parsed = schema.safeParse(input.value);
  if (!parsed.success) {
    const fallback = nonFinite ? 'formula.input_not_finite' : 'formula.input_type_mismatch';
    return parsed.error.issues.map((issue) => ({
      code: codeOfIssue(issue.message, fallback),
      ...(nonFinite && { nonFinite }),
    }));
  }
  if (nonFinite) return [{ code: 'formula.input_not_finite', nonFinite }];
  if (spec.allowed_range && !isWithin(input.value, spec.allowed_range)) return [fault('formula.input_out_of_range')];
  return [];
}

function fault(code: FormulaCode): InputFault {
  return { code };
}

/** Contracts put the code into the message of the rule that it names; other messages are zod's own. */
export function codeOfIssue(message: string, fallback: FormulaCode): FormulaCode {
  const code = FormulaCode.safeParse(message);
  return code.success ? code.data : fallback;
}
