import { describe, expect, it } from 'vitest';
import { REPORT, TASK } from '../../../test/support/run-samples.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { FinalResult, TerminationRecord, type Criterion, type TaskCancelReceipt } from '../../contracts/index.ts';
import type { EndCause } from '../../loops/index.ts';
import { endingOfCancel, endingOfImpossible, endingOfResult, type GivenUp } from './ending-of-result.ts';
import { terminationRecord } from './ending.ts';
import type { RunFacts } from './run-facts.ts';

const UNMET: Criterion = { criterion: 'The list is sorted.', mode: 'plausible', required: false };
const NEEDED: Criterion = { criterion: 'The tests pass.', mode: 'verifiable', required: true };
const measured = { task_id: TASK, loss: { D: 0.2, P: 0, Omega: 0.1, L: 0.1 }, grad_l: 0, grad_q: 0, prev_directive: 'init', replans: 1, output: 'Half of it.' };
const ACCEPTED = REPORT.result as FinalResult;
const CLOSE = FinalResult.parse({ ...measured, directive: 'success', summary: 'Nearly.', unmet_criteria: [UNMET] });
const GIVEN_UP = FinalResult.parse({ ...measured, directive: 'abandon', summary: 'It cannot be done.', unmet_criteria: [NEEDED], next_moves: ['Try another way.'] });

const NOTHING: RunFacts = { denied: [], forbidden: [], factors: ['1 refusal of the whole result'] };
const given = (because: EndCause, lacksEvidence = false): GivenUp => ({ lastRound: 'execute/2/', because, lacksEvidence });
const inRound = (round: number): string => `execute/${round}/1/attempt-1/turn-1/tool-1`;

describe('a run that came to a result', () => {
  it('is a success only when the solver accepts it or takes it for close enough, and lists what is unmet', verifies('ART-LAW-0', 'termination.success'), () => {
    expect(endingOfResult(ACCEPTED, NOTHING, given('all_met'))).toEqual({ reason: 'success', details: 'Mended.', factors: NOTHING.factors, canRetry: false, suggestedAction: null, unmet: [] });
    expect(endingOfResult(CLOSE, NOTHING, given('close_enough'))).toEqual({ reason: 'success', details: 'Nearly.', factors: NOTHING.factors, canRetry: false, suggestedAction: null, unmet: [UNMET] });
    // What a person said no to on the way does not make a result that stands a failure.
    expect(endingOfResult(ACCEPTED, { ...NOTHING, denied: [{ call: inRound(2), why: 'Not that.' }] }, given('all_met')).reason).toBe('success');
  });

  it.each([
    ['divergence', 'retries_exhausted', 'escalate_model'],
    ['replans', 'retries_exhausted', 'escalate_model'],
    ['stopped', 'retries_exhausted', 'escalate_model'],
    ['time', 'timeout', 'broaden_scope'],
  ] as const)('given up for %s ends as %s', verifies('MH4-1-12', 'termination.retries_exhausted', 'termination.approval_denied', 'ART-LAW-0'), (because, reason, suggestedAction) => {
    expect(endingOfResult(GIVEN_UP, NOTHING, given(because))).toEqual({ reason, details: 'It cannot be done.', factors: NOTHING.factors, canRetry: true, suggestedAction, unmet: [NEEDED] });
  });

  it.each(['all_met', 'close_enough'] as const)('cannot be given up for %s', verifies('MH4-1-12', 'termination.approval_denied'), async (because) => {
    expect((await refusalOf((async () => endingOfResult(GIVEN_UP, NOTHING, given(because)))())).code).toBe('invariant.broken');
  });

  it('ends as denied when a person said no to something in its last round, and tells why', verifies('termination.approval_denied'), () => {
    const denied = { ...NOTHING, denied: [{ call: inRound(2), why: 'The person said no.' }, { call: inRound(2), why: 'The person said no.' }] };
    expect(endingOfResult(GIVEN_UP, denied, given('replans'))).toEqual({ reason: 'approval_denied', details: 'It cannot be done. Not allowed: The person said no.', factors: NOTHING.factors, canRetry: true, suggestedAction: 'user_input', unmet: [NEEDED] });
    expect(endingOfResult(GIVEN_UP, { ...NOTHING, denied: [{ call: inRound(1), why: 'Long ago.' }] }, given('replans'))).toMatchObject({ reason: 'retries_exhausted', details: 'It cannot be done.' });
  });

  it('ends for lack of evidence when the files did not bring enough', verifies('termination.insufficient_evidence', 'termination.approval_denied'), () => {
    expect(endingOfResult(GIVEN_UP, { ...NOTHING, forbidden: [inRound(2)] }, given('replans', true))).toMatchObject({ reason: 'insufficient_evidence', suggestedAction: 'broaden_scope', unmet: [NEEDED] });
  });

  it('ends for what is not allowed when a contract or policy stood in the way of its last round', verifies('termination.policy_violation', 'termination.approval_denied'), () => {
    expect(endingOfResult(GIVEN_UP, { ...NOTHING, forbidden: [inRound(2)] }, given('replans'))).toMatchObject({ reason: 'policy_violation', suggestedAction: 'user_input' });
    expect(endingOfResult(GIVEN_UP, { ...NOTHING, forbidden: [inRound(1)] }, given('replans'))).toMatchObject({ reason: 'retries_exhausted' });
  });

  it('does not end for what was refused to a subtask that came to its end all the same', verifies('termination.approval_denied', 'termination.policy_violation'), () => {
    const refused = { ...NOTHING, denied: [{ call: inRound(2), why: 'Not that.' }], forbidden: [inRound(2)] };
    const ended = (failedAt: readonly string[]) => endingOfResult(GIVEN_UP, refused, { ...given('replans'), failedAt }).reason;
    expect([ended([]), ended(['execute/2/2/']), ended(['execute/2/2/', 'execute/2/1/'])]).toEqual(['retries_exhausted', 'retries_exhausted', 'approval_denied']);
    expect(endingOfResult(GIVEN_UP, { ...refused, denied: [] }, { ...given('replans'), failedAt: ['execute/2/2/'] }).reason).toBe('retries_exhausted');
  });
});

