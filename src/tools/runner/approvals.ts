import type { ApprovalId, ArgumentOrigin, RunId, ToolApprovalAnswer, ToolCallDecision } from '../../contracts/index.ts';

/** A call that waits for a yes, built from its arguments alone. */
export interface ApprovalRequest {
  readonly runId: RunId;
  readonly call: string;
  /** The same for every time this is asked, also after a restart. */
  readonly idempotencyKey: string;
  readonly decision: Omit<ToolCallDecision, 'approval_id'>;
  /** Why it is asked: rules that ask, or that the tool or the role's contract always needs a yes. */
  readonly reasons: readonly string[];
  /** Whether what it changes can be taken back. */
  readonly isUndoable: boolean;
  /** Where its words came from. */
  readonly origins: readonly ArgumentOrigin[];
  /** Which kinds of thing the tool touches at all. */
  readonly touches: readonly string[];
}

export type CallToJudge = Omit<ApprovalRequest, 'idempotencyKey' | 'runId' | 'call'>;

/** Who decides is none of the runner's business. Whoever cannot ask anybody answers `denied`. */
export interface ApprovalPort {
  /** Why a call needs a yes that nothing in the tools asks for: a person's own policy, the contract of a role. */
  alsoAsks?(call: CallToJudge): Promise<readonly string[]>;
  /** Why arguments that a person put in the place of others may not be used after all; undefined when they may. */
  whyNotEdited?(call: CallToJudge, approvalId: ApprovalId): Promise<string | undefined>;
  request(request: ApprovalRequest, signal: AbortSignal): Promise<ToolApprovalAnswer>;
}
