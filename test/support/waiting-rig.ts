import { approvalRequested, OversightSection, type ApprovalRecord, type RunId } from '../../src/contracts/index.ts';
import { createIds, seededRandom, type Clock } from '../../src/kernel/index.ts';
import { systemTimer } from '../../src/ledger/index.ts';
import type { TaskPorts, TaskRun } from '../../src/mother/index.ts';
import { answerApproval, approvalsForRun, createApprovalKey } from '../../src/oversight/index.ts';
import { sampleKeyPem } from './approval-samples.ts';
import { calls, done } from './family-rig.ts';
import { taskRig, type TaskRig, type TaskRigOptions } from './task-rig.ts';

export const WAITING_DAY_MS = 24 * 3_600_000;
const START_MS = 1_800_000_000_000;
const KEY = createApprovalKey(sampleKeyPem('this installation'));
const APPROVERS = { owner: ['owner'], admin: ['owner'], security: ['owner'] };

export interface WaitingRig extends TaskRig {
  /** Works on the run on one day, until it waits or has ended. */
  workOn(day: number, versions?: TaskPorts['versions'], acceptVersions?: string): Promise<TaskRun & { readonly answer: string }>;
  questions(): Promise<readonly ApprovalRecord[]>;
  /** The person says yes, on a day. */
  sayYes(day: number): Promise<void>;
}

/** A run that waits for a person for days, on a machine that is turned off as soon as it waits and nobody has answered. */
export async function waitingRig(begun?: TaskRigOptions['begun']): Promise<WaitingRig> {
  let days = 0;
  let stop = new AbortController();
  let isAnswered = false;
  const clock: Clock = { nowMs: () => START_MS + days * WAITING_DAY_MS, monotonicMs: () => 0 };
  const settings = { ...OversightSection.parse({}).approvals, expires_in: 'P14D' };
  const ids = createIds({ clock, random: seededRandom(5) });
  const overseers: TaskRigOptions['overseers'] = ({ runId, ledger: { log: reader, documents, bus }, writer: log }) => {
    const approvals = approvalsForRun({ runId: runId as RunId, attendance: 'attended', mode: 'ask', triggersOf: () => [], toolOf: () => ({ category: 'file_ops', sideEffects: 'idempotent_write' }), confinement: 'offline' }, { log, person: { userId: 'owner', log }, reader, documents, bus, key: async () => KEY, settings, clock, ids, random: seededRandom(6), timer: systemTimer, notify: [] });
    const off = (): void => void setImmediate(() => stop.abort());
    return { approvals: { ...approvals, request: (request, signal) => (isAnswered || off(), approvals.request(request, signal)) } };
  };
  const rig = await taskRig({ turns: [{ ...done('The port is set.'), when: { tool_result: { name: 'write_file' } } }, { ...calls('write_file', { path: '.env', content: 'PORT=8080\n' }), when: {} }], overseers, ...(begun !== undefined && { begun }) });
  const questions = async (): Promise<ApprovalRecord[]> => (await rig.entries()).flatMap(({ event }) => (event.type === approvalRequested.type ? [approvalRequested.payload.parse(event.payload).record] : []));
  return {
    ...rig,
    questions,
    async workOn(day, versions = rig.ports.versions, acceptVersions?: string) {
      days = day;
      stop = new AbortController();
      return rig.run({ signal: stop.signal, request: 'Set the port.', ...(acceptVersions !== undefined && { acceptVersions }) }, { clock, versions });
    },
    async sayYes(day) {
      days = day;
      isAnswered = true;
      const [question] = await questions();
      const person = { log: rig.writer, reader: rig.log, documents: rig.documents, key: async () => KEY, approvers: APPROVERS as never, clock };
      await answerApproval({ approvalId: question?.approval_id as never, answer: 'approved', actionHash: question?.question.decision.action_hash as never, remember: 'once', reason: 'Yes.', answeredBy: 'owner', idempotencyKey: 'late' }, person);
    },
  };
}