describe('a run without a result', () => {
  it('that nobody can plan is blocked, and says what can be done instead', verifies('termination.blocked'), () => {
    expect(endingOfImpossible({ decision: 'impossible', reason: 'There is no such file.' })).toEqual({ reason: 'blocked', details: 'There is no such file.', factors: ['no plan'], canRetry: true, suggestedAction: 'user_input', unmet: [] });
    expect(endingOfImpossible({ decision: 'impossible', reason: 'No model.', can: ['count lines', 'find files'] }).details).toBe('No model. What can be done: count lines; find files.');
  });

  it('that a person cancelled says so, with the receipt of what stays done', verifies('termination.user_cancelled', 'KEL-LOOP-08'), () => {
    const effect = { call: 'execute/1', what: 'a.txt', certainty: 'executed' as const, undo_command: null };
    const receipt = (effects: TaskCancelReceipt['executed_side_effects']): TaskCancelReceipt => ({ receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, run_id: sample.runId, stopped: 'at_once', executed_side_effects: effects, cancelled_intents: [], created_at: sample.time, schema_version: '1.0' });
    expect(endingOfCancel(receipt([]))).toEqual({ reason: 'user_cancelled', details: 'A person cancelled the run. It had changed nothing.', factors: ['rcp_01JCQZ9Y5D0000000000000001'], canRetry: true, suggestedAction: 'abandon', unmet: [] });
    expect(endingOfCancel(receipt([effect])).details).toBe('A person cancelled the run. What it had done before stays done: 1 effect is named in the receipt, with how to take back what can be.');
    expect(endingOfCancel(receipt([effect, effect])).details).toContain('2 effects are named');
  });
});

describe('the record of an end', () => {
  const at = { runId: sample.runId, phase: 'review', artifacts: [sample.artifactId] } as const;

  it('holds everything that was decided, is logged by Mother, and fits its contract', verifies('MH4-1-01', 'MH4-1-03'), () => {
    const ending = { reason: 'blocked', details: 'Nobody answers.', factors: ['run.input_needed'], canRetry: true, suggestedAction: 'user_input', unmet: [NEEDED] } as const;
    const record = terminationRecord(ending, at, sample.time);
    expect(record).toEqual({
      run_id: sample.runId,
      reason: 'blocked',
      phase_at_termination: 'review',
      timestamp: sample.time,
      details: 'Nobody answers.',
      contributing_factors: ['run.input_needed'],
      can_retry: true,
      suggested_action: 'user_input',
      logged_by: 'mother',
      final_artifacts: [sample.artifactId],
      unmet_criteria: [NEEDED],
      delivery: { state: 'delivered', channel: 'command', at: sample.time },
      suspension: null,
    });
    expect(TerminationRecord.parse(record)).toEqual(record);
  });

  it('cannot call a run a success that leaves something required unmet', verifies('ART-LAW-0'), () => {
    const claimed = terminationRecord({ reason: 'success', details: 'All done.', factors: [], canRetry: false, suggestedAction: null, unmet: [NEEDED] }, at, sample.time);
    expect(TerminationRecord.safeParse(claimed).success).toBe(false);
  });
});
