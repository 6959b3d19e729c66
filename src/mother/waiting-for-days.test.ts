import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { sampleKeyPem } from '../../test/support/approval-samples.ts';
import { calls, done } from '../../test/support/family-rig.ts';
import { taskRig } from '../../test/support/task-rig.ts';
import { approvalRequested, OversightSection, type ApprovalRecord } from '../contracts/index.ts';
import { createIds, seededRandom, type Clock } from '../kernel/index.ts';
import { systemTimer } from '../ledger/index.ts';
import { answerApproval, approvalsForRun, createApprovalKey } from '../oversight/index.ts';
import type { VersionsAtHand } from './task/task-ports.ts';

const DAY_MS = 24 * 3_600_000;
const KEY = createApprovalKey(sampleKeyPem('this installation'));
const APPROVERS = { owner: ['owner'], admin: ['owner'], security: ['owner'] };

/** A program of later: it has one tool more, and says some things in other words, but still knows the old ones. */
function upgraded({ prompts, tools, ...rest }: VersionsAtHand): VersionsAtHand {
  return { ...rest, prompts: Object.fromEntries(Object.entries(prompts).map(([name, versions]) => [name, ['9.0.0', ...versions]])), tools: { ...tools, tool_of_later: ['1.0.0'] } };
}

/** The program before work could be handed over. */
function older({ tools: { delegate: _later, ...tools }, ...rest }: VersionsAtHand): VersionsAtHand {
  return { ...rest, tools };
}

describe('a run that waits for a person', () => {
  it('waits for ten days, through restarts, a clock that jumps and an upgrade, and asks once', verifies('KEL-CHILD-14'), async () => {
    let days = 0;
    const clock: Clock = { nowMs: () => 1_800_000_000_000 + days * DAY_MS, monotonicMs: () => 0 };
    const settings = { ...OversightSection.parse({}).approvals, expires_in: 'P14D' };
    let stop = new AbortController();
    const ids = createIds({ clock, random: seededRandom(5) });
    const rig = await taskRig({
      turns: [calls('write_file', { path: '.env', content: 'PORT=8080\n' }), done('The port is set.')],
      overseers: ({ runId, ledger: { log: reader, documents, bus }, writer: log }) => {
        const approvals = approvalsForRun({ runId, attendance: 'attended', mode: 'ask', triggersOf: () => [], toolOf: () => ({ category: 'file_ops', sideEffects: 'idempotent_write' }), confinement: 'offline' }, { log, person: { userId: 'owner', log }, reader, documents, bus, key: async () => KEY, settings, clock, ids, random: seededRandom(6), timer: systemTimer, notify: [] });
        // The machine is turned off as soon as the run waits, unless the answer is there already.
        const off = (): void => void setImmediate(() => stop.abort());
        return { approvals: { ...approvals, request: (request, signal) => (days < 10 && off(), approvals.request(request, signal)) } };
      },
    });
    const begun = older(rig.ports.versions);
    const asked = async (): Promise<ApprovalRecord[]> => (await rig.entries()).flatMap(({ event }) => (event.type === approvalRequested.type ? [approvalRequested.payload.parse(event.payload).record] : []));
    // The clock is set right twice, once back.
    for (const day of [0, 1, 2, 6, 4, 9]) {
      days = day;
      stop = new AbortController();
      await expect(rig.run({ signal: stop.signal, request: 'Set the port.' }, { clock, versions: day < 4 ? begun : upgraded(begun) })).rejects.toMatchObject({ code: 'journal.cancelled' });
    }
    const [question, ...others] = await asked();
    expect([others, rig.server.requests().length, await rig.told('run.terminated')]).toEqual([[], 1, []]);
    days = 10;
    const person = { log: rig.writer, reader: rig.log, documents: rig.documents, key: async () => KEY, approvers: APPROVERS as never, clock };
    await answerApproval({ approvalId: question?.approval_id as never, answer: 'approved', actionHash: question?.question.decision.action_hash as never, remember: 'once', reason: 'Yes.', answeredBy: 'owner', idempotencyKey: 'late' }, person);
    const { termination } = await rig.run({ request: 'Set the port.' }, { clock, versions: upgraded(begun) });
    expect([termination.reason, await rig.read('.env'), rig.server.requests().length, (await asked()).length, await rig.told('run.versions_accepted')]).toEqual(['success', 'PORT=8080\n', 2, 1, []]);
    const offered = rig.sent().map(({ tools }) => (tools as { function: { name: string } }[]).some(({ function: { name } }) => name === 'delegate' || name === 'tool_of_later'));
    expect(offered).toEqual([false, false]);
  });
});
