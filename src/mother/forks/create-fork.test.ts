import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forkOf, goOn, heldRun, portsOf, sequenceOf, streamOf, turns } from '../../../test/support/fork-rig.ts';
import { replayed } from '../../../test/support/replay-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { plainEngine, type TaskRig } from '../../../test/support/task-rig.ts';
import { documentKey, type ArtifactId, type ForkReport } from '../../contracts/index.ts';
import { markEvent, readMarks } from '../../oversight/index.ts';
import { readCounter } from '../budgets/counter-reading.ts';
import { createCheckpoint } from './checkpoints.ts';

const { writes, ends, sends } = turns;

describe('a fork', () => {
  it('goes on from the place with the answers that were recorded, in a folder that stands as it did there', verifies('KEL-FORK-01', 'KEL-FORK-02', 'ELN-G-17'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), writes('bread\n'), ends('It is written otherwise.')]);
    const made = await forkOf(run);
    expect(made).toMatchObject({ parent_run_id: run.runId, phase: 'execute', fork: { fork_reason: 'To try another way.', irrevocable_side_effects_at_fork: [] } });
    expect([dirname(made.workspace), await readdir(made.workspace)]).toEqual([dirname(run.rig.folder), ['notes.txt']]);
    const { termination, runId } = await goOn(run, made);
    expect([termination.reason, runId, await readFile(join(made.workspace, 'out.txt'), 'utf8')]).toEqual(['success', made.fork.new_run_id, 'bread\n']);
  });

  it('writes neither to the stream of its parent, nor to its artifacts, nor to its folder', verifies('KEL-FORK-04', 'ELN-G-17'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), ends('It is still written.')]);
    const artifacts = async (): Promise<unknown[]> => (await run.rig.entries()).filter(({ event }) => event.type === 'artifact.registered' && JSON.stringify(event.payload).includes(run.runId));
    const kept = async (): Promise<unknown[]> => Promise.all((await run.rig.told('artifact.registered')).slice(0, 2).map(({ artifact }) => run.rig.documents.get(documentKey.artifact((artifact as { artifact_id: ArtifactId }).artifact_id))));
    const before = [await kept(), await streamOf(run), await artifacts(), await run.rig.documents.get(documentKey.run(run.runId)), await readdir(run.rig.folder), await run.rig.read('out.txt')];
    await goOn(run, await forkOf(run, { at: String(await sequenceOf(run, 'run.envelope_returned')) }));
    expect([await kept(), await streamOf(run), await artifacts(), await run.rig.documents.get(documentKey.run(run.runId)), await readdir(run.rig.folder), await run.rig.read('out.txt')]).toEqual(before);
  });

  it('asks no model and calls no tool for what was recorded; that counts in its limits and not once more in the day', verifies('KEL-FORK-01', 'KEL-FORK-05'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), ends('It is still written.')]);
    const day = async (): Promise<number> => (await readCounter(documentKey.userDailyBudget('owner', '2027-01-15'), run.rig.ports.ledger))?.spent['tokens'] ?? 0;
    const [asked, spentBefore] = [run.rig.sent().length, await day()];
    const made = await forkOf(run, { at: String(await sequenceOf(run, 'run.tool_ended')) });
    expect(await readFile(join(made.workspace, 'out.txt'), 'utf8')).toBe('eggs\n');
    const { termination, runId } = await goOn(run, made);
    const own = (await readCounter(documentKey.runBudget(runId), run.rig.ports.ledger))?.spent ?? {};
    expect([termination.reason, run.rig.sent().length - asked, own['tool_calls']]).toEqual(['success', 1, 1]);
    expect([spentBefore > 0, (await day()) - spentBefore < (own['tokens'] ?? 0)]).toEqual([true, true]);
  });

  it('tells no tool and no model once more how they fared in what was recorded, and tells it of what it does itself', verifies('KEL-FORK-11'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), writes('bread\n'), ends('It is written otherwise.')]);
    const at = String(await sequenceOf(run, 'run.tool_ended'));
    const measured = async (): Promise<string[]> => (await run.rig.entries()).filter(({ event }) => event.aggregate === 'tool' || event.aggregate === 'model').map(({ event }) => event.type);
    const before = await measured();
    const { runId, termination } = await goOn(run, await forkOf(run, { at }));
    const since = (await measured()).slice(before.length);
    const calls = (await run.rig.told('run.tool_ended')).filter((payload) => payload['run_id'] === runId).length;
    expect([termination.reason, before.includes('tool.used'), before.some((type) => type.startsWith('model.')), calls]).toEqual(['success', true, true, 2]);
    expect([since.filter((type) => type === 'tool.used').length, since.filter((type) => type.startsWith('model.')).length < before.filter((type) => type.startsWith('model.')).length * 2]).toEqual([1, true]);
    expect((await run.rig.documents.get(documentKey.toolStats('write_file' as never)))?.body).toMatchObject({ success_count: 2, failure_count: 0 });
  });

  it('is replayed by itself: what it read of its parent and what it did come out the same, and neither is done again', verifies('KEL-FORK-12', 'KEL-REPLAY-01'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), writes('bread\n'), ends('It is written otherwise.')]);
    const made = await forkOf(run, { at: String(await sequenceOf(run, 'run.tool_ended')) });
    const { runId, termination } = await goOn(run, made);
    const [asked, before] = [run.rig.sent().length, await streamOf(run)];
    const report = await replayed({ rig: run.rig, runId, reason: termination.reason }, 'simulation_from_recorded_outputs', { portsOver: async (scratch) => ({ ...run.rig.portsOver(scratch), workspace: made.workspace, place: { ...run.rig.place, workspace: made.workspace } }) });
    expect(report.divergences).toEqual([]);
    expect([report.verdict, report.steps.answered, report.ended.replayed, run.rig.sent().length, await streamOf(run), await readFile(join(made.workspace, 'out.txt'), 'utf8')]).toEqual(['identical', report.steps.recorded, 'success', asked, before, 'bread\n']);
  });

  it('goes on where it was cut off, and what cannot be taken back is still done once', verifies('KEL-FORK-01', 'KEL-FORK-06'), async () => {
    const stop = new AbortController();
    const run = await heldRun([sends, ends('It is sent.'), ends('Cut off.'), ends('It is sent.')], { request: 'Send word to ada.', onRequest: ({ number }) => (number === 3 ? stop.abort() : undefined) });
    const at = String(await sequenceOf(run, 'run.tool_ended'));
    const made = await forkOf(run, { at, acknowledged: run.effects() });
    await goOn(run, made, 'one', { signal: stop.signal }).catch(() => undefined);
    const { termination } = await goOn(run, made);
    expect([termination.reason, run.sent()]).toEqual(['success', 1]);
  });

  it('ends by itself where there is no room for it, whatever its past holds', verifies('KEL-FORK-01'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    const made = await forkOf(run, { at: String(await sequenceOf(run, 'run.tool_ended')) });
    const { termination } = await goOn(run, made, 'one', { measureMemoryMb: () => 1_000_000 });
    expect([termination.run_id, termination.reason, termination.phase_at_termination]).toEqual([made.fork.new_run_id, 'budget_exhausted', 'plan']);
  });

  it('can be forked again', verifies('KEL-FORK-01', 'KEL-FORK-04'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), ends('Still.'), ends('And still.')]);
    const first = await forkOf(run, { at: String(await sequenceOf(run, 'run.tool_ended')) });
    const parent = { ...run, runId: (await goOn(run, first)).runId };
    const before = [await streamOf(parent), await streamOf(run)];
    const second = await forkOf(parent, { at: String(await sequenceOf(parent, 'run.tool_ended')), idempotencyKey: 'two' }, first.workspace);
    const { termination } = await goOn(run, second, 'two');
    expect([termination.reason, await readFile(join(second.workspace, 'out.txt'), 'utf8'), [await streamOf(parent), await streamOf(run)]]).toEqual(['success', 'eggs\n', before]);
  });

  it('can be made of a run that is still at work', verifies('KEL-FORK-01', 'KEL-FORK-07'), async () => {
    let made: ForkReport | undefined;
    const seen: { rig?: TaskRig } = {};
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), ends('Never asked.')], {
      engine: (parts) => ({
        judgeSubtask: async (input) => {
          if (made === undefined && seen.rig !== undefined) made = await forkOf({ rig: seen.rig, runId: parts.runId });
          return plainEngine(parts).judgeSubtask(input);
        },
      }),
      onRig: (rig) => void (seen.rig = rig),
    });
    expect(made).toMatchObject({ parent_run_id: run.runId, phase: 'execute' });
    const { termination } = await goOn(run, made as ForkReport);
    expect([termination.reason, run.rig.sent().length]).toEqual(['success', 2]);
  });

  it('hears what is said to it before it does anything itself, and has the limits it was given', verifies('KEL-FORK-01'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), writes('bread\n'), ends('It is bread.')]);
    const made = await forkOf(run, { steer: 'Write bread instead.', limits: { max_tool_calls: 7 } });
    await goOn(run, made);
    expect(JSON.stringify(run.rig.sent()[2]?.messages)).toContain('Write bread instead.');
    expect((await run.rig.told('run.started')).map(({ budget }) => (budget as { max_tool_calls: number }).max_tool_calls)).toEqual([100, 7]);
  });

  it('is made once for the same wish', verifies('KEL-FORK-01'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    const made = await forkOf(run);
    const count = (await run.rig.entries()).length;
    expect([await forkOf(run), (await run.rig.entries()).length]).toEqual([made, count]);
  });

  it('keeps words of others as words of others in its folder', verifies('KEL-FORK-08'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    await run.rig.writer.append({ key: 'mark', events: [markEvent(run.rig.folder, { subject_kind: 'file', subject: 'notes.txt', taint_class: 'external_untrusted', sources: ['https://example.com/'], replaces: false, run_id: null })] });
    await run.rig.writer.append({ key: 'other', events: [markEvent(run.rig.folder, { subject_kind: 'session', subject: 'ses_1', taint_class: 'external_untrusted', sources: [], replaces: false, run_id: null })] });
    const { workspace } = await forkOf(run);
    expect((await readMarks(workspace, run.rig.documents)).map(({ subject, taint_class: taint, sources, lowered_from: lowered }) => [subject, taint, sources, lowered])).toEqual([['notes.txt', 'external_untrusted', ['https://example.com/'], null]]);
    const mark = (await run.rig.told('taint.marked')).find((one) => one['workspace'] === workspace);
    expect(mark?.['mark']).toMatchObject({ replaces: false, run_id: expect.not.stringMatching(run.runId) });
  });
});

