import type { TerminationReason } from '../contracts/index.ts';

/** What the process says when it ends. Scripts rely on these; never renumber them. */
export const EXIT = {
  ok: 0,
  /** The work was done and the answer is no: a check failed, something required is missing. */
  failed: 1,
  /** The command line was not understood: neither its options nor what they name. */
  usage: 2,
  approvalDenied: 10,
  policyViolation: 11,
  retriesExhausted: 12,
  timeout: 13,
  insufficientEvidence: 14,
  conflictingAgents: 15,
  budgetExhausted: 16,
  blocked: 17,
  contextBudgetExceeded: 18,
  catastrophicError: 19,
  /** A defect in Keelson, or a server that cannot be read. */
  internal: 70,
  /** The answer could not be written where it was sent. */
  unwritable: 74,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a run ended, as a script sees it: each reason has a code of its own. */
export const EXIT_BY_REASON: Readonly<Record<TerminationReason, ExitCode>> = {
  success: EXIT.ok,
  approval_denied: EXIT.approvalDenied,
  policy_violation: EXIT.policyViolation,
  retries_exhausted: EXIT.retriesExhausted,
  timeout: EXIT.timeout,
  insufficient_evidence: EXIT.insufficientEvidence,
  conflicting_agents: EXIT.conflictingAgents,
  budget_exhausted: EXIT.budgetExhausted,
  blocked: EXIT.blocked,
  context_budget_exceeded: EXIT.contextBudgetExceeded,
  catastrophic_error: EXIT.catastrophicError,
  user_cancelled: EXIT.interrupted,
};
