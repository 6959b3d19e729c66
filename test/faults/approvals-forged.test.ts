import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApprovalId, RunId, type ApprovalRecord, type ApprovalStatement, type SignedApproval } from '../../src/contracts/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import { createApprovalKey } from '../../src/oversight/approvals/approval-key.ts';
import { appendKeyOf } from '../../src/oversight/approvals/call-to-approve.ts';
import { readApproval } from '../../src/oversight/approvals/read-approval.ts';
import { runId } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { approvalRig, type ApprovalRig } from '../support/approval-rig.ts';
import { sampleCall, sampleKeyPem } from '../support/approval-samples.ts';
import { RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

const FORGERIES = 500;
const SEED = 20_261_115;

const THEIRS = createApprovalKey(sampleKeyPem('somebody else'));

interface Target {
  readonly genuine: SignedApproval;
  /** A genuine yes to another question of the same run. */
  readonly other: SignedApproval;
  readonly key: ApprovalRig['key'];
}

/** Makes something of a genuine yes that must not count. */
type Forgery = (target: Target) => SignedApproval;

const salt = fc.integer({ min: 1, max: 1_000_000 });

/** One part of a statement, made another. */
const changedStatement: fc.Arbitrary<(statement: ApprovalStatement) => ApprovalStatement> = fc
  .tuple(fc.constantFrom('approval_id', 'run_id', 'call', 'nonce', 'action_hash', 'answer', 'arguments', 'remember', 'reason', 'answered_by', 'answered_at', 'expires_at'), salt)
  .map(([field, number]) => (statement) => ({ ...statement, ...replacements(statement, number)[field] }));

function replacements(statement: ApprovalStatement, number: number): Readonly<Record<string, Partial<ApprovalStatement>>> {
  const digits = String(number).padStart(16, '0');
  return {
    approval_id: { approval_id: ApprovalId.parse(`apr_01JCQZ9Y5D${digits}`) },
    run_id: { run_id: RunId.parse(runId(100 + number)) },
    call: { call: `${statement.call}/${number}` },
    nonce: { nonce: sha256Hex(digits) },
    action_hash: { action_hash: sha256Hex(`action ${digits}`) },
    answer: { answer: statement.answer === 'approved' ? 'edited' : 'approved' },
    arguments: { arguments: { script: `rm -r ${number}` } },
    remember: { remember: statement.remember === 'once' ? 'workspace' : 'once' },
    reason: { reason: `${statement.reason}${number}` },
    answered_by: { answered_by: `mallory-${number}` },
    answered_at: { answered_at: new Date(Date.parse(statement.expires_at) + number).toISOString() },
    expires_at: { expires_at: new Date(Date.parse(statement.expires_at) + number).toISOString() },
  };
}

/** What a person's own key may say and the answer still counts for this question: nothing of what binds it. */
const BOUND: ReadonlySet<keyof ApprovalStatement> = new Set<keyof ApprovalStatement>(['approval_id', 'run_id', 'call', 'nonce', 'action_hash', 'answer', 'arguments', 'answered_by', 'answered_at', 'expires_at']);

const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  changedStatement.map((change): Forgery => ({ genuine }) => ({ ...genuine, statement: change(genuine.statement) })),
  changedStatement.map((change): Forgery => ({ genuine }) => THEIRS.sign(change(genuine.statement))),
  fc.constant<Forgery>(({ genuine }) => THEIRS.sign(genuine.statement)),
  fc.constant<Forgery>(({ genuine }) => ({ ...THEIRS.sign(genuine.statement), key_id: genuine.key_id })),
  // Signed with the right key, yet bound to something else: a signature alone is not enough.
  changedStatement.map((change): Forgery => ({ genuine, key }) => {
    const changed = change(genuine.statement);
    const isBound = (Object.keys(changed) as (keyof ApprovalStatement)[]).some((field) => BOUND.has(field) && changed[field] !== genuine.statement[field]);
    return isBound ? key.sign(changed) : { ...genuine, statement: changed };
  }),
  fc.tuple(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 255 })).map(([at, bits]): Forgery => ({ genuine }) => ({ ...genuine, signature: flipped(genuine.signature, at, bits) })),
  fc.nat({ max: 63 }).map((length): Forgery => ({ genuine }) => ({ ...genuine, signature: Buffer.from(genuine.signature, 'base64').subarray(0, length).toString('base64') })),
  fc.constant<Forgery>(({ genuine }) => ({ ...genuine, signature: respelled(genuine.signature) })),
  salt.map((number): Forgery => ({ genuine }) => ({ ...genuine, key_id: sha256Hex(String(number)) })),
  fc.constant<Forgery>(({ other }) => other),
  fc.constant<Forgery>(({ genuine, other }) => ({ ...genuine, signature: other.signature })),
  fc.constant<Forgery>(({ genuine, other }) => ({ ...other, statement: genuine.statement })),
);

