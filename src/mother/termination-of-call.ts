import type { ToolCallOutcome } from '../contracts/index.ts';
import type { KeelsonError } from '../kernel/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import type { Ending } from './termination/ending.ts';

type CallEnding = Pick<Ending, 'reason' | 'suggestedAction' | 'canRetry'>;

const RETRIES_EXHAUSTED: CallEnding = { reason: 'retries_exhausted', suggestedAction: 'retry', canRetry: true };

/** What stops a call before or while it is made, by the family of its code; a failure of the tool itself is none of these. */
function endingOf(code: string): CallEnding {
  if (code === 'tool.approval_denied') return { reason: 'approval_denied', suggestedAction: 'user_input', canRetry: true };
  if (code === 'tool.timed_out') return { reason: 'timeout', suggestedAction: 'retry', canRetry: true };
  if (code === 'run.circuit_open') return { reason: 'budget_exhausted', suggestedAction: 'retry', canRetry: true };
  if (code.startsWith('counter.')) return { reason: 'budget_exhausted', suggestedAction: 'broaden_scope', canRetry: true };
  if (['tool.unavailable', 'sandbox.unavailable', 'tool.nobody_to_ask', 'tool.definition_changed'].includes(code)) return { reason: 'blocked', suggestedAction: 'user_input', canRetry: true };
  if (REFUSED.has(code)) return { reason: 'policy_violation', suggestedAction: 'abandon', canRetry: false };
  return RETRIES_EXHAUSTED;
}

const REFUSED: ReadonlySet<string> = new Set(['tool.role_not_allowed', 'tool.arguments_not_allowed', 'tool.rate_limited', 'tool.too_many_bytes', 'tool.refused_by_policy', 'tool.not_decided', 'path.denied', 'path.gated', 'network.refused']);

/** How a run ends that was one call of a tool. */
export function endingOfCall(end: { readonly outcome: ToolCallOutcome } | { readonly refusal: KeelsonError }): Ending {
  const error = 'refusal' in end ? end.refusal.toBody() : end.outcome.error;
  if (error === null) return { reason: 'success', suggestedAction: null, canRetry: false, details: 'The tool did what was asked of it, and what it gave back fits its contract.', factors: [], unmet: [] };
  return { ...endingOf(error.code), details: withoutSecrets(error.message), factors: [error.code], unmet: [] };
}
