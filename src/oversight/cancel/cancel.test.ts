import { describe, expect, it } from 'vitest';
import { runId as run } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { held, quiet, shout } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { approvalAsked, approvalId, approvalRecord, hardCall, hardCallAsked, hardCallId } from '../../../test/support/oversight-samples.ts';
import { oversightRig, personAt, type OversightRig } from '../../../test/support/oversight-rig.ts';
import { TaskCancelProtocol, TaskCancelReceipt, type JsonObject } from '../../contracts/index.ts';
import { EXECUTED_EFFECTS_MAX, type NewEvent } from '../../ledger/index.ts';
import { waitingForPerson } from '../attention/list-attention.ts';
import { readHardCall } from '../hard-calls/read-hard-call.ts';
import { requestCancel, type CancelWish } from './request-cancel.ts';
import { leaveOutWaiting, settleCancel } from './settle-cancel.ts';
import { skipWaiting } from './skip.ts';
import { watchCancel } from './watch-cancel.ts';

const cancel = ({ runId, person, clock }: OversightRig, wish: Partial<CancelWish> = {}) => requestCancel({ runId, requestedBy: 'ada', idempotencyKey: 'k', ...wish }, { ...person, clock });

describe('cancelling a run', () => {
  it('says how it stops and what becomes of everything, and is one wish under one key', verifies('KEL-CANCEL-01', 'ELN-B-10', 'ELN-RULE-28'), async () => {
    const rig = await oversightRig();
    const protocol = await cancel(rig);
    expect(TaskCancelProtocol.parse(protocol)).toEqual({
      cancel_request_id: protocol.cancel_request_id,
      task_id: 'task_01JCQZ9Y5D0000000000000001',
      run_id: rig.runId,
      requested_by_ref: 'ada',
      cancel_scope: 'entire_run',
      target_refs: [],
      in_flight_handling: 'request_graceful_stop',
      side_effect_policy: 'do_not_cancel_executed_side_effects',
      candidate_disposition: 'retain_for_manual_review',
      source_workspace_disposition: 'retain_records',
      learning_signal_policy: 'suppress_success_signals',
      created_at: new Date(rig.clock.nowMs()).toISOString(),
      schema_version: '1.0',
    });
    expect(await requestCancel({ runId: rig.runId, requestedBy: 'ada', idempotencyKey: 'k' }, { ...personAt(rig.store, rig.clock), clock: rig.clock })).toEqual(protocol);
    expect((await refusalOf(cancel(rig, { choices: { in_flight_handling: 'preempt_immediately' } }))).code).toBe('ledger.key_reused');
    const harder = await cancel(rig, { idempotencyKey: 'k2', choices: { in_flight_handling: 'preempt_immediately', target_refs: ['a'] } });
    expect([harder.in_flight_handling, harder.target_refs]).toEqual(['preempt_immediately', ['a']]);
    expect((await rig.events()).map(({ type, payload }) => [type, payload])).toEqual([['run.cancel_requested', { protocol }], ['run.cancel_requested', { protocol: harder }]]);
  });

  it('is refused for a run that nobody knows and for one that has ended', verifies('KEL-CANCEL-01'), async () => {
    const rig = await oversightRig();
    expect((await refusalOf(cancel(rig, { runId: run(9) }))).code).toBe('run.unknown');
    await rig.end();
    expect((await refusalOf(cancel(rig))).code).toBe('run.ended');
  });

  it('stops what is under way at once, from another process, or lets the step end when that was asked for', verifies('KEL-CANCEL-02'), async () => {
    const handled = async (in_flight_handling: TaskCancelProtocol['in_flight_handling']) => {
      const rig = await oversightRig();
      const watch = watchCancel(rig.runId, { bus: personAt(rig.store, rig.clock).bus, reader: rig.log });
      await watch.caughtUp;
      const before = [watch.signal.aborted, watch.requested()];
      const protocol = await cancel(rig, { choices: { in_flight_handling } });
      await quiet();
      const after = { before, isAborted: watch.signal.aborted, reason: (watch.signal.reason as { data?: unknown } | undefined)?.data, isHeard: JSON.stringify(watch.requested()) === JSON.stringify(protocol) };
      await watch.stop();
      return { after, told: { run_id: rig.runId, cancel_request_id: protocol.cancel_request_id } };
    };
    for (const handling of ['request_graceful_stop', 'preempt_immediately'] as const) {
      const { after, told } = await handled(handling);
      expect(after).toEqual({ before: [false, undefined], isAborted: true, reason: told, isHeard: true });
    }
    expect((await handled('finish_current_step_then_stop')).after).toEqual({ before: [false, undefined], isAborted: false, reason: undefined, isHeard: true });
  });

  it('is heard by whoever goes on with the run later, and concerns no other run and no part of one', verifies('KEL-CANCEL-02'), async () => {
    const rig = await oversightRig();
    const watched = (runId: OversightRig['runId']) => watchCancel(runId, { bus: rig.person.bus, reader: rig.log });
    await cancel(rig, { idempotencyKey: 'part', choices: { cancel_scope: 'segment', target_refs: ['s1'] } });
    const first = watched(rig.runId);
    await first.caughtUp;
    expect([first.signal.aborted, first.requested()]).toEqual([false, undefined]);
    const protocol = await cancel(rig);
    const [late, other] = [watched(rig.runId), watched(run(9))];
    await Promise.all([late.caughtUp, other.caughtUp]);
    await quiet();
    expect([late.signal.aborted, late.requested(), first.requested(), other.signal.aborted, other.requested()]).toEqual([true, protocol, protocol, false, undefined]);
    await Promise.all([first.stop(), late.stop(), other.stop()]);
  });

  it('stops a run whose log cannot be read any more, because nobody could cancel it', verifies('KEL-CANCEL-02'), async () => {
    const rig = await oversightRig();
    const broken = new Error('the disk is gone');
    const watch = watchCancel(rig.runId, { bus: rig.person.bus, reader: { read: () => Promise.reject(broken) } });
    await watch.caughtUp;
    await quiet();
    expect([watch.signal.aborted, watch.signal.reason]).toEqual([true, broken]);
  });
});

