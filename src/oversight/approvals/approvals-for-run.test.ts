import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { approvalRig } from '../../../test/support/approval-rig.ts';
import { APPROVAL_RUN, sampleCall } from '../../../test/support/approval-samples.ts';
import { quiet } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { readApproval } from './read-approval.ts';

const AT = '2027-01-15T08:00:00.000Z';
const TWO_HOURS_ON = '2027-01-15T10:00:00.000Z';

describe('a call that needs a yes', () => {
  it('is put as a question that is built from its arguments, kept, and told to every surface', verifies('MAH-10C-2', 'KEL-APPROVAL-01'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    const call = sampleCall();
    const record = {
      approval_id: approvalId,
      run_id: APPROVAL_RUN,
      call: 'execute/1/tool-1',
      question: { decision: call.decision, reasons: call.reasons, is_undoable: true, touches: ['programs', 'workspace_write'], origins: [], required_approver: 'owner', triggers: [] },
      batch: 'execute/1',
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      requested_at: AT,
      expires_at: TWO_HOURS_ON,
    };
    expect(await readApproval(approvalId, rig.ports.documents)).toEqual({ record, settled: null });
    expect(rig.told).toEqual([
      {
        jsonrpc: '2.0',
        method: 'harness/toolApprovalPending',
        params: {
          approval_id: approvalId,
          run_id: APPROVAL_RUN,
          tool_id: 'shell',
          action_hash: call.decision.action_hash,
          summary: 'coder would use shell: rm -r build (in /home/ada/lease)',
          reasons: ['command.remove: It removes a folder.'],
          expires_at: TWO_HOURS_ON,
          commands: [`keelson approve ${approvalId}`, `keelson deny ${approvalId}`, `keelson edit ${approvalId}`],
        },
      },
    ]);
  });

  it('goes on with a yes, which is then used up', verifies('MAH-10C-3', 'MAH-10C-4', 'KEL-APPROVAL-02'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    await rig.answer(approvalId);
    expect(await answer).toEqual({ answer: 'approved', approval_id: approvalId });
    expect(await rig.events('approval.consumed')).toEqual([{ approval_id: approvalId, run_id: APPROVAL_RUN, call: 'execute/1/tool-1', action_hash: sampleCall().decision.action_hash }]);
    expect(rig.timer.pending()).toEqual([]);
  });

  it('hears the reason of a no, and that none was given', verifies('MAH-10C-4'), async () => {
    const rig = await approvalRig();
    const first = await rig.asked();
    await rig.answer(first.approvalId, { answer: 'denied', reason: 'keep the build' });
    expect(await first.answer).toEqual({ answer: 'denied', reason: 'keep the build' });
    const second = await rig.asked(sampleCall({ idempotencyKey: 'key-2' }, { action_hash: sha256Hex('other') }));
    await rig.answer(second.approvalId, { answer: 'denied', reason: ' ', actionHash: sha256Hex('other') });
    expect(await second.answer).toEqual({ answer: 'denied', reason: 'no reason was given' });
    expect(await rig.events('approval.consumed')).toEqual([]);
  });

  it('gets the arguments that a person put in the place of its own', verifies('MAH-10C-4'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    await rig.answer(approvalId, { answer: 'edited', arguments: { script: 'ls build' } });
    expect(await answer).toEqual({ answer: 'edited', approval_id: approvalId, arguments: { script: 'ls build' } });
  });

  it('is denied when nobody answers in time', verifies('MAH-10C-3', 'ACI-12', 'KEL-APPROVAL-03'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    expect(rig.timer.pending()).toEqual([7_200_001]);
    rig.clock.advance(7_200_000);
    rig.timer.fire();
    expect([rig.timer.pending(), await rig.events('approval.resolved')]).toEqual([[1], []]);
    rig.clock.advance(1);
    rig.timer.fire();
    expect(await answer).toEqual({ answer: 'denied', reason: `nobody answered until ${TWO_HOURS_ON}, and silence is a no` });
    expect(await refusalOf(rig.answer(approvalId))).toMatchObject({ code: 'approval.settled', data: { answer: 'expired', answered_by: null } });
  });

  it('is denied at once when its time was over before the run went on', verifies('ACI-12', 'KEL-APPROVAL-03'), async () => {
    const rig = await approvalRig();
    await rig.asked();
    rig.clock.advance(7_200_001);
    expect(await (await rig.asked()).answer).toEqual({ answer: 'denied', reason: `nobody answered until ${TWO_HOURS_ON}, and silence is a no` });
  });

  it('takes an answer that was first, whenever its time is over', verifies('KEL-APPROVAL-03'), async () => {
    const rig = await approvalRig();
    const first = await rig.asked();
    await rig.answer(first.approvalId);
    rig.clock.advance(7_200_001);
    rig.timer.fire();
    expect(await first.answer).toEqual({ answer: 'approved', approval_id: first.approvalId });
  });

  it('waits in parts when it may wait for longer than a timer counts, and for a year at most', verifies('KEL-APPROVAL-03'), async () => {
    const rig = await approvalRig({ expires_in: 'P9000Y' });
    const { approvalId } = await rig.asked();
    expect(rig.timer.pending()).toEqual([2_147_483_647]);
    expect((await readApproval(approvalId, rig.ports.documents))?.record.expires_at).toBe('2028-01-15T08:00:00.000Z');
    rig.clock.advance(2_147_483_647);
    rig.timer.fire();
    expect([rig.timer.pending(), await rig.events('approval.resolved')]).toEqual([[2_147_483_647], []]);
  });

  it('leaves its question open when the run is stopped', verifies('KEL-APPROVAL-04'), async () => {
    const rig = await approvalRig();
    const stop = new AbortController();
    const { approvalId, answer } = await rig.asked(sampleCall(), {}, stop.signal);
    const stopped = new Error('stopped');
    stop.abort(stopped);
    await expect(answer).rejects.toBe(stopped);
    expect([(await readApproval(approvalId, rig.ports.documents))?.settled, rig.timer.pending()]).toEqual([null, []]);
  });

  it('finds its question, the answer that came meanwhile and its own use of it when the run goes on', verifies('KEL-APPROVAL-04', 'KEL-APPROVAL-02'), async () => {
    const rig = await approvalRig();
    const first = await rig.asked();
    const again = await rig.asked();
    expect([again.approvalId, (await rig.events('approval.requested')).length]).toEqual([first.approvalId, 1]);
    await rig.answer(first.approvalId);
    expect([await first.answer, await again.answer]).toEqual([await first.answer, { answer: 'approved', approval_id: first.approvalId }]);
    const unattended = await rig.asked(sampleCall(), { attendance: 'unattended' });
    expect(await unattended.answer).toEqual({ answer: 'approved', approval_id: first.approvalId });
    expect([(await rig.events('approval.consumed')).length, rig.told.length]).toEqual([1, 2]);
  });

  it('is denied when the run is gone on with after the time of the yes is over, unless the yes was used before', async () => {
    const rig = await approvalRig();
    const stop = new AbortController();
    const { approvalId, answer } = await rig.asked(sampleCall(), {}, stop.signal);
    stop.abort(new Error('killed'));
    await expect(answer).rejects.toThrow('killed');
    await rig.answer(approvalId);
    rig.clock.advance(7_200_000 + 60_001);
    expect(await (await rig.asked()).answer).toEqual({ answer: 'denied', reason: `the answer to ${approvalId} does not count (approval.used_late): it was good until ${TWO_HOURS_ON}, and the run was not gone on with until then` });
    const used = await approvalRig();
    const first = await used.asked();
    await used.answer(first.approvalId);
    await first.answer;
    used.clock.advance(86_400_000);
    expect(await (await used.asked()).answer).toEqual({ answer: 'approved', approval_id: first.approvalId });
  });

  it('waits for nobody when the run is gone on with and nobody is there any more', async () => {
    const rig = await approvalRig();
    const stop = new AbortController();
    const { approvalId, answer } = await rig.asked(sampleCall(), {}, stop.signal);
    stop.abort(new Error('killed'));
    await expect(answer).rejects.toThrow('killed');
    expect(await rig.approvals({ attendance: 'unattended' }).request(sampleCall(), new AbortController().signal)).toEqual({ answer: 'denied', reason: 'approval.nobody_there: It needs a yes, and nobody is there to give one.' });
    expect((await readApproval(approvalId, rig.ports.documents))?.settled).toMatchObject({ answer: 'withdrawn' });
  });

  it('is denied all the same when a person has forbidden it since', verifies('KEL-APPROVAL-04'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    const forbidding = { settings: { ...rig.ports.settings, policies: [{ tool_id: '*', role_id: '*', decision: 'deny' } as const] } };
    expect(await rig.approvals({}, forbidding).request(sampleCall(), new AbortController().signal)).toEqual({ answer: 'denied', reason: 'approval.policy_denies: A policy denies every tool for every role.' });
    expect(await answer).toEqual({ answer: 'denied', reason: 'the question was withdrawn: A policy denies every tool for every role.' });
    expect((await readApproval(approvalId, rig.ports.documents))?.settled).toMatchObject({ answer: 'withdrawn', by: 'withdrawal' });
  });

  it('is not held up by a surface that fails or hangs', verifies('MAH-10C-2'), async () => {
    const rig = await approvalRig();
    const notify = [() => Promise.reject(new Error('no connection')), () => new Promise<void>(() => undefined), ...rig.ports.notify, () => { throw new Error('at once'); }];
    const answer = rig.approvals({}, { notify }).request(sampleCall(), new AbortController().signal);
    while (rig.told.length === 0) await quiet();
    const [notification] = rig.told;
    if (notification !== undefined) await rig.answer(notification.params.approval_id);
    expect((await answer).answer).toBe('approved');
  });

  it('asks nobody when no answer could count, because the key cannot be used', verifies('KEL-APPROVAL-05'), async () => {
    const rig = await approvalRig();
    const unusable = new Error('no key');
    await expect(rig.approvals({}, { key: () => Promise.reject(unusable) }).request(sampleCall(), new AbortController().signal)).rejects.toBe(unusable);
    expect(await rig.events('approval.requested')).toEqual([]);
  });

  it('belongs to the step it is made in, or to what it is said to belong to', verifies('KEL-APPROVAL-01'), async () => {
    const rig = await approvalRig();
    const batches = [{ call: 'plan' }, { call: 'a/b/c', idempotencyKey: '2' }, { call: 'x/y', batch: 'turn 3', idempotencyKey: '3' }];
    for (const changes of batches) await rig.asked(sampleCall(changes));
    expect((await rig.events('approval.requested')).map(({ record }) => (record as { batch: string }).batch)).toEqual(['plan', 'a/b', 'turn 3']);
  });
});

