import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { documentKey, DEFAULT_BUDGET, type ForkReport, type RunId } from '../../contracts/index.ts';
import { readCounter } from '../budgets/counter-reading.ts';
import { runTask, type TaskRun } from '../run-task.ts';
import { createFork, type ForkPorts, type ForkWish } from './create-fork.ts';

const REQUEST = 'Write out.txt.';
const calls = (name: string, given: unknown) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });
const writes = (content: string) => calls('write_file', { path: 'out.txt', content });
const ends = (words: string) => ({ answer: [finishes(words)] });

interface Finished {
  readonly rig: TaskRig;
  readonly runId: RunId;
}

async function finished(turns: TaskRigOptions['turns'], options: Partial<TaskRigOptions> = {}): Promise<Finished> {
  const rig = await taskRig({ turns, ...options });
  await rig.write('notes.txt', 'milk\n');
  const { runId } = await rig.run({ request: REQUEST });
  return { rig, runId };
}

const portsOf = ({ rig }: Pick<Finished, 'rig'>, workspace = rig.folder): ForkPorts => ({ ledger: rig.ports.ledger, writer: rig.writer, clock: rig.ports.clock, ids: rig.ports.ids, place: { ...rig.place, workspace } });
const fork = (run: Finished, wish: Partial<ForkWish> = {}, workspace?: string): Promise<ForkReport> => createFork({ runId: run.runId, reason: 'To try another way.', limits: {}, acknowledged: [], wantedBy: 'owner', idempotencyKey: 'one', ...wish }, portsOf(run, workspace));
const goOn = ({ rig }: Finished, { workspace }: ForkReport, key = 'one'): Promise<TaskRun> =>
  runTask({ request: REQUEST, userId: 'owner', attendance: 'attended', engine: 'model', engineReason: 'It is there.', limits: DEFAULT_BUDGET.per_run, idempotencyKey: `fork:${key}`, signal: new AbortController().signal }, rig.portsIn(workspace));
const streamOf = async ({ rig, runId }: Finished): Promise<string> => JSON.stringify(await rig.log.read({ aggregate: 'run', id: runId }, { limit: 5_000 }));
const sequenceOf = async ({ rig, runId }: Finished, wanted: string, nth = 1): Promise<number> => (await rig.log.read({ aggregate: 'run', id: runId }, { limit: 5_000 })).filter(({ event }) => event.type === wanted)[nth - 1]?.event.sequence ?? 0;

describe('a fork', () => {
  it('goes on from the place with the answers that were recorded, in a folder that stands as it did there', async () => {
    const run = await finished([writes('eggs\n'), ends('It is written.'), writes('bread\n'), ends('It is written otherwise.')]);
    const before = await streamOf(run);
    const made = await fork(run);
    expect(made).toMatchObject({ parent_run_id: run.runId, phase: 'execute', fork: { irrevocable_side_effects_at_fork: [] } });
    expect(await readdir(made.workspace)).toEqual(['notes.txt']);
    const { termination, runId } = await goOn(run, made);
    expect([termination.reason, runId, await readFile(join(made.workspace, 'out.txt'), 'utf8'), await run.rig.read('out.txt')]).toEqual(['success', made.fork.new_run_id, 'bread\n', 'eggs\n']);
    expect(await streamOf(run)).toBe(before);
    expect(dirname(made.workspace)).toBe(dirname(run.rig.folder));
  });

  it('asks no model and calls no tool for what was recorded, and pays for none of it', async () => {
    const run = await finished([writes('eggs\n'), ends('It is written.'), ends('It is still written.')]);
    const asked = run.rig.sent().length;
    const made = await fork(run, { at: String(await sequenceOf(run, 'run.tool_ended')) });
    expect(await readFile(join(made.workspace, 'out.txt'), 'utf8')).toBe('eggs\n');
    const { termination, runId } = await goOn(run, made);
    const spent = (await readCounter(documentKey.runBudget(runId), run.rig.ports.ledger))?.spent;
    expect([termination.reason, run.rig.sent().length - asked, spent?.['tool_calls'] ?? 0]).toEqual(['success', 1, 0]);
    expect((await run.rig.told('run.tool_ended')).filter((one) => one['run_id'] === runId)).toHaveLength(1);
  });

  it('can be forked again, and its parent is not written either', async () => {
    const run = await finished([writes('eggs\n'), ends('It is written.'), ends('Still.'), ends('And still.')]);
    const at = String(await sequenceOf(run, 'run.tool_ended'));
    const first = await fork(run, { at });
    const { runId } = await goOn(run, first);
    const [parent, grandparent] = [{ ...run, runId }, run];
    const before = [await streamOf(parent), await streamOf(grandparent)];
    const second = await fork(parent, { at: String(await sequenceOf(parent, 'run.tool_ended')), idempotencyKey: 'two' }, first.workspace);
    const { termination } = await goOn(run, second, 'two');
    expect([termination.reason, await readFile(join(second.workspace, 'out.txt'), 'utf8')]).toEqual(['success', 'eggs\n']);
    expect([await streamOf(parent), await streamOf(grandparent)]).toEqual(before);
  });
});
