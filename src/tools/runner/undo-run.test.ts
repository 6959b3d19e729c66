import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { runnerRig, sampleTool, type RunnerRig } from '../../../test/support/runner-rig.ts';
import { createBlobs } from '../../ledger/index.ts';
import { workspaceFiles } from '../paths/open-workspace-files.ts';
import { changesOf, planUndo, undoRun } from './undo-run.ts';

/** Writes `content` after the first `=` to the path before it; without one it deletes. */
const writer = sampleTool({
  tool_id: 'write',
  side_effects: 'idempotent_write',
  touches: ['workspace_write'],
  intentions: ({ text }) => [{ kind: 'path', op: text.includes('=') ? 'write' : 'delete', path: text.split('=')[0] ?? '' }],
  perform: async ({ text }, { files }) => {
    const [path = '', content] = text.split('=');
    if (content === undefined) await files.delete(path);
    else await files.write(path, Buffer.from(content));
    return { text };
  },
});

const shell = sampleTool({
  tool_id: 'shell',
  side_effects: 'destructive',
  touches: ['programs', 'workspace_write'],
  intentions: ({ text }, { workspace }) => [{ kind: 'script', script: text, argv: ['sh', '-c', text], currentFolder: workspace, environment: {} }],
  perform: async ({ text }, { run, place }) => run({ argv: ['sh', '-c', text], currentFolder: place.workspace, environment: {} }).then(() => ({ text })),
});

async function undo(rig: RunnerRig, isForced = false) {
  const changes = await changesOf(JOURNAL_RUN, rig.ledger.log);
  const files = workspaceFiles({ workspace: changes.workspace, home: '/nowhere', ownState: [], granted: () => true });
  const planned = await planUndo(changes, isForced, files);
  const undone = await undoRun({ runId: JOURNAL_RUN, undoneBy: 'ada', reason: 'A test asked for it.', isForced }, changes, { files, blobs: createBlobs(rig.ledger.store), log: rig.ledger.writer });
  expect(planned).toEqual(undone);
  return { undone: Object.fromEntries(undone.map(({ path, outcome }) => [path, outcome])), isIncomplete: changes.isIncomplete };
}

