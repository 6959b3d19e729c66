import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ErrorCode, ErrorData, SuggestedAction, TerminationReason } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { endingOfError } from './ending-of-error.ts';

type Family = ErrorCode extends infer Code ? (Code extends `${infer Prefix}.${string}` ? Prefix : never) : never;
type Ends = readonly [code: ErrorCode, reason: TerminationReason, next: SuggestedAction] | readonly [code: ErrorCode, goesOn: 'goes on'];

function failure(code: ErrorCode, data: object = {}): KeelsonError {
  return new KeelsonError(code, { message: 'It went wrong.', nextStep: 'Look.', data: data as ErrorData[ErrorCode] });
}

/** One code of each family that stands for the rest of it. The type insists on every family there is. */
const FAMILIES: Readonly<Record<Family, Ends>> = {
  invariant: ['invariant.broken', 'catastrophic_error', 'abandon'],
  input: ['input.invalid', 'blocked', 'user_input'],
  internal: ['internal.unexpected', 'catastrophic_error', 'abandon'],
  operation: ['operation.unknown', 'catastrophic_error', 'abandon'],
  server: ['server.unreachable', 'goes on'],
  requirements: ['requirements.unreadable', 'catastrophic_error', 'abandon'],
  json: ['json.undecodable', 'catastrophic_error', 'abandon'],
  pattern: ['pattern.rejected', 'catastrophic_error', 'abandon'],
  schema: ['schema.refused', 'catastrophic_error', 'abandon'],
  formula: ['formula.unknown', 'catastrophic_error', 'abandon'],
  model: ['model.unknown', 'blocked', 'user_input'],
  cassette: ['cassette.missing', 'catastrophic_error', 'abandon'],
  network: ['network.unreachable', 'retries_exhausted', 'retry'],
  scenario: ['scenario.invalid', 'catastrophic_error', 'abandon'],
  ledger: ['ledger.busy', 'goes on'],
  lease: ['lease.lost', 'goes on'],
  blob: ['blob.corrupt', 'catastrophic_error', 'abandon'],
  counter: ['counter.unknown', 'catastrophic_error', 'abandon'],
  work: ['work.lost', 'catastrophic_error', 'abandon'],
  journal: ['journal.unresolved', 'goes on'],
  tool: ['tool.unavailable', 'blocked', 'user_input'],
  config: ['config.not_accepted', 'blocked', 'user_input'],
  approval: ['approval.expired', 'approval_denied', 'user_input'],
  policy: ['policy.expression_invalid', 'policy_violation', 'user_input'],
  function_call: ['function_call.unknown', 'blocked', 'user_input'],
  hard_call: ['hard_call.lapsed', 'blocked', 'user_input'],
  run: ['run.input_needed', 'blocked', 'user_input'],
  role: ['role.contract_invalid', 'catastrophic_error', 'abandon'],
  phase: ['phase.gate_closed', 'retries_exhausted', 'retry'],
  plan: ['plan.invalid', 'retries_exhausted', 'escalate_model'],
  conflict: ['conflict.unresolved', 'conflicting_agents', 'user_input'],
  context: ['context.budget_exceeded', 'context_budget_exceeded', 'escalate_model'],
  retrieval: ['retrieval.insufficient', 'insufficient_evidence', 'broaden_scope'],
  offline: ['offline.cannot', 'blocked', 'user_input'],
  taint: ['taint.subject_unknown', 'policy_violation', 'user_input'],
  externalization: ['externalization.blocked', 'policy_violation', 'user_input'],
  mcp: ['mcp.unavailable', 'blocked', 'user_input'],
  sandbox: ['sandbox.unavailable', 'blocked', 'user_input'],
  path: ['path.missing', 'blocked', 'user_input'],
  archive: ['archive.refused', 'policy_violation', 'user_input'],
  id: ['id.invalid', 'catastrophic_error', 'abandon'],
  session: ['session.unknown', 'blocked', 'user_input'],
  memory: ['memory.author_refused', 'catastrophic_error', 'abandon'],
  schedule: ['schedule.unknown', 'catastrophic_error', 'abandon'],
  artifact: ['artifact.invalid', 'catastrophic_error', 'abandon'],
  audit: ['audit.damaged', 'catastrophic_error', 'abandon'],
  calibration: ['calibration.unknown', 'catastrophic_error', 'abandon'],
  key: ['key.unknown', 'catastrophic_error', 'abandon'],
  response: ['response.unknown', 'catastrophic_error', 'abandon'],
};

/** Codes that mean something else than the rest of their family. */
const OTHERWISE: readonly Ends[] = [
  ['model.cancelled', 'goes on'],
  ['model.call_failed', 'retries_exhausted', 'retry'],
  ['model.no_agreement', 'conflicting_agents', 'user_input'],
  ['model.output_undecodable', 'retries_exhausted', 'escalate_model'],
  ['counter.exhausted', 'budget_exhausted', 'broaden_scope'],
  ['tool.approval_denied', 'approval_denied', 'user_input'],
  ['tool.role_not_allowed', 'policy_violation', 'user_input'],
  ['tool.refused_by_policy', 'policy_violation', 'user_input'],
  ['tool.arguments_not_allowed', 'policy_violation', 'user_input'],
  ['tool.stopped', 'goes on'],
  ['run.timed_out', 'timeout', 'broaden_scope'],
  ['run.circuit_open', 'budget_exhausted', 'retry'],
  ['run.cancelled', 'goes on'],
  ['phase.timed_out', 'timeout', 'broaden_scope'],
  ['role.disabled', 'blocked', 'user_input'],
  ['role.unknown', 'blocked', 'user_input'],
  ['role.envelope_invalid', 'retries_exhausted', 'retry'],
  ['journal.diverged', 'catastrophic_error', 'abandon'],
  ['journal.erased', 'catastrophic_error', 'abandon'],
  ['ledger.validation_failed', 'catastrophic_error', 'abandon'],
  ['ledger.event_invalid', 'catastrophic_error', 'abandon'],
  ['sandbox.failed', 'retries_exhausted', 'retry'],
];

