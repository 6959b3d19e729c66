import type { RunId, SuggestedAction, TerminationReason, TerminationRecord, Timestamp, ToolCallOutcome } from '../contracts/index.ts';
import type { KeelsonError } from '../kernel/index.ts';
import { withoutSecrets } from '../redaction/index.ts';

interface Ending {
  readonly reason: TerminationReason;
  readonly suggestedAction: SuggestedAction | null;
  readonly canRetry: boolean;
}

const RETRIES_EXHAUSTED: Ending = { reason: 'retries_exhausted', suggestedAction: 'retry', canRetry: true };

/** What stops a call before or while it is made, by the family of its code; a failure of the tool itself is none of these. */
function endingOf(code: string): Ending {
  if (code === 'tool.approval_denied') return { reason: 'approval_denied', suggestedAction: 'user_input', canRetry: true };
  if (code === 'tool.timed_out') return { reason: 'timeout', suggestedAction: 'retry', canRetry: true };
  if (code.startsWith('counter.')) return { reason: 'budget_exhausted', suggestedAction: 'broaden_scope', canRetry: true };
  if (['tool.unavailable', 'sandbox.unavailable', 'tool.nobody_to_ask', 'tool.definition_changed'].includes(code)) return { reason: 'blocked', suggestedAction: 'user_input', canRetry: true };
  if (REFUSED.has(code)) return { reason: 'policy_violation', suggestedAction: 'abandon', canRetry: false };
  return RETRIES_EXHAUSTED;
}

const REFUSED: ReadonlySet<string> = new Set(['tool.role_not_allowed', 'tool.arguments_not_allowed', 'tool.rate_limited', 'tool.too_many_bytes', 'tool.refused_by_policy', 'tool.not_decided', 'path.denied', 'path.gated', 'network.refused']);

/** How a run ends that was one call of a tool. The tool's answer went to whoever asked for the call, so it was delivered. */
export function terminationOf(runId: RunId, end: { readonly outcome: ToolCallOutcome } | { readonly refusal: KeelsonError }, timestamp: Timestamp): TerminationRecord {
  const error = 'refusal' in end ? end.refusal.toBody() : end.outcome.error;
  const ending: Ending = error === null ? { reason: 'success', suggestedAction: null, canRetry: false } : endingOf(error.code);
  return {
    run_id: runId,
    reason: ending.reason,
    phase_at_termination: 'execute',
    timestamp,
    details: error === null ? 'The tool did what was asked of it, and what it gave back fits its contract.' : withoutSecrets(error.message),
    contributing_factors: error === null ? [] : [error.code],
    can_retry: ending.canRetry,
    suggested_action: ending.suggestedAction,
    logged_by: 'mother',
    final_artifacts: [],
    unmet_criteria: [],
    delivery: { state: 'delivered', channel: 'command', at: timestamp },
    suspension: null,
  };
}
