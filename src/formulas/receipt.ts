import type {
  DateRange,
  FormulaEvaluationReceipt,
  FormulaSpec,
  Name,
  ReceiptId,
  RunId,
  SemanticVersion,
  StorageRef,
  TaskId,
  Timestamp,
} from '../contracts/index.ts';
import { canonicalHash } from '../kernel/index.ts';
import { isGiven, type FormulaInputs } from './admit-inputs.ts';
import { hashable } from './numeric-content.ts';
import type { Settled } from './settle.ts';
import type { Verdict } from './verdict.ts';

/** Everything the receipt needs that a pure function cannot know. */
export interface EvaluationContext {
  readonly receiptId: ReceiptId;
  readonly computedAt: Timestamp;
  readonly producer: Name;
  readonly taskId?: TaskId;
  readonly runId?: RunId;
  readonly inputRefs?: readonly StorageRef[];
  readonly outputRef?: StorageRef;
  /** The window the inputs were observed in, for formulas whose sample policy asks for one. */
  readonly window?: DateRange;
  /** Versions the run started with, by formula id. */
  readonly pinnedVersions?: Readonly<Record<string, SemanticVersion>>;
}

export function issueReceipt(
  spec: FormulaSpec,
  inputs: FormulaInputs,
  settled: Settled<unknown>,
  context: EvaluationContext,
): FormulaEvaluationReceipt {
  const { verdict, missingPolicy, zeroDenominatorPolicy } = settled;
  return {
    receipt_id: context.receiptId,
    formula_id: spec.formula_id,
    formula_semantic_version: spec.semantic_version,
    producer_ref: context.producer,
    ...(context.taskId && { task_id: context.taskId }),
    ...(context.runId && { run_id: context.runId }),
    input_refs: [...(context.inputRefs ?? [])],
    input_manifest_hash: inputManifestHash(spec, inputs, context.inputRefs ?? []),
    input_value_hash: inputValueHash(inputs),
    ...(context.outputRef && { output_ref: context.outputRef }),
    outcome: verdict.status,
    output_value_hash: outputValueHash(verdict),
    ...(verdict.status === 'indeterminate' && { indeterminate_cause: verdict.cause }),
    ...(verdict.status === 'value' &&
      verdict.confidenceInterval && { confidence_interval: verdict.confidenceInterval }),
    omitted_input_names: [...settled.omitted],
    ...(missingPolicy && { missing_input_policy_applied: missingPolicy }),
    ...(zeroDenominatorPolicy && { zero_denominator_policy_applied: zeroDenominatorPolicy }),
    finite_number_check: settled.finiteCheck,
    validation_codes: [...verdict.codes],
    computed_at: context.computedAt,
    schema_version: '1.0',
  };
}

/** Which inputs came, in which units, from where; not what they were. */
export function inputManifestHash(
  spec: Pick<FormulaSpec, 'formula_id' | 'semantic_version'>,
  inputs: FormulaInputs,
  inputRefs: readonly StorageRef[],
): string {
  const given = Object.entries(inputs).filter(([, input]) => isGiven(input));
  return canonicalHash(
    hashable({
      formula_id: spec.formula_id,
      formula_semantic_version: spec.semantic_version,
      units: Object.fromEntries(given.map(([name, input]) => [name, input?.unit ?? null])),
      input_refs: inputRefs,
    }),
  );
}

/** The values alone, by input name. */
export function inputValueHash(inputs: FormulaInputs): string {
  const given = Object.entries(inputs).filter(([, input]) => isGiven(input));
  return canonicalHash(hashable(Object.fromEntries(given.map(([name, input]) => [name, input?.value]))));
}

/** The value as it is, or null as a record holds it where there is none; the receipt itself says why. */
export function outputValueHash(verdict: Verdict<unknown>): string {
  return canonicalHash(verdict.status === 'value' ? verdict.value : null);
}
