import {
  externalizationRecorded,
  runStepCompleted,
  type EventDefinition,
  type ExternalizationRecord,
  type Governance,
  type StepResult,
  type WorkspaceExternalizationKind,
} from '../../contracts/index.ts';
import { effectMark } from './concerned-by.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

const isExternalization = ({ type }: Pick<EventDefinition, 'type'>): boolean => type === externalizationRecorded.type;

function recordOf({ payload }: WrittenEvent): ExternalizationRecord {
  return payload as ExternalizationRecord;
}

/** A stopped action has let nothing out, unless its own receipt fears so. */
function mayHaveLeft({ receipt }: ExternalizationRecord): boolean {
  return receipt.status === 'completed' || receipt.status === 'failed' || receipt.irreversible_disclosure_possible;
}

/** What the policy leaves open; the first condition that is not met, in words. */
function uncovered({ receipt, policy }: ExternalizationRecord, { data_class: dataClass, taint_class: taintClass }: Governance): string | undefined {
  if (policy?.policy_id !== receipt.policy_ref) return `the policy "${receipt.policy_ref}" is not stated`;
  if (policy.externalization_kind !== receipt.externalization_kind) return `"${policy.policy_id}" is about ${policy.externalization_kind}`;
  if (!policy.allowed_data_classes.includes(dataClass)) return `"${policy.policy_id}" does not allow ${dataClass} data`;
  if (!policy.allowed_taint_classes.includes(taintClass)) return `"${policy.policy_id}" does not allow ${taintClass} content`;
  if (policy.requires_user_confirmation && receipt.user_confirmation_ref === undefined) return `"${policy.policy_id}" asks for a confirmation`;
  if (policy.requires_redaction_preview && receipt.redaction_preview_ref === undefined) return `"${policy.policy_id}" asks for a redaction preview`;
  return undefined;
}

function actionWithoutPolicy(event: WrittenEvent): string | undefined {
  const record = recordOf(event);
  const gap = mayHaveLeft(record) ? uncovered(record, event.governance) : undefined;
  return gap && `no policy covers this ${record.receipt.externalization_kind}: ${gap}`;
}

export const workspaceExternalizationWithoutPolicy: Validator = {
  code: 'validation.workspace_externalization_without_policy',
  appliesTo: isExternalization,
  check: actionWithoutPolicy,
};

/** Local-only material travels less than privileged material, so it asks for no less. */
function isGuarded({ privileged, data_class: dataClass }: Governance): boolean {
  return privileged || dataClass === 'privileged' || dataClass === 'local_only';
}

function privilegedWithoutConfirmation(event: WrittenEvent): string | undefined {
  const record = recordOf(event);
  const isUnconfirmed = isGuarded(event.governance) && mayHaveLeft(record) && record.receipt.user_confirmation_ref === undefined;
  return isUnconfirmed ? `no person confirmed that privileged material leaves by ${record.receipt.externalization_kind}` : undefined;
}

export const privilegedExportWithoutConfirmation: Validator = {
  code: 'validation.privileged_workspace_export_without_confirmation',
  appliesTo: isExternalization,
  check: privilegedWithoutConfirmation,
};

/** Kinds that put a question to somebody outside; the others hand something over. */
const QUERY_KINDS: ReadonlySet<WorkspaceExternalizationKind> = new Set([
  'external_source_query',
  'connector_fetch',
  'api_call',
  'email_source_fetch',
  'browser_session_read',
]);

/** Effects that reach outside are called after their kind, such as `external.api_call`. */
export const EXTERNAL_EFFECT_PREFIX = 'external.';

function queryWithoutStep(event: WrittenEvent): string | undefined {
  const record = recordOf(event);
  const { externalization_kind: kind } = record.receipt;
  const isLost = QUERY_KINDS.has(kind) && mayHaveLeft(record) && record.step === undefined;
  return isLost ? `this ${kind} names no step that holds what was asked and what came of it` : undefined;
}

/** The receipt travels in the same append as the result, so that neither can be lost without the other. */
function stepWithoutReceipt({ payload }: WrittenEvent, { batch }: WriteContext): string | undefined {
  const { effect, key, request_hash } = payload['result'] as StepResult;
  if (!effect.startsWith(EXTERNAL_EFFECT_PREFIX)) return undefined;
  const kind = effect.slice(EXTERNAL_EFFECT_PREFIX.length);
  const hasReceipt = batch.filter(isExternalization).some((event) => {
    const { receipt, step } = recordOf(event);
    return receipt.externalization_kind === kind && step?.run_id === payload['run_id'] && step?.key === key && step.request_hash === request_hash;
  });
  return hasReceipt ? undefined : `the step "${key}" reached outside by ${kind} and its receipt is missing`;
}

export const externalQueryWithoutStep: Validator = {
  code: 'validation.external_source_query_without_receipt',
  appliesTo: isExternalization,
  check: queryWithoutStep,
};

export const externalStepWithoutReceipt: Validator = {
  code: 'validation.external_source_query_without_receipt',
  appliesTo: ({ type }) => type === runStepCompleted.type,
  mark: effectMark(EXTERNAL_EFFECT_PREFIX),
  check: stepWithoutReceipt,
};

/** Kinds for which a provider may send a bill. */
const PAID_KINDS: ReadonlySet<WorkspaceExternalizationKind> = new Set(['external_source_query', 'connector_fetch', 'api_call']);

function costWithoutCap(event: WrittenEvent): string | undefined {
  const record = recordOf(event);
  const { receipt, policy } = record;
  const canCost = PAID_KINDS.has(receipt.externalization_kind) || receipt.cost_vector_ref !== undefined;
  const isOpen = policy !== undefined && policy.max_cost_vector_ref === undefined;
  return canCost && isOpen && mayHaveLeft(record) ? `"${policy.policy_id}" permits ${receipt.externalization_kind} at any cost` : undefined;
}

export const externalizationCostCapMissing: Validator = {
  code: 'validation.externalization_cost_cap_missing',
  appliesTo: isExternalization,
  check: costWithoutCap,
};
