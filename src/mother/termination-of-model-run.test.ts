import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { TerminationRecord, type ErrorCode, type RunId } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { endingOfCancel, endingOfError, endingOfLoop, modelRunRecord } from './termination-of-model-run.ts';

const RUN = 'run_01JCQZ9Y5D0000000000000001' as RunId;
const AT = '2026-11-15T09:00:00.000Z';
const failure = (code: ErrorCode, data: object = {}) => new KeelsonError(code as 'tool.failed', { message: 'It went wrong.', nextStep: 'Look.', data: { tool_id: 'x', detail: '', ...data } });

describe('how a run with a model ends', () => {
  it.each([
    ['counter.exhausted', {}, 'budget_exhausted', 'broaden_scope'],
    ['model.unknown', {}, 'blocked', 'user_input'],
    ['model.route_refused', { reason: 'no_model_left' }, 'blocked', 'user_input'],
    ['model.route_refused', { reason: 'context_too_small' }, 'context_budget_exceeded', 'escalate_model'],
    ['model.call_failed', { fault: 'connection_refused' }, 'retries_exhausted', 'retry'],
    ['model.call_failed', { fault: 'context_too_long' }, 'context_budget_exceeded', 'escalate_model'],
    ['model.call_failed', { fault: 'authentication' }, 'blocked', 'user_input'],
    ['model.call_failed', { fault: 'payment' }, 'blocked', 'user_input'],
    ['model.call_failed', { fault: 'not_found' }, 'blocked', 'user_input'],
    ['model.call_failed', { fault: 'bad_request' }, 'blocked', 'user_input'],
    ['model.call_failed', { fault: 'content_filtered' }, 'blocked', 'user_input'],
    ['model.no_agreement', {}, 'conflicting_agents', 'user_input'],
    ['model.output_undecodable', {}, 'retries_exhausted', 'escalate_model'],
    ['model.key_unavailable', {}, 'blocked', 'user_input'],
    ['model.settings_invalid', {}, 'blocked', 'user_input'],
    ['model.start_failed', {}, 'blocked', 'user_input'],
    ['model.plugin_unsupported', {}, 'blocked', 'user_input'],
  ] as const)('after %s %j with %s', verifies('KEL-LOOP-09'), (code, data, reason, suggestedAction) => {
    expect(endingOfError(failure(code, data))).toEqual({ reason, suggestedAction, details: 'It went wrong.', factors: [code], canRetry: true });
  });

  it.each(['model.cancelled', 'journal.cancelled', 'journal.unresolved', 'lease.lost', 'ledger.busy', 'invariant.broken'] as const)('never by %s, which leaves it to be gone on with', verifies('KEL-LOOP-09'), (code) => {
    expect(endingOfError(failure(code))).toBeUndefined();
    expect(endingOfError(new TypeError('a defect'))).toBeUndefined();
  });

  it.each([
    ['Done.', 'end_turn', 'The model gave an answer, and nothing has checked it: take it for a claim, and look yourself before you rely on it.'],
    [' \n', 'end_turn', 'The model ended without saying anything, and nothing has checked what it did.'],
    ['Half a sen', 'max_tokens', 'The answer of the model was cut off at the limit of its length, and nothing has checked it.'],
    ['I will not.', 'refusal', 'The model refused the task, and nothing has checked its reasons.'],
  ] as const)('never as a success, for nothing has checked %j (%s)', verifies('KEL-LOOP-09'), (text, stopReason, details) => {
    expect(endingOfLoop({ kind: 'answered', text, stopReason, turns: 1 })).toEqual({ reason: 'insufficient_evidence', details, factors: [], canRetry: true, suggestedAction: 'user_input' });
  });

  it('is told in a record that the contract takes, without secrets', verifies('KEL-LOOP-08', 'KEL-LOOP-09'), () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const secret = endingOfError(new KeelsonError('model.unknown', { message: `No ${key}.`, nextStep: 'Look.', data: { model_id: 'x', known: [] } }));
    const cancelled = endingOfCancel({ receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, run_id: RUN, stopped: 'at_once', executed_side_effects: [1, 2].map((at) => ({ call: `c${at}`, what: 'wrote', certainty: 'executed', undo_command: null })), cancelled_intents: [], created_at: AT, schema_version: '1.0' });
    const cut = endingOfLoop({ kind: 'cut_short', text: 'x', stopReason: 'end_turn', turns: 30 });
    const records = [secret, cancelled, cut].map((ending) => TerminationRecord.parse(modelRunRecord(RUN, ending ?? cut, AT)));
    expect(records.map(({ reason, details }) => [reason, details])).toEqual([
      ['blocked', 'No [SECRET].'],
      ['user_cancelled', 'A person cancelled the run. What it had done before stays done: 2 effects are named in the receipt, with how to take back what can be.'],
      ['budget_exhausted', 'The model had 30 turns and was not done; what it wrote in the last is unfinished, and nothing has checked it.'],
    ]);
  });
});
