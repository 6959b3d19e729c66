import { execFileSync } from 'node:child_process';
import { chmod, lstat, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { runnerRig, sampleTool, type RunnerRig } from '../../../test/support/runner-rig.ts';
import { createBlobs } from '../../ledger/index.ts';
import { workspaceFiles } from '../paths/open-workspace-files.ts';
import { changesOf, planUndo, undoRun } from './undo-run.ts';

/** Runs its text in a shell, in the workspace. */
const shellOf = (workspaceAccess: 'read_only' | 'read_write'): Parameters<typeof sampleTool>[0] => ({
  tool_id: 'shell',
  side_effects: 'destructive',
  touches: ['programs', 'workspace_write'],
  timeout_ms: 30_000,
  intentions: ({ text }, { workspace }) => [{ kind: 'script', script: text, argv: ['sh', '-c', text], currentFolder: workspace, environment: {} }],
  perform: async ({ text }, { run, place }) => run({ argv: ['sh', '-c', text], currentFolder: place.workspace, environment: {}, workspaceAccess }).then(({ exitCode }) => ({ text: String(exitCode) })),
});
const shell = sampleTool(shellOf('read_write'));

const ran = (rig: RunnerRig, text: string) => rig.call({ toolId: 'shell', arguments: { text } }).then(({ outcome }) => outcome);
const changed = async (rig: RunnerRig, text: string) => (await ran(rig, text)).changes.map(({ path, kind }) => `${kind} ${path}`);

async function undo(rig: RunnerRig, isForced = false): Promise<Record<string, string>> {
  const changes = await changesOf(JOURNAL_RUN, rig.ledger.log);
  const files = workspaceFiles({ workspace: changes.workspace, home: '/nowhere', ownState: [], granted: () => true });
  const planned = await planUndo(changes, isForced, files);
  const undone = await undoRun({ runId: JOURNAL_RUN, undoneBy: 'ada', reason: 'A test asked for it.', isForced }, changes, { files, blobs: createBlobs(rig.ledger.store), log: rig.ledger.writer });
  expect(planned).toEqual(undone);
  return Object.fromEntries(undone.map(({ path, outcome }) => [path, outcome]));
}

describe('a program that was only to read, where nothing holds it', () => {
  it('is found to have changed files, which can be taken back', verifies('KEL-SCRATCH-03'), async () => {
    const looks = sampleTool({ ...shellOf('read_only'), tool_id: 'looks' });
    const rig = await runnerRig({ tools: [looks] });
    await rig.write('a.txt', 'one');
    const { outcome } = await rig.call({ toolId: 'looks', arguments: { text: 'echo two > a.txt; echo x > b.txt' } });
    expect([outcome.is_undoable, outcome.changes.map(({ path, kind }) => `${kind} ${path}`)]).toEqual([true, ['modified a.txt', 'created b.txt']]);
    expect(await undo(rig)).toEqual({ 'a.txt': 'restored', 'b.txt': 'removed' });
  });
});

describe('a program that puts something else where a file was', () => {
  it.each([
    ['a link to the outside', 'ln -sf /etc/passwd a.txt'],
    ['a folder', 'rm a.txt; mkdir a.txt'],
    ['a link that leads to itself', 'rm a.txt; ln -s a.txt a.txt'],
  ])('is recorded as having deleted it, and undone: %s', verifies('KEL-UNDO-03'), async (_what, text) => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    expect(await changed(rig, text)).toEqual(['deleted a.txt']);
    expect(await undo(rig)).toEqual({ 'a.txt': 'restored' });
    expect([await rig.read('a.txt'), (await lstat(join(rig.folder, 'a.txt'))).isFile()]).toEqual(['one', true]);
  });

  it('is recorded also when a pipe has the name, which only a person takes away', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    expect(await changed(rig, 'rm a.txt; mkfifo a.txt')).toEqual(['deleted a.txt']);
    expect(await undo(rig)).toEqual({ 'a.txt': 'failed' });
  });

  it('loses nothing when the file is moved and a link takes its name', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    expect(await changed(rig, 'mv a.txt b.txt; ln -s b.txt a.txt')).toEqual(['deleted a.txt', 'created b.txt']);
    expect(await undo(rig)).toEqual({ 'a.txt': 'restored', 'b.txt': 'removed' });
    expect([await rig.read('a.txt'), (await lstat(join(rig.folder, 'a.txt'))).isFile()]).toEqual(['one', true]);
  });

  it('loses nothing when the folder is moved and a link takes its name', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('src/a.txt', 'one');
    expect(await changed(rig, 'mv src lib; ln -s lib src')).toEqual(['created lib/a.txt', 'deleted src/a.txt']);
    expect(await undo(rig)).toEqual({ 'lib/a.txt': 'removed', 'src/a.txt': 'failed' });
    expect(await readlink(join(rig.folder, 'src'))).toBe('lib');
  });

  it('is undone when a file takes the place of a folder', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('d/x.txt', 'one');
    expect(await changed(rig, 'rm -r d; echo two > d')).toEqual(['created d', 'deleted d/x.txt']);
    expect(await undo(rig)).toEqual({ d: 'removed', 'd/x.txt': 'restored' });
    expect(await rig.read('d/x.txt')).toBe('one');
  });

  it('is undone with the permissions that the file had', verifies('KEL-UNDO-01'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('run.sh', 'one');
    await rig.write('only-mode.sh', 'one');
    for (const name of ['run.sh', 'only-mode.sh']) await chmod(join(rig.folder, name), 0o750);
    expect(await changed(rig, 'echo two > run.sh; chmod 644 run.sh only-mode.sh')).toEqual(['modified only-mode.sh', 'modified run.sh']);
    expect(await undo(rig)).toEqual({ 'only-mode.sh': 'restored', 'run.sh': 'restored' });
    const modes = await Promise.all(['run.sh', 'only-mode.sh'].map(async (name) => (await stat(join(rig.folder, name))).mode & 0o777));
    expect(modes).toEqual([0o750, 0o750]);
    expect(await undo(rig)).toEqual({ 'only-mode.sh': 'already_so', 'run.sh': 'already_so' });
  });
});

