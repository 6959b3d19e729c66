import type { DateRange, MissingInputPolicy, ZeroDenominatorPolicy } from '../contracts/index.ts';
import { admitInputs, type FormulaInputs } from './admit-inputs.ts';
import type { FormulaDefinition } from './definition.ts';
import { judgeValue } from './judge-value.ts';
import {
  refuseInputs,
  settleZeroDenominator,
  stopForMissing,
  stopForSample,
  zeroDenominatorPolicyOf,
} from './policies.ts';
import { finite, type Judgement, type Verdict } from './verdict.ts';

/** A judgement with what its receipt must say about the policies that shaped it. */
export interface Settled<Value> extends Judgement<Value> {
  readonly omitted: readonly string[];
  readonly missingPolicy: MissingInputPolicy | undefined;
  readonly zeroDenominatorPolicy: ZeroDenominatorPolicy | undefined;
}

/** Checks the inputs, computes, applies the spec's policies and checks the output. */
export function settle<Value>(
  definition: FormulaDefinition<string, Value>,
  inputs: FormulaInputs,
  window: DateRange | undefined,
): Settled<Value> {
  const { values, units, omitted, missingPolicy, faults } = admitInputs(definition, inputs);
  const common = { omitted, missingPolicy, zeroDenominatorPolicy: undefined };
  if (faults.length > 0) return { ...common, ...refuseInputs(definition.spec, faults) };
  const stopped = stopForMissing(missingPolicy) ?? stopForSample(definition, values, window);
  if (stopped) return { ...common, ...finite(stopped) };
  const result = definition.compute(values, units);
  switch (result.kind) {
    case 'value':
      return { ...common, ...judgeValue(definition, values, result.value) };
    case 'indeterminate':
      return { ...common, ...finite({ status: 'indeterminate', cause: result.cause, codes: result.codes }) };
    case 'rejected':
      return { ...common, ...finite({ status: 'rejected', codes: result.codes }) };
    case 'zero_denominator': {
      const policy = zeroDenominatorPolicyOf(definition.spec);
      // Registration admits return_zero and return_one only where the value is a number.
      const verdict = settleZeroDenominator(policy) as Verdict<Value>;
      return { ...common, ...finite(verdict), zeroDenominatorPolicy: policy };
    }
  }
}
