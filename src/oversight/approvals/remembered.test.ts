import { describe, expect, it } from 'vitest';
import { runId } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { approvalRig, type ApprovalRig } from '../../../test/support/approval-rig.ts';
import { APPROVAL_RUN, sampleCall, sampleKeyPem } from '../../../test/support/approval-samples.ts';
import { SignedApproval, type RememberScope, type RunId, type ToolApprovalAnswer } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { createApprovalKey } from './approval-key.ts';
import type { CallToApprove } from './call-to-approve.ts';
import { denialScopeKey, grantScopeKey, isRememberable } from './scope-keys.ts';

const { signal } = new AbortController();
const ELSEWHERE: RunId = runId(8);

/** The same action again, as another call of the run. */
const again = (changes: Partial<CallToApprove> = {}, decision: Partial<CallToApprove['decision']> = {}): CallToApprove => sampleCall({ idempotencyKey: 'again', call: 'execute/2/tool-1', ...changes }, { action_hash: sha256Hex('with other words'), ...decision });

async function rigWith(remember: RememberScope, call = sampleCall()): Promise<ApprovalRig> {
  const rig = await approvalRig();
  const { approvalId, answer } = await rig.asked(call);
  await rig.answer(approvalId, { remember, actionHash: call.decision.action_hash });
  await answer;
  return rig;
}

/** The answer when there is one without asking; `asked` when a person is. */
async function outcome(rig: ApprovalRig, call: CallToApprove): Promise<string> {
  const before = (await rig.events('approval.requested')).length;
  const stop = new AbortController();
  const answer = rig.approvals({ runId: call.runId }).request(call, stop.signal);
  const settled: Promise<ToolApprovalAnswer | 'stopped'> = answer.catch(() => 'stopped');
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new Error('enough'));
  const given = await settled;
  if (given === 'stopped') return (await rig.events('approval.requested')).length > before ? 'asked' : 'stopped';
  const rule = (await rig.events('approval.decided_automatically')).at(-1)?.['rule'];
  return `${given.answer} ${String(rule)}`;
}

describe('a yes that is to be remembered', () => {
  it('is one for the same action again in the same run, and for nothing else', verifies('KEL-APPROVAL-12'), async () => {
    const rig = await rigWith('run');
    expect(await outcome(rig, again())).toBe('approved approval.remembered');
    const [intention] = sampleCall().decision.intentions;
    const others = {
      run: again({ runId: ELSEWHERE }),
      subject: again({}, { intentions: intention === undefined ? [] : [{ ...intention, subject: 'rm -r src (in /home/ada/lease)' }] }),
      rule: again({}, { intentions: intention === undefined ? [] : [{ ...intention, verdict: { ...intention.verdict, rule: 'command.truncate' } }] }),
      more: again({}, { intentions: intention === undefined ? [] : [intention, intention] }),
      workspace: again({}, { workspace: '/home/ada/other' }),
      definition: again({}, { definition_hash: sha256Hex('changed') }),
    };
    for (const [name, call] of Object.entries(others)) expect([name, await outcome(rig, { ...call, idempotencyKey: name })]).toEqual([name, 'asked']);
  });

  it('goes beyond the run when it is for the workspace, and nothing is remembered of one that is for once', verifies('KEL-APPROVAL-12'), async () => {
    const rig = await rigWith('workspace');
    expect(await outcome(rig, again({ runId: ELSEWHERE }))).toBe('approved approval.remembered');
    expect(await outcome(await rigWith('once'), again())).toBe('asked');
  });

  it('is none for other words that look the same where a part is not shown, or for other content of a file', async () => {
    const [intention] = sampleCall().decision.intentions;
    const doing = (change: { kind?: 'path' | 'script'; subject: string }): Partial<CallToApprove['decision']> => ({ intentions: intention === undefined ? [] : [{ ...intention, ...change }] });
    const long = (middle: string): Partial<CallToApprove['decision']> => doing({ subject: `${'a'.repeat(2_000)}${middle}${'z'.repeat(2_000)}` });
    const secret = (letter: string): Partial<CallToApprove['decision']> => doing({ subject: `deploy ghp_${`a1B${letter}`.repeat(9)}` });
    const write = doing({ kind: 'path', subject: 'write "notes.txt"' });
    for (const [shown, other] of [[long('echo fine'), long('curl evil')], [secret('2'), secret('3')], [write, write]]) {
      const rig = await rigWith('workspace', sampleCall({}, shown));
      expect(await outcome(rig, again({}, other))).toBe('asked');
      expect(await outcome(rig, again({ idempotencyKey: 'the very same' }, { ...shown, action_hash: sampleCall().decision.action_hash }))).toBe('approved approval.remembered');
    }
    const look = doing({ kind: 'path', subject: 'read "notes.txt"' });
    expect(await outcome(await rigWith('workspace', sampleCall({}, look)), again({}, look))).toBe('approved approval.remembered');
  });

  it('ends when the question would have', verifies('KEL-APPROVAL-12'), async () => {
    const rig = await rigWith('workspace');
    rig.clock.advance(7_199_999);
    expect(await outcome(rig, again())).toBe('approved approval.remembered');
    rig.clock.advance(1);
    expect(await outcome(rig, again({ idempotencyKey: 'late' }))).toBe('asked');
  });

  it.each([
    ['a gate', sampleCall({}, { intentions: [{ kind: 'path', subject: 'write ".env"', verdict: { decision: 'gate', rule: 'path.sensitive', explanation: 'It holds secrets.' } }] })],
    ['what cannot be taken back', sampleCall({ isUndoable: false })],
    ['words of others', sampleCall({}, { intentions: [...sampleCall().decision.intentions, { kind: 'words', subject: 'page', verdict: { decision: 'ask', rule: 'taint.execute', explanation: 'A page said so.' } }] })],
    ['more parts than are shown', sampleCall({}, { intentions: Array.from({ length: 10 }, () => sampleCall().decision.intentions).flat() })],
  ])('is not possible for %s: the statement says so, and the next one is asked about', verifies('KEL-APPROVAL-13'), async (_name, call) => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked(call);
    expect((await rig.answer(approvalId, { remember: 'workspace' })).remember).toBe('once');
    expect([(await answer).answer, await rig.events('approval.remembered')]).toEqual(['approved', []]);
    expect(await outcome(rig, { ...call, idempotencyKey: 'again' })).toBe('asked');
  });

  it('is not lent to what looks the same and cannot be taken back', verifies('KEL-APPROVAL-13'), async () => {
    expect(await outcome(await rigWith('workspace'), again({ isUndoable: false }))).toBe('asked');
  });

  it('counts for these very arguments where the parts do not say what is done', verifies('KEL-APPROVAL-12'), () => {
    const ask = { decision: 'ask', rule: 'tool.approval_required', explanation: 'It always asks.' } as const;
    const keyOf = (intentions: CallToApprove['decision']['intentions'], action: string) => grantScopeKey('workspace', APPROVAL_RUN, { decision: { ...sampleCall().decision, intentions, action_hash: sha256Hex(action) }, is_undoable: true });
    const remote = [{ kind: 'remote', subject: 'send on mail', verdict: ask } as const];
    expect([keyOf(remote, 'a') === keyOf(remote, 'b'), keyOf([], 'a') === keyOf([], 'b'), keyOf(sampleCall().decision.intentions, 'a') === keyOf(sampleCall().decision.intentions, 'b')]).toEqual([false, false, true]);
    expect([isRememberable({ decision: { ...sampleCall().decision, intentions: [] }, is_undoable: true }), isRememberable({ decision: sampleCall().decision, is_undoable: false })]).toEqual([true, false]);
  });
});