describe('a program that leaves names which no tool may use', () => {
  it('still ends as a call that is recorded, and says that not all of it can be undone', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    const { changes, is_undoable, status } = await ran(rig, `touch 'a\\b' "$(printf 'a\\nb')" plain; mkfifo pipe`);
    expect([status, is_undoable, changes.map(({ path }) => path)]).toEqual(['completed', false, ['plain']]);
  });
});

describe('a workspace with a file that may not be read', () => {
  // An administrator may read everything, so there is no such file for one.
  it.skipIf(process.getuid?.() === 0)('is worked in all the same, and the file is never taken for a new one', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('closed.txt', 'one');
    await chmod(join(rig.folder, 'closed.txt'), 0o000);
    expect(await changed(rig, 'echo x > a.txt')).toEqual(['created a.txt']);
    const { changes, is_undoable } = await ran(rig, 'chmod 600 closed.txt; echo two > closed.txt');
    expect([changes, is_undoable]).toEqual([[], false]);
    expect(await undo(rig)).toEqual({ 'a.txt': 'removed' });
    expect(await rig.read('closed.txt')).toBe('two\n');
  });

  it.skipIf(process.getuid?.() === 0)('is put back when a program closed it', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    expect(await changed(rig, 'echo two > a.txt; chmod 000 a.txt')).toEqual(['deleted a.txt']);
    expect(await undo(rig)).toEqual({ 'a.txt': 'restored' });
    expect(await rig.read('a.txt')).toBe('one');
  });
});

describe('a workspace with a pipe in it', () => {
  it('does not keep a call waiting', async () => {
    const rig = await runnerRig({ tools: [shell] });
    execFileSync('mkfifo', [join(rig.folder, 'pipe')]);
    expect(await changed(rig, 'echo x > a.txt')).toEqual(['created a.txt']);
  });
});

describe('calls at the same time', () => {
  it('keep what each changed, though another is decided or run meanwhile', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    await rig.write('b.txt', 'one');
    const first = changed(rig, 'echo two > a.txt; touch began; until [ -e go ]; do sleep 0.02; done');
    await expect.poll(() => rig.read('began').catch(() => 'no')).toBe('');
    const second = changed(rig, 'echo two > b.txt');
    // The second is decided while the first is still running.
    await expect.poll(async () => (await rig.told('run.step_completed')).length).toBeGreaterThan(1);
    await rig.write('go', '');
    expect([await first, await second]).toEqual([['modified a.txt', 'created began', 'created go'], ['modified b.txt']]);
    expect(await undo(rig)).toMatchObject({ 'a.txt': 'restored', 'b.txt': 'restored' });
  });
});

describe('a program that makes very many files', () => {
  it('is recorded and undone when they are more than an event can name', verifies('KEL-UNDO-03'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('a.txt', 'one');
    const { changes, is_undoable } = await ran(rig, 'rm a.txt; mkdir many; cd many; seq 1500 | xargs touch');
    expect([is_undoable, changes.length]).toEqual([true, 1_501]);
    const undone = await undo(rig);
    expect([Object.keys(undone).length, new Set(Object.values(undone)), undone['a.txt']]).toEqual([1_501, new Set(['removed', 'restored']), 'restored']);
  });
});
