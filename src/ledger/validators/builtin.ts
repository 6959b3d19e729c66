import type { FormulaSpec } from '../../contracts/index.ts';
import { BUILTIN_FORMULAS } from '../../formulas/index.ts';
import { CONTEXT_RULES } from './context-rules.ts';
import {
  derivedBooleanWithoutFormulaReceipt,
  derivedEnumWithoutDerivationReceipt,
  formulaKey,
  formulaOutputNanOrInfinity,
  metricValueWithoutFormulaReceipt,
  metricWithoutFormulaSpec,
} from './derived-value-rules.ts';
import {
  externalizationCostCapMissing,
  externalQueryWithoutStep,
  externalStepWithoutReceipt,
  privilegedExportWithoutConfirmation,
  workspaceExternalizationWithoutPolicy,
} from './externalization-rules.ts';
import { FORK_RULES } from './fork-rules.ts';
import { lifecycleEventWithoutInvalidation, lifecycleTransitionWithoutReceipt } from './lifecycle-rules.ts';
import { OVERSIGHT_RULES } from './oversight-rules.ts';
import { currentProjectionWithoutSourceEvent, projectionEventSeqOutOfDate } from './projection-rules.ts';
import { readModelAssertsUnbackedTruth, readModelWithoutInputManifest } from './read-model-rules.ts';
import { stepIdempotencyKeyMissing, stepIdempotencyKindUnregistered, stepIdempotencyParallelEnumDrift } from './revision-step-rules.ts';
import { RUN_RULES } from './run-rules.ts';
import { mutableStateInsideSnapshot } from './snapshot-rules.ts';
import { taintDowngradeWithoutSanitizationNode } from './taint-rules.ts';
import type { Validator } from './validator.ts';

export interface ValidatorSources {
  /** The formulas whose figures may be written; whoever registers more names them here too. */
  readonly formulas: readonly Pick<FormulaSpec, 'formula_id' | 'semantic_version'>[];
}

/** The rules of ELN section 3, B-02, B-10, B-11, B-18, B-19 and D-17 that hold for whatever is written. */
export function builtinValidators({ formulas }: ValidatorSources): readonly Validator[] {
  const registered = new Set(formulas.map(({ formula_id: id, semantic_version: version }) => formulaKey(id, version)));
  return [
    mutableStateInsideSnapshot,
    currentProjectionWithoutSourceEvent,
    projectionEventSeqOutOfDate,
    lifecycleTransitionWithoutReceipt,
    readModelWithoutInputManifest,
    lifecycleEventWithoutInvalidation,
    readModelAssertsUnbackedTruth,
    metricWithoutFormulaSpec(registered),
    metricValueWithoutFormulaReceipt,
    formulaOutputNanOrInfinity,
    derivedBooleanWithoutFormulaReceipt,
    derivedEnumWithoutDerivationReceipt,
    workspaceExternalizationWithoutPolicy,
    privilegedExportWithoutConfirmation,
    externalQueryWithoutStep,
    externalStepWithoutReceipt,
    externalizationCostCapMissing,
    stepIdempotencyKeyMissing,
    stepIdempotencyKindUnregistered,
    stepIdempotencyParallelEnumDrift,
    taintDowngradeWithoutSanitizationNode,
    ...OVERSIGHT_RULES,
    ...RUN_RULES,
    ...CONTEXT_RULES,
    ...FORK_RULES,
  ];
}

export const BUILTIN_VALIDATORS: readonly Validator[] = builtinValidators({ formulas: BUILTIN_FORMULAS.map(({ spec }) => spec) });