const verdict = { decision: 'allow', rule: 'x', explanation: 'Allowed.' };

function started(rig: OversightRig, call: string, ...subjects: [string, string][]): NewEvent {
  return { type: 'run.tool_started', streamId: rig.runId, payload: { run_id: rig.runId, call, decision: { tool_id: 'shell', role_id: 'coder', arguments: {}, workspace: '/w', definition_hash: 'a'.repeat(64), action_hash: 'b'.repeat(64), intentions: subjects.map(([kind, subject]) => ({ kind, subject, verdict })), approval_id: null } } };
}

function ended(rig: OversightRig, call: string, outcome: JsonObject = {}): NewEvent {
  const whole = { status: 'completed', shown: { text: '', total_chars: 0, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: 1, error: null, ...outcome };
  return { type: 'run.tool_ended', streamId: rig.runId, payload: { run_id: rig.runId, call, action_hash: 'b'.repeat(64), evidence: { tool_id: 'shell', input: '{}', output_excerpt: '', outcome: 'completed', journal_ref: { kind: 'event', key: 'x' } }, outcome: whole } };
}

describe('the receipt of a cancellation', () => {
  const file = (path: string): JsonObject => ({ path, kind: 'created', before: null, before_mode: null, after_sha256: 'c'.repeat(64) });

  it('tells what had happened, what may have and how it can be taken back, and never that it was', verifies('KEL-CANCEL-03', 'ELN-B-10'), async () => {
    const rig = await oversightRig();
    await rig.writer.append({
      key: 'calls',
      events: [
        started(rig, 'a', ['path', 'write "a.txt"']),
        ended(rig, 'a', { changes: [file('a.txt'), file('b.txt')] }),
        started(rig, 'b', ['script', 'make (in /w)']),
        ended(rig, 'b', { changes: [file('out')], is_undoable: false }),
        started(rig, 'c', ['url', 'POST https://example.org/']),
        ended(rig, 'c'),
        started(rig, 'd', ['url', 'GET https://example.org/']),
        ended(rig, 'd'),
        started(rig, 'e', ['remote', 'send on mail']),
        ended(rig, 'e', { status: 'failed' }),
        started(rig, 'f', ['script', 'sleep 9 (in /w)'], ['path', 'read "x"']),
      ],
    });
    const undo = `keelson undo ${rig.runId}`;
    const receipt = await settleCancel(await cancel(rig), 'at_once', { ...rig.person, log: rig.writer, clock: rig.clock });
    expect(TaskCancelReceipt.parse(receipt).executed_side_effects).toEqual([
      { call: 'a', what: 'created a.txt, created b.txt', certainty: 'executed', undo_command: undo },
      { call: 'b', what: 'created out', certainty: 'executed', undo_command: undo },
      { call: 'b', what: 'make (in /w)', certainty: 'executed', undo_command: null },
      { call: 'c', what: 'POST https://example.org/', certainty: 'executed', undo_command: null },
      { call: 'e', what: 'send on mail', certainty: 'may_have_happened', undo_command: null },
      { call: 'f', what: 'sleep 9 (in /w)', certainty: 'may_have_happened', undo_command: null },
    ]);
    await rig.writer.append({ key: 'settled', events: [{ type: 'run.cancel_settled', streamId: rig.runId, payload: { receipt } }] });
    expect((await rig.events()).at(-1)?.payload).toEqual({ receipt });
  });

  it('tells of steps that were stopped, and of those that never began', verifies('KEL-CANCEL-03'), async () => {
    const rig = await oversightRig();
    const journal = await rig.open({ cancelGraceMs: 0 });
    const stop = new AbortController();
    const never = held<string>();
    const sending = journal.step('send', shout('destructive', () => never.promise), { text: 'a' }, { signal: stop.signal });
    const looking = journal.step('look', shout('read_only', () => never.promise), { text: 'b' }, { signal: stop.signal });
    await journal.step('done', shout('destructive'), { text: 'c' });
    await quiet();
    stop.abort(new Error('cancelled'));
    await quiet();
    rig.timer.fire();
    await Promise.allSettled([sending, looking]);
    const receipt = await settleCancel(await cancel(rig), 'at_once', { ...rig.person, log: rig.writer, clock: rig.clock });
    expect([receipt.executed_side_effects, receipt.cancelled_intents]).toEqual([[{ call: 'send', what: 'test.destructive', certainty: 'may_have_happened', undo_command: null }], ['look']]);
  });

  it('says how many effects it does not list', verifies('KEL-CANCEL-03'), async () => {
    const rig = await oversightRig();
    const calls = Array.from({ length: EXECUTED_EFFECTS_MAX + 2 }, (_, at) => ended(rig, `c${at}`, { changes: [file('x'.repeat(400))] }));
    await rig.writer.append({ key: 'calls', events: calls });
    const { executed_side_effects: effects } = await settleCancel(await cancel(rig), 'was_not_running', { ...rig.person, log: rig.writer, clock: rig.clock });
    expect([effects.length, effects[0], effects[1]]).toEqual([
      EXECUTED_EFFECTS_MAX + 1,
      { call: 'earlier', what: '2 more effects than are listed here', certainty: 'executed', undo_command: `keelson undo ${rig.runId}` },
      { call: 'c2', what: `created ${'x'.repeat(291)}…`, certainty: 'executed', undo_command: `keelson undo ${rig.runId}` },
    ]);
  });

  it('tells also of what was left out before it was settled, and of nothing that was left out before it was asked for', async () => {
    const rig = await oversightRig();
    const ports = { ...rig.person, log: rig.writer, clock: rig.clock };
    await rig.writer.append({ key: 'asked', events: [approvalAsked(approvalRecord(1)), approvalAsked(approvalRecord(2)), approvalAsked(approvalRecord(3))] });
    await skipWaiting({ id: approvalId(1), reason: 'not_applicable', skippedBy: 'ada', idempotencyKey: 'k' }, ports);
    const protocol = await cancel(rig);
    await leaveOutWaiting(protocol, ports);
    await leaveOutWaiting(protocol, ports);
    expect(await waitingForPerson(rig.person.documents)).toEqual([]);
    expect((await settleCancel(protocol, 'after_current_step', ports)).cancelled_intents).toEqual([approvalId(2), approvalId(3)]);
  });

  it('leaves nothing of the run waiting for a person', verifies('KEL-CANCEL-04'), async () => {
    const rig = await oversightRig();
    await rig.writer.append({ key: 'asked', events: [approvalAsked(approvalRecord(1)), hardCallAsked(hardCall(2)), approvalAsked(approvalRecord(3, { runId: run(9) }))] });
    const receipt = await settleCancel(await cancel(rig), 'at_once', { ...rig.person, log: rig.writer, clock: rig.clock });
    expect(receipt.cancelled_intents).toEqual([approvalId(1), hardCallId(2)]);
    expect((await waitingForPerson(rig.person.documents)).map(({ id }) => id)).toEqual([approvalId(3)]);
    const skipped = (await rig.events()).flatMap(({ type, payload }) => (type === 'run.skipped' ? [payload?.['receipt']] : []));
    expect(skipped).toMatchObject([{ target_ref: approvalId(1), skipped_by_ref: 'ada', reason: 'user_directed' }, { target_ref: hardCallId(2) }]);
  });
});

describe('leaving out what waits for a person', () => {
  const APPROVERS = { owner: ['ada'], admin: [], security: [] };
  const skip = (rig: OversightRig, id: Parameters<typeof skipWaiting>[0]['id'], skippedBy = 'ada', key = 'k') => skipWaiting({ id, reason: 'not_applicable', skippedBy, idempotencyKey: key }, { ...rig.person, clock: rig.clock, approvers: APPROVERS });

  it('is a no to an approval, with a receipt of who and why in the same append', verifies('KEL-CANCEL-05', 'ELN-B-11'), async () => {
    const rig = await oversightRig();
    await rig.writer.append({ key: 'asked', events: [approvalAsked(approvalRecord(1))] });
    expect((await refusalOf(skip(rig, approvalId(1), 'eve'))).code).toBe('approval.not_allowed');
    const receipt = await skip(rig, approvalId(1));
    expect(receipt).toEqual({ skip_id: receipt.skip_id, target_ref: approvalId(1), skipped_by_ref: 'ada', reason: 'not_applicable', downstream_effect: 'none', created_at: new Date(rig.clock.nowMs()).toISOString(), schema_version: '1.0' });
    expect((await rig.log.read({ aggregate: 'approval', id: approvalId(1) })).at(-1)?.event.payload).toEqual({ approval_id: approvalId(1), resolution: { by: 'withdrawal', approval_id: approvalId(1), reason: 'Left out by ada (not_applicable).', skip_id: receipt.skip_id } });
    expect(await skip(rig, approvalId(1))).toEqual(receipt);
    expect((await refusalOf(skip(rig, approvalId(1), 'ada', 'k2'))).code).toBe('approval.settled');
    expect((await refusalOf(skip(rig, approvalId(9)))).code).toBe('approval.unknown');
  });

  it('lets a question come to what it declared for being put off', verifies('KEL-CANCEL-05', 'ELN-B-11', 'ELN-RULE-30'), async () => {
    const rig = await oversightRig();
    const outcomes = ['continue_with_warning', 'pause_scope', 'abort_scope'] as const;
    await rig.writer.append({ key: 'asked', events: outcomes.map((on_defer, at) => hardCallAsked(hardCall(at + 1, { policy: { on_defer } }))) });
    const effects = [];
    for (const [at, outcome] of outcomes.entries()) {
      const { downstream_effect: effect } = await skip(rig, hardCallId(at + 1));
      const settled = (await readHardCall(hardCallId(at + 1), rig.person.documents))?.settled;
      effects.push([effect, settled?.answer === `deferred: ${outcome}`, settled?.by]);
    }
    expect(effects).toEqual([['none', true, 'nobody'], ['requires_human_ack', true, 'nobody'], ['marks_dependents_not_applicable', true, 'nobody']]);
    expect((await refusalOf(skip(rig, hardCallId(1), 'ada', 'k2'))).code).toBe('hard_call.settled');
    expect((await refusalOf(skip(rig, hardCallId(9)))).code).toBe('hard_call.unknown');
  });

  it('tells whoever comes second, when two settle it at the same moment', verifies('KEL-CANCEL-05'), async () => {
    const rig = await oversightRig();
    await rig.writer.append({ key: 'asked', events: [hardCallAsked(hardCall(1))] });
    const append: typeof rig.person.log.append = async (wish) => {
      await skip(rig, hardCallId(1), 'ada', 'first');
      return rig.person.log.append(wish);
    };
    expect((await refusalOf(skipWaiting({ id: hardCallId(1), reason: 'user_directed', skippedBy: 'bob', idempotencyKey: 'k' }, { ...rig.person, log: { append }, clock: rig.clock }))).code).toBe('hard_call.settled');
    expect((await rig.events()).filter(({ type }) => type === 'run.skipped')).toHaveLength(1);
  });
});