function flipped(signature: string, at: number, bits: number): string {
  const bytes = Buffer.from(signature, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  return bytes.toString('base64');
}

/** The same bytes in other letters: the last four bits before the padding mean nothing. */
function respelled(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const at = signature.indexOf('=') - 1;
  return `${signature.slice(0, at)}${letters[letters.indexOf(signature.charAt(at)) + 1] ?? ''}${signature.slice(at + 1)}`;
}

describe('an answer that nobody gave', () => {
  it(`does not count in any of ${FORGERIES} forms, and each leaves a record of its refusal`, verifies('MAH-10C-3', 'KEL-APPROVAL-08'), async () => {
    const rig = await approvalRig();
    const signedFor = async (number: number): Promise<{ approval: SignedApproval; asked: Awaited<ReturnType<ApprovalRig['asked']>> }> => {
      const action_hash = sha256Hex(`action of ${number}`);
      const asked = await rig.asked(sampleCall({ idempotencyKey: `forged ${number}`, call: `execute/${number}/tool` }, { action_hash }));
      const [record] = (await rig.log.read({ aggregate: 'approval', id: asked.approvalId })).map(({ event }) => event.payload?.['record'] as { nonce: string; expires_at: string });
      const statement: ApprovalStatement = { approval_id: asked.approvalId, run_id: sampleCall().runId, call: `execute/${number}/tool`, nonce: record?.nonce ?? '', action_hash, answer: 'approved', arguments: null, remember: 'once', reason: '', answered_by: 'owner', answered_at: '2027-01-15T08:30:00.000Z', expires_at: record?.expires_at ?? '' };
      return { approval: rig.key.sign(statement), asked };
    };
    const { approval: other } = await signedFor(0);
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(forgery, async (forge) => {
        tried += 1;
        const { approval: genuine, asked } = await signedFor(tried);
        const forged = forge({ genuine, other, key: rig.key });
        expect(forged).not.toEqual(genuine);
        await rig.writer.append({ key: `forged-${tried}`, events: [{ type: 'approval.resolved', streamId: asked.approvalId, payload: { approval_id: asked.approvalId, resolution: { by: 'person', approval: forged } } }] });
        expect(await asked.answer).toEqual({ answer: 'denied', reason: expect.stringContaining(`the answer to ${asked.approvalId} does not count (approval.`) as string });
      }),
      { numRuns: FORGERIES, seed: SEED, endOnFailure: true },
    );
    const refused = await rig.events('approval.refused');
    expect({ tried, refused: refused.length, questions: new Set(refused.map(({ approval_id }) => approval_id)).size, used: await rig.events('approval.consumed') }).toEqual({ tried: FORGERIES, refused: FORGERIES, questions: FORGERIES, used: [] });
    expect(new Set(refused.map(({ rule }) => rule))).toEqual(
      new Set(['signature_wrong', 'other_approval', 'other_run', 'other_call', 'nonce_wrong', 'action_changed', 'expiry_changed', 'answered_late', 'not_allowed', 'arguments_wrong'].map((rule) => `approval.${rule}`)),
    );
  });

  it('keeps nobody waiting: a genuine answer that comes later is told that something else stands', verifies('KEL-APPROVAL-08'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    const statement: ApprovalStatement = { approval_id: approvalId, run_id: sampleCall().runId, call: 'execute/1/tool-1', nonce: sha256Hex('guessed'), action_hash: sampleCall().decision.action_hash, answer: 'approved', arguments: null, remember: 'once', reason: '', answered_by: 'owner', answered_at: '2027-01-15T08:00:00.000Z', expires_at: '2027-01-15T10:00:00.000Z' };
    await rig.writer.append({ key: 'forged', events: [{ type: 'approval.resolved', streamId: approvalId, payload: { approval_id: approvalId, resolution: { by: 'person', approval: THEIRS.sign(statement) } } }] });
    expect((await answer).answer).toBe('denied');
    await expect(rig.answer(approvalId)).rejects.toMatchObject({ code: 'approval.settled' });
    expect((await (await rig.asked()).answer).answer).toBe('denied');
  });

  it('is not lent by a yes that was used before', verifies('KEL-APPROVAL-02'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    await rig.writer.append({ key: 'used', events: [{ type: 'approval.consumed', streamId: approvalId, payload: { approval_id: approvalId, run_id: sampleCall().runId, call: 'elsewhere', action_hash: sampleCall().decision.action_hash } }] });
    await rig.answer(approvalId);
    expect(await answer).toEqual({ answer: 'denied', reason: `the answer to ${approvalId} does not count (approval.used): it was used before, and a yes counts once` });
    expect(await rig.events('approval.refused')).toEqual([{ approval_id: approvalId, run_id: sampleCall().runId, rule: 'approval.used', explanation: 'it was used before, and a yes counts once' }]);
  });

  it('is not got by showing the person another question than the one that is asked', verifies('KEL-APPROVAL-17'), async () => {
    const honest = await approvalRig();
    const { approvalId } = await honest.asked();
    const record = (await readApproval(approvalId, honest.ports.documents))?.record;
    if (record === undefined) throw new Error('the question is lost');
    const lies: Readonly<Record<string, ApprovalRecord>> = {
      arguments: { ...record, question: { ...record.question, decision: { ...record.question.decision, arguments: { script: 'ls' } } } },
      reasons: { ...record, question: { ...record.question, reasons: ['command.look: It looks.'] } },
      undo: { ...record, question: { ...record.question, is_undoable: false } },
      place: { ...record, call: 'execute/9/tool-1' },
      run: { ...record, run_id: RunId.parse(runId(99)) },
    };
    for (const [name, lie] of Object.entries(lies)) {
      const rig = await approvalRig();
      await rig.writer.append({ key: appendKeyOf(sampleCall()), events: [{ type: 'approval.requested', streamId: approvalId, payload: { record: lie } }] });
      const { answer } = await rig.asked();
      await rig.answer(approvalId);
      expect([name, await answer, await rig.events('approval.consumed')]).toEqual([name, { answer: 'denied', reason: `the answer to ${approvalId} does not count (approval.question_changed): the question that was shown is not the one that is asked now` }, []]);
    }
  });

  it('is not given by somebody who could say yes when it was asked and may not any more', verifies('KEL-APPROVAL-08'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['owner'], admin: [], security: ['ada'] } });
    const { approvalId } = await rig.asked();
    await rig.answer(approvalId);
    const stricter = rig.approvals({}, { settings: { ...rig.ports.settings, policies: [{ tool_id: '*', role_id: '*', decision: 'ask', required_approver: 'security' }] } });
    expect(await stricter.request(sampleCall({ idempotencyKey: 'key-1' }), new AbortController().signal)).toMatchObject({ answer: 'denied', reason: expect.stringContaining('owner may not answer as security') as string });
  });
});