describe('a place', () => {
  it('within a step is moved to the last one before it, and that is said', verifies('KEL-FORK-07'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    const [inside, before] = [await sequenceOf(run, 'run.llm_started'), await sequenceOf(run, 'run.model_routed')];
    expect(await forkOf(run, { at: String(inside) })).toMatchObject({ event_seq: before, moved: `${inside} lies within a step; the last place before it is event ${before}` });
  });

  it('after the decision how the run ends is moved to before it, and one that is none is refused', verifies('KEL-FORK-07'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    const end = await sequenceOf(run, 'run.terminated');
    expect(await forkOf(run, { at: String(end) })).toMatchObject({ phase: 'approve', moved: expect.stringContaining(`${end} comes after it was decided how the run ends`) });
    expect(await forkOf(run, { at: '2', idempotencyKey: 'start' })).toMatchObject({ event_seq: 2, phase: 'plan', recorded_steps: 0 });
    for (const wish of [{ at: '9999' }, { at: 'nothing' }, { checkpoint: 'nothing' }]) await expect(forkOf(run, { ...wish, idempotencyKey: 'no' })).rejects.toMatchObject({ code: 'run.fork_refused' });
  });
});

describe('what the parent did and nobody can take back', () => {
  it('is named before the fork is made, stands in its record, and is not done again', verifies('KEL-FORK-06', 'ELN-G-17', 'validation.restore_checkpoint_ignores_irreversible_side_effects'), async () => {
    const run = await heldRun([sends, ends('It is sent.'), ends('It is sent, as I see.')], { request: 'Send word to ada.' });
    const at = String(await sequenceOf(run, 'run.tool_ended'));
    await expect(forkOf(run, { at })).rejects.toMatchObject({ code: 'run.fork_refused', message: 'Up to this place the run did what cannot be taken back: send on mail.', nextStep: 'Look at it with --dry-run, and fork again with --yes when the fork may rest on it; it is not done again.', data: { validation_code: 'validation.restore_checkpoint_ignores_irreversible_side_effects', subjects: run.effects() } });
    expect(await readdir(dirname(run.rig.folder))).not.toContainEqual(expect.stringContaining('fork'));
    const made = await forkOf(run, { at, acknowledged: run.effects() });
    const ended = (await run.rig.entries()).find(({ event }) => event.type === 'run.tool_ended');
    expect(made.fork.irrevocable_side_effects_at_fork).toEqual([{ side_effect_id: run.effects()[0], kind: 'send on mail', executed_at: ended?.event.recorded_at, note: 'not_reversible_in_fork', receipt_ref: { kind: 'event', key: ended?.event.event_id } }]);
    const { termination } = await goOn(run, made);
    expect([termination.reason, run.sent()]).toEqual(['success', 1]);
  });
});

