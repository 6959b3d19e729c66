import { rm } from 'node:fs/promises';
import { DEFAULT_BUDGET, type RunId, type TaskReplayMode, type TaskReplayReport } from '../../src/contracts/index.ts';
import { replayTask, type ReplayPorts, type ScratchFolder, type ToReplay } from '../../src/mother/index.ts';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from './task-rig.ts';

/** What a model may say in these runs. */
export const calls = (name: string, given: unknown) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });
export const reads = calls('read_file', { path: 'notes.txt' });
export const writes = calls('write_file', { path: 'out.txt', content: 'eggs\n' });
export const ends = (words: string) => ({ answer: [finishes(words)] });

export interface Finished {
  readonly rig: TaskRig;
  readonly runId: RunId;
  readonly reason: string;
}

/** A run that has ended, in a folder with a file of notes. */
export async function finished(options: Partial<TaskRigOptions> = {}, wish: Parameters<TaskRig['run']>[0] = {}): Promise<Finished> {
  const rig = await taskRig({ turns: [reads, ends('It holds milk.')], ...options });
  await rig.write('notes.txt', 'milk\n');
  const { runId, termination } = await rig.run(wish);
  return { rig, runId, reason: termination.reason };
}

const folderBeside = ({ folder }: TaskRig): ScratchFolder => ({ path: `${folder}-copy`, remove: () => rm(`${folder}-copy`, { recursive: true, force: true }) });
export const portsOf = ({ rig }: Finished, changes: Partial<ReplayPorts> = {}): ReplayPorts => ({ source: rig.ports.ledger, receipts: rig.writer, clock: rig.ports.clock, ids: rig.ports.ids, day: { limits: DEFAULT_BUDGET.per_user_daily, ledger: rig.ports.ledger }, portsOver: async (scratch, copy) => ({ ...rig.portsOver({ ...scratch, ...(copy !== undefined && { workspace: copy }) }), workspace: rig.folder }), scratchFolder: async () => folderBeside(rig), placeOf: async () => rig.place, ...changes });
export const replayed = (run: Finished, mode: TaskReplayMode, changes: Partial<ReplayPorts> = {}, asked: Partial<ToReplay> = {}): Promise<TaskReplayReport> => replayTask({ runId: run.runId, mode, signal: new AbortController().signal, ...asked }, portsOf(run, changes));