describe('taking back what a run changed', () => {
  it('puts every file back as it was before the first change, with its mode, and removes what was made', verifies('KEL-UNDO-01'), async () => {
    const rig = await runnerRig({ tools: [writer] });
    await rig.write('kept.txt', 'one');
    await rig.write('run.sh', 'echo one');
    await chmod(join(rig.folder, 'run.sh'), 0o755);
    await rig.write('gone.txt', 'here');
    for (const text of ['kept.txt=two', 'kept.txt=three', 'made/new.txt=x', 'run.sh=echo two', 'gone.txt']) await rig.call({ toolId: 'write', arguments: { text } });
    expect((await undo(rig)).undone).toEqual({ 'kept.txt': 'restored', 'made/new.txt': 'removed', 'run.sh': 'restored', 'gone.txt': 'restored' });
    expect([await rig.read('kept.txt'), await rig.read('run.sh'), await rig.read('gone.txt')]).toEqual(['one', 'echo one', 'here']);
    expect((await stat(join(rig.folder, 'run.sh'))).mode & 0o777).toBe(0o755);
    await expect(rig.read('made/new.txt')).rejects.toThrow('ENOENT');
    expect((await rig.told('run.changes_undone')).map(({ undone_by }) => undone_by)).toEqual(['ada']);
  });

  it('leaves alone what somebody changed since, unless it is forced', verifies('KEL-UNDO-02'), async () => {
    const rig = await runnerRig({ tools: [writer] });
    await rig.write('a.txt', 'one');
    await rig.write('b.txt', 'one');
    for (const text of ['a.txt=two', 'b.txt=two']) await rig.call({ toolId: 'write', arguments: { text } });
    await writeFile(join(rig.folder, 'a.txt'), 'mine');
    expect((await undo(rig)).undone).toEqual({ 'a.txt': 'changed_since', 'b.txt': 'restored' });
    expect(await rig.read('a.txt')).toBe('mine');
    expect((await undo(rig, true)).undone).toEqual({ 'a.txt': 'restored', 'b.txt': 'already_so' });
    expect(await rig.read('a.txt')).toBe('one');
  });

  it('covers what programs changed, of whatever they changed', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('src/a.txt', 'one');
    await rig.write('src/b.txt', 'one');
    const { outcome } = await rig.call({ toolId: 'shell', arguments: { text: 'echo two > src/a.txt; rm src/b.txt; mkdir new; echo x > new/c.txt' } });
    expect(outcome.changes.map(({ path, kind }) => [path, kind])).toEqual([['new/c.txt', 'created'], ['src/a.txt', 'modified'], ['src/b.txt', 'deleted']]);
    await rig.call({ toolId: 'shell', arguments: { text: 'echo three > src/a.txt; touch src/a.txt' } });
    expect(await undo(rig)).toEqual({ undone: { 'new/c.txt': 'removed', 'src/a.txt': 'restored', 'src/b.txt': 'restored' }, isIncomplete: false });
    expect([await rig.read('src/a.txt'), await rig.read('src/b.txt')]).toEqual(['one', 'one']);
  });

  it('starts from what a call kept the first time, when that call was interrupted and made again', verifies('KEL-UNDO-04'), async () => {
    let dies = true;
    const dying = sampleTool({
      tool_id: 'write',
      side_effects: 'idempotent_write',
      intentions: () => [{ kind: 'path', op: 'write', path: 'a.txt' }],
      perform: async ({ text }, { files }) => {
        await files.write('a.txt', Buffer.from('two'));
        if (dies) throw new Error('the process died here');
        return { text };
      },
    });
    const rig = await runnerRig({ tools: [dying] });
    await rig.write('a.txt', 'one');
    const call = { toolId: 'write', arguments: { text: '' }, key: 'execute/1/write' };
    await expect(rig.call(call)).rejects.toThrow('the process died here');
    expect(await rig.read('a.txt')).toBe('two');
    expect((await undo(rig)).undone).toEqual({ 'a.txt': 'changed_since' });
    dies = false;
    const { outcome } = await rig.call({ ...call, journal: await rig.journal() });
    expect(outcome.changes).toEqual([expect.objectContaining({ path: 'a.txt', kind: 'modified' })]);
    expect((await undo(rig)).undone).toEqual({ 'a.txt': 'restored' });
    expect(await rig.read('a.txt')).toBe('one');
  });

  it('covers what a program had changed when the run was stopped', verifies('KEL-UNDO-03', 'KEL-UNDO-04'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    const stop = new AbortController();
    const running = rig.call({ toolId: 'shell', arguments: { text: 'echo two > a.txt; touch made; sleep 60' }, signal: stop.signal });
    await expect.poll(() => rig.read('made').catch(() => 'no')).toBe('');
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'journal.cancelled' });
    expect((await rig.told('run.tool_ended')).map(({ outcome }) => (outcome as { status: string }).status)).toEqual(['interrupted']);
    expect(await undo(rig)).toEqual({ undone: { made: 'removed', 'a.txt': 'restored' }, isIncomplete: false });
    expect(await rig.read('a.txt')).toBe('one');
  });

  it('says that it is incomplete when a program was interrupted, for nobody looked at what it had changed', verifies('KEL-UNDO-04'), async () => {
    const dying = sampleTool({
      tool_id: 'shell',
      side_effects: 'destructive',
      touches: ['workspace_write', 'programs'],
      perform: () => Promise.reject(new Error('the process died here')),
    });
    const rig = await runnerRig({ tools: [dying, writer] });
    await rig.call({ toolId: 'write', arguments: { text: 'a.txt=one' } });
    expect((await undo(rig)).isIncomplete).toBe(false);
    await expect(rig.call({ toolId: 'shell', arguments: { text: '' } })).rejects.toThrow('the process died here');
    expect((await undo(rig)).isIncomplete).toBe(true);
  });

  it('is not incomplete because a call was refused', verifies('KEL-UNDO-04'), async () => {
    const rig = await runnerRig({ tools: [writer], toolCallsMax: 1 });
    await rig.call({ toolId: 'write', arguments: { text: 'a.txt=one' } });
    await expect(rig.call({ toolId: 'write', arguments: { text: 'b.txt=one' } })).rejects.toMatchObject({ code: 'counter.exhausted' });
    expect(await undo(rig)).toEqual({ undone: { 'a.txt': 'removed' }, isIncomplete: false });
  });

  it('is refused for a run that called no tool', async () => {
    const rig = await runnerRig({ tools: [writer] });
    await expect(changesOf(JOURNAL_RUN, rig.ledger.log)).rejects.toMatchObject({ code: 'tool.nothing_to_undo' });
  });
});