describe('a folder that cannot be put as it was', () => {
  it('is said with its files, and nothing is made', verifies('KEL-FORK-02'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    const at = String(await sequenceOf(run, 'run.tool_ended'));
    await run.rig.write('out.txt', 'mine\n');
    const count = (await run.rig.entries()).length;
    await expect(forkOf(run, { at })).rejects.toMatchObject({ code: 'run.fork_refused', data: { validation_code: null, subjects: ['out.txt: changed since, and what stood there was not kept'] } });
    expect([(await run.rig.entries()).length, (await readdir(dirname(run.rig.folder))).filter((name) => name.includes('fork'))]).toEqual([count, []]);
  });

  it('can be put so from a checkpoint that was made in time', verifies('KEL-FORK-02', 'ELN-G-04'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.'), ends('It is still written.')]);
    const { checkpoint_id: checkpoint, event_seq: at } = await createCheckpoint({ runId: run.runId, createdBy: 'owner', idempotencyKey: 'kept' }, portsOf(run));
    await run.rig.write('out.txt', 'mine\n');
    const made = await forkOf(run, { checkpoint });
    const { termination } = await goOn(run, made);
    expect([made.event_seq, made.fork.forked_from_checkpoint_ref, await readFile(join(made.workspace, 'out.txt'), 'utf8'), await run.rig.read('out.txt'), termination.reason]).toEqual([at, checkpoint, 'eggs\n', 'mine\n', 'success']);
  });
});