describe('a no', () => {
  it('is remembered for exactly this action within the run', verifies('KEL-APPROVAL-14'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    await rig.answer(approvalId, { answer: 'denied', reason: 'keep it' });
    const same = sampleCall({ idempotencyKey: 'again', call: 'execute/2/tool-1' });
    expect(await rig.approvals({ mode: 'session' }).request(same, signal)).toEqual({ answer: 'denied', reason: 'approval.denied_before: The same action was refused before: keep it' });
    expect(await outcome(rig, again({ idempotencyKey: 'other' }))).toBe('asked');
    expect(await outcome(rig, { ...same, runId: ELSEWHERE, idempotencyKey: 'elsewhere' })).toBe('asked');
  });

  it('without a reason is told as such', verifies('KEL-APPROVAL-14'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    await rig.answer(approvalId, { answer: 'denied' });
    expect(await rig.approvals().request(sampleCall({ idempotencyKey: 'again' }), signal)).toEqual({ answer: 'denied', reason: 'approval.denied_before: The same action was refused before: no reason was given.' });
  });
});

describe('a remembered answer that somebody wrote into the log', () => {
  const genuineOf = async (rig: ApprovalRig): Promise<SignedApproval> => SignedApproval.parse(((await rig.events('approval.resolved'))[0]?.['resolution'] as { approval?: unknown } | undefined)?.approval);
  const wanted = grantScopeKey('workspace', APPROVAL_RUN, { decision: again().decision, is_undoable: true });
  const remembering = (rig: ApprovalRig, scopeKey: string, approval: SignedApproval) => rig.writer.append({ key: 'forged', events: [{ type: 'approval.remembered', streamId: scopeKey, payload: { scope_key: scopeKey, workspace: '/home/ada/lease', approval } }] });
  const rules = async (rig: ApprovalRig) => (await rig.events('approval.refused')).map(({ rule }) => rule);

  it.each<[string, (genuine: SignedApproval) => SignedApproval, string]>([
    ['made of a yes for once', (genuine) => genuine, 'approval.other_scope'],
    ['made of an altered one', ({ statement, ...rest }) => ({ ...rest, statement: { ...statement, remember: 'workspace' } }), 'approval.signature_wrong'],
    ['signed by somebody else', ({ statement }) => createApprovalKey(sampleKeyPem('somebody else')).sign({ ...statement, remember: 'workspace' }), 'approval.signature_wrong'],
    ['about a question that was never asked', ({ statement, ...rest }) => ({ ...rest, statement: { ...statement, approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never } }), 'approval.other_approval'],
  ])('counts for nothing when it is %s', verifies('KEL-APPROVAL-08'), async (_name, forge, rule) => {
    const rig = await rigWith('once');
    await remembering(rig, wanted, forge(await genuineOf(rig)));
    expect([await outcome(rig, again()), await rules(rig)]).toEqual(['asked', [rule]]);
  });

  it('counts for nothing under the name of another action, or of a no', verifies('KEL-APPROVAL-08'), async () => {
    const rig = await rigWith('workspace', sampleCall({}, { intentions: [{ kind: 'script', subject: 'ls', verdict: { decision: 'ask', rule: 'command.remove', explanation: 'It looks.' } }] }));
    await remembering(rig, wanted, await genuineOf(rig));
    expect([await outcome(rig, again()), await rules(rig)]).toEqual(['asked', ['approval.other_scope']]);
    const refusing = await rigWith('workspace');
    await remembering(refusing, denialScopeKey(APPROVAL_RUN, again().decision.action_hash), await genuineOf(refusing));
    expect([await outcome(refusing, again()), await rules(refusing)]).toEqual(['approved approval.remembered', ['approval.other_scope']]);
  });
});
