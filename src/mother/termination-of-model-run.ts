import type { ErrorCode, RunId, SuggestedAction, TaskCancelReceipt, TerminationReason, TerminationRecord, Timestamp } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { ReactEnd } from '../loops/index.ts';
import { withoutSecrets } from '../redaction/index.ts';

/** Why a run ends, in the words of its record. */
export interface Ending {
  readonly reason: TerminationReason;
  readonly details: string;
  readonly factors: readonly string[];
  readonly canRetry: boolean;
  readonly suggestedAction: SuggestedAction;
}

type ReasonAndNext = Pick<Ending, 'reason' | 'suggestedAction'>;

const BLOCKED: ReasonAndNext = { reason: 'blocked', suggestedAction: 'user_input' };
const TRIED_ENOUGH: ReasonAndNext = { reason: 'retries_exhausted', suggestedAction: 'retry' };
const NO_ROOM: ReasonAndNext = { reason: 'context_budget_exceeded', suggestedAction: 'escalate_model' };

/** Every way in which asking a model can fail. A stop is none: the run is then cancelled, or left to be gone on with. */
const BY_CODE: Readonly<Record<Exclude<Extract<ErrorCode, `model.${string}`>, 'model.cancelled'>, ReasonAndNext>> = {
  'model.unknown': BLOCKED,
  'model.route_refused': BLOCKED,
  'model.call_failed': TRIED_ENOUGH,
  'model.no_agreement': { reason: 'conflicting_agents', suggestedAction: 'user_input' },
  'model.output_undecodable': { reason: 'retries_exhausted', suggestedAction: 'escalate_model' },
  'model.key_unavailable': BLOCKED,
  'model.settings_invalid': BLOCKED,
  'model.start_failed': BLOCKED,
  'model.plugin_unsupported': BLOCKED,
};

/** Faults that no further try mends, because a person has to. */
const FOR_A_PERSON: ReadonlySet<string> = new Set(['authentication', 'payment', 'not_found', 'bad_request', 'content_filtered']);

/** How a run ends that this error stopped; undefined for what interrupts it without ending it. */
export function endingOfError(error: unknown): Ending | undefined {
  if (!(error instanceof KeelsonError)) return undefined;
  const next = reasonOf(error);
  return next && { ...next, details: withoutSecrets(error.message), factors: [error.code], canRetry: true };
}

function reasonOf(error: KeelsonError): ReasonAndNext | undefined {
  if (error.code === 'counter.exhausted') return { reason: 'budget_exhausted', suggestedAction: 'broaden_scope' };
  const { reason, fault } = error.data as { reason?: unknown; fault?: unknown };
  if (reason === 'context_too_small' || fault === 'context_too_long') return NO_ROOM;
  if (typeof fault === 'string' && FOR_A_PERSON.has(fault)) return BLOCKED;
  return isModelCode(error.code) ? BY_CODE[error.code] : undefined;
}

function isModelCode(code: ErrorCode): code is keyof typeof BY_CODE {
  return Object.hasOwn(BY_CODE, code);
}

/** Nothing checks an answer yet, and what a model says of its own work is a claim: no such run is a success. */
export function endingOfLoop(end: Exclude<ReactEnd, { kind: 'stopped' }>): Ending {
  if (end.kind === 'cut_short') return { reason: 'budget_exhausted', details: `The model had ${end.turns} turns and was not done; what it wrote in the last is unfinished, and nothing has checked it.`, factors: ['loop.turns'], canRetry: true, suggestedAction: 'broaden_scope' };
  return { reason: 'insufficient_evidence', details: aboutAnswer(end), factors: [], canRetry: true, suggestedAction: 'user_input' };
}

function aboutAnswer({ text, stopReason }: Extract<ReactEnd, { text: string }>): string {
  if (stopReason === 'refusal') return 'The model refused the task, and nothing has checked its reasons.';
  if (text.trim() === '') return 'The model ended without saying anything, and nothing has checked what it did.';
  if (stopReason === 'max_tokens') return 'The answer of the model was cut off at the limit of its length, and nothing has checked it.';
  return 'The model gave an answer, and nothing has checked it: take it for a claim, and look yourself before you rely on it.';
}

export function endingOfCancel({ receipt_id: receiptId, executed_side_effects: effects }: TaskCancelReceipt): Ending {
  const done = effects.length === 0 ? 'It had changed nothing.' : `What it had done before stays done: ${effects.length} ${effects.length === 1 ? 'effect is' : 'effects are'} named in the receipt, with how to take back what can be.`;
  return { reason: 'user_cancelled', details: `A person cancelled the run. ${done}`, factors: [receiptId], canRetry: true, suggestedAction: 'abandon' };
}

export function modelRunRecord(runId: RunId, { reason, details, factors, canRetry, suggestedAction }: Ending, timestamp: Timestamp): TerminationRecord {
  return {
    run_id: runId,
    reason,
    phase_at_termination: 'execute',
    timestamp,
    details,
    contributing_factors: [...factors],
    can_retry: canRetry,
    suggested_action: suggestedAction,
    logged_by: 'mother',
    final_artifacts: [],
    unmet_criteria: [],
    delivery: { state: 'delivered', channel: 'command', at: timestamp },
    suspension: null,
  };
}
