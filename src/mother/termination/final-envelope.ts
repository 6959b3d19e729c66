import type { EnvelopeStatus, ResultEnvelope, TaskId, TerminationReason, TerminationRecord } from '../../contracts/index.ts';

/** A run that only a person can bring further is blocked; every other end but success is a failure. */
const BLOCKED: ReadonlySet<TerminationReason> = new Set(['blocked', 'approval_denied', 'user_cancelled']);

/** What Mother hands back of the whole run: the one envelope that carries the record of why it ended. */
export function finalEnvelope(taskId: TaskId, termination: TerminationRecord): ResultEnvelope {
  const { run_id: runId, reason, details } = termination;
  return {
    run_id: runId,
    task_id: taskId,
    role_id: 'mother',
    status: statusOf(reason),
    confidence: { score: 1, rationale: 'It says what the record of the run shows.' },
    risk: { level: 'low', rationale: 'It only tells of what is over.' },
    artifacts: [],
    next_actions: [],
    errors: reason === 'success' ? [] : [{ code: reason, message: details }],
    termination,
  };
}

function statusOf(reason: TerminationReason): EnvelopeStatus {
  if (reason === 'success') return 'success';
  return BLOCKED.has(reason) ? 'blocked' : 'failed';
}