describe('what is decided without asking', () => {
  it('is recorded with its rule, and the same again when the run goes on', verifies('KEL-APPROVAL-06'), async () => {
    const rig = await approvalRig();
    const session = rig.approvals({ mode: 'workspace_session' });
    const { signal } = new AbortController();
    const answers = [await session.request(sampleCall(), signal), await session.request(sampleCall(), signal)];
    const [recorded, ...others] = await rig.events('approval.decided_automatically');
    const approval_id = recorded?.['approval_id'];
    expect([answers, others]).toEqual([[{ answer: 'approved', approval_id }, { answer: 'approved', approval_id }], []]);
    expect(recorded).toEqual({
      approval_id,
      run_id: APPROVAL_RUN,
      call: 'execute/1/tool-1',
      tool_id: 'shell',
      role_id: 'coder',
      action_hash: sampleCall().decision.action_hash,
      answer: 'approved',
      rule: 'approval.mode_workspace_session',
      explanation: 'It stays inside the workspace and can be taken back, and the mode workspace_session lets that through.',
    });
  });

  it('is a no where nobody is there to ask', verifies('KEL-APPROVAL-06'), async () => {
    const rig = await approvalRig();
    expect(await rig.approvals({ attendance: 'unattended' }).request(sampleCall(), new AbortController().signal)).toEqual({ answer: 'denied', reason: 'approval.nobody_there: It needs a yes, and nobody is there to give one.' });
    expect([rig.told, await rig.events('approval.requested')]).toEqual([[], []]);
  });
});

