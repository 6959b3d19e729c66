import type { ArgumentOrigin, RunId, ToolCallDecision } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';

/** A call that waits for a yes, as whoever makes it says. */
export interface CallToApprove {
  readonly runId: RunId;
  /** Where in the whole run. */
  readonly call: string;
  /** The same for every time this is asked, also after a restart. */
  readonly idempotencyKey: string;
  readonly decision: Omit<ToolCallDecision, 'approval_id'>;
  /** Rule and explanation of everything that asks. */
  readonly reasons: readonly string[];
  readonly isUndoable: boolean;
  readonly origins: readonly ArgumentOrigin[];
  readonly touches: readonly string[];
  /** What is asked together belongs together; the calls of one step unless told. */
  readonly batch?: string;
}

/** The step that the call is made in: calls below one step are made in one turn. */
export function batchOf({ batch, call }: Pick<CallToApprove, 'batch' | 'call'>): string {
  const end = call.lastIndexOf('/');
  return batch ?? (end > 0 ? call.slice(0, end) : call);
}

/** Everything that is recorded about a call goes under keys that begin with this one. */
export function appendKeyOf({ idempotencyKey }: Pick<CallToApprove, 'idempotencyKey'>): string {
  return `approval:${sha256Hex(idempotencyKey)}`;
}