const CODES = [...Object.values(FAMILIES), ...OTHERWISE].map(([code, reason, next]) => ({ code, reason, next: next ?? 'nothing' }));

function ofReason(...reasons: readonly TerminationReason[]): typeof CODES {
  return CODES.filter(({ reason }) => reasons.includes(reason as TerminationReason));
}

function endsSo({ code, reason, next }: (typeof CODES)[number]): void {
  expect(endingOfError(failure(code))).toEqual({ reason, suggestedAction: next, details: 'It went wrong. Look.', factors: [code], canRetry: reason !== 'policy_violation', unmet: [] });
}

describe('a run that an error stopped', () => {
  it.each(ofReason('blocked'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.blocked', 'KEL-RUN-04'), endsSo);
  it.each(ofReason('catastrophic_error'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.catastrophic_error'), endsSo);
  it.each(ofReason('approval_denied'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.approval_denied'), endsSo);
  it.each(ofReason('policy_violation'))('ends after $code as $reason, which no second try mends', verifies('MH4-1-12', 'termination.policy_violation', 'KEL-RUN-04'), endsSo);
  it.each(ofReason('retries_exhausted'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.retries_exhausted'), endsSo);
  it.each(ofReason('context_budget_exceeded'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.context_budget_exceeded'), endsSo);
  it.each(ofReason('insufficient_evidence'))('ends after $code as $reason', verifies('MH4-1-12', 'termination.insufficient_evidence'), endsSo);
  it.each(ofReason('timeout', 'budget_exhausted', 'conflicting_agents'))('ends after $code as $reason', verifies('MH4-1-12', 'KEL-LOOP-09'), endsSo);

  it.each(CODES.filter(({ reason }) => reason === 'goes on'))('is not ended by $code, which leaves it to be gone on with', verifies('MH4-1-12', 'KEL-LOOP-09', 'KEL-RUN-04'), ({ code }) => {
    expect(endingOfError(failure(code))).toBeUndefined();
  });

  it('is never ended as a success or as cancelled by an error', verifies('MH4-1-12', 'termination.user_cancelled', 'ART-LAW-0'), () => {
    expect(CODES.map(({ code }) => endingOfError(failure(code))?.reason).filter((reason) => reason === 'success' || reason === 'user_cancelled')).toEqual([]);
  });

  it.each(['authentication', 'payment', 'not_found', 'bad_request', 'content_filtered'])('ends blocked where a model call fails by %s, which a person has to mend', verifies('MH4-1-12', 'termination.blocked', 'KEL-LOOP-09'), (fault) => {
    expect(endingOfError(failure('model.call_failed', { fault, model_id: 'm', attempts: 1, detail: '' }))).toMatchObject({ reason: 'blocked', suggestedAction: 'user_input' });
  });

  it('ends for want of room where no model takes the question in', verifies('MH4-1-12', 'termination.context_budget_exceeded', 'KEL-LOOP-09'), () => {
    const room = { reason: 'context_budget_exceeded', suggestedAction: 'escalate_model' };
    expect(endingOfError(failure('model.route_refused', { reason: 'context_too_small', detail: '' }))).toMatchObject(room);
    expect(endingOfError(failure('model.call_failed', { fault: 'context_too_long', model_id: 'm', attempts: 1, detail: '' }))).toMatchObject(room);
    expect(endingOfError(failure('model.route_refused', { reason: 'no_model_left', detail: '' }))).toMatchObject({ reason: 'blocked' });
  });

  it.each([
    ['terminate', 'retries_exhausted', 'escalate_model'],
    ['escalate', 'retries_exhausted', 'escalate_model'],
    ['approval_required', 'blocked', 'user_input'],
    ['blocked', 'blocked', 'user_input'],
  ] as const)('ends after the last retry of a phase that is to %s as %s', verifies('MH4-1-12', 'termination.retries_exhausted'), (onExceed, reason, suggestedAction) => {
    expect(endingOfError(failure('phase.retries_exhausted', { phase: 'execute', role_id: null, on_exceed: onExceed }))).toMatchObject({ reason, suggestedAction });
  });

  it('ends by a defect when what stopped it is no error of ours, and says so', verifies('MH4-1-12', 'termination.catastrophic_error', 'KEL-RUN-04'), () => {
    const broken = { reason: 'catastrophic_error', suggestedAction: 'abandon', factors: ['internal.unexpected'], canRetry: true, unmet: [] };
    expect(endingOfError(new TypeError('x is undefined'))).toEqual({ ...broken, details: 'Something in Keelson itself went wrong: x is undefined' });
    expect(endingOfError('odd')).toEqual({ ...broken, details: 'Something in Keelson itself went wrong: odd' });
  });

  it('is told of without the secrets in what stopped it', verifies('KEL-RUN-04'), () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const ours = new KeelsonError('tool.failed', { message: `It broke at ${key}.`, nextStep: 'Look.', data: { tool_id: 'x', detail: '' } });
    expect([endingOfError(ours)?.details, endingOfError(new TypeError(`no ${key}`))?.details]).toEqual(['It broke at [SECRET]. Look.', 'Something in Keelson itself went wrong: no [SECRET]']);
  });
});