describe('a yes that was given before the run began', () => {
  it('is recorded, signed and used like any other', verifies('KEL-APPROVAL-07'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked(sampleCall(), { presented: sampleCall().decision.action_hash });
    expect(await answer).toEqual({ answer: 'approved', approval_id: approvalId });
    expect((await readApproval(approvalId, rig.ports.documents))?.settled).toEqual({ answer: 'approved', by: 'owner', at: AT });
    expect((await rig.events('approval.consumed')).length).toBe(1);
    expect(await (await rig.asked(sampleCall(), { presented: sampleCall().decision.action_hash })).answer).toEqual({ answer: 'approved', approval_id: approvalId });
  });

  it('counts for no other action', verifies('KEL-APPROVAL-07'), async () => {
    const rig = await approvalRig();
    expect(await rig.approvals({ presented: sha256Hex('another') }).request(sampleCall(), new AbortController().signal)).toEqual({ answer: 'denied', reason: 'approval.presented_other: what was said yes to is not what would be done now' });
    expect(await rig.events('approval.requested')).toEqual([]);
  });

  it('counts for nothing when the person may not give it', verifies('KEL-APPROVAL-07'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['ada'], admin: [], security: [] } });
    const { approvalId, answer } = await rig.asked(sampleCall(), { presented: sampleCall().decision.action_hash });
    expect(await answer).toEqual({ answer: 'denied', reason: `owner may not answer ${approvalId}: it needs somebody who may act as owner. Ask ada to answer it.` });
    expect((await readApproval(approvalId, rig.ports.documents))?.settled).toMatchObject({ answer: 'withdrawn' });
  });
});
