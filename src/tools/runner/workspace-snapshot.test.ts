import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { workspaceSnapshot } from './workspace-snapshot.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function folders() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'keelson-snapshot-')));
  closers.push(() => rm(base, { recursive: true, force: true }));
  const workspace = join(base, 'workspace');
  await mkdir(workspace);
  return { base, workspace, copies: join(base, 'copies') };
}

/** Collects what is handed over as `path: content`, or `path: new`. */
function keeper() {
  const kept: string[] = [];
  return {
    kept,
    keep: async ({ path, before }: { path: string; before: Uint8Array | null }) => void kept.push(`${path}: ${before === null ? 'nothing' : Buffer.from(before).toString()}`),
    keepNew: async (paths: readonly string[]) => void kept.push(...paths.map((path) => `${path}: new`)),
  };
}

describe('copies of a workspace', () => {
  it('leave out what is Keelson’s own, also the copies themselves', verifies('KEL-UNDO-03'), async () => {
    const { workspace } = await folders();
    const own = join(workspace, 'data');
    await mkdir(own);
    await writeFile(join(own, 'ledger.db'), 'one');
    await writeFile(join(workspace, 'a.txt'), 'one');
    const snapshot = workspaceSnapshot({ workspace, ownState: [own] }, join(workspace, 'copies'));
    const first = await snapshot.take();
    await writeFile(join(own, 'ledger.db'), 'two');
    await writeFile(join(workspace, 'a.txt'), 'two');
    const { kept, ...hands } = keeper();
    expect([await first?.keepChanged(hands), kept]).toEqual([true, ['a.txt: one']]);
  });

  it('are each of their own moment, though another is taken before they are used', verifies('KEL-UNDO-03'), async () => {
    const { workspace, copies } = await folders();
    await writeFile(join(workspace, 'a.txt'), 'one');
    const snapshot = workspaceSnapshot({ workspace, ownState: [] }, copies);
    const first = await snapshot.take();
    await writeFile(join(workspace, 'a.txt'), 'second');
    const second = await snapshot.take();
    await writeFile(join(workspace, 'a.txt'), 'the third');
    const [one, two] = [keeper(), keeper()];
    await first?.keepChanged(one);
    await second?.keepChanged(two);
    expect([one.kept, two.kept]).toEqual([['a.txt: one'], ['a.txt: second']]);
  });

  it('say that not all was kept when there is more than the limits by the end, and keep what they have', verifies('KEL-UNDO-03'), async () => {
    const { workspace, copies } = await folders();
    await writeFile(join(workspace, 'a.txt'), 'one');
    const snapshot = workspaceSnapshot({ workspace, ownState: [] }, copies, { bytesMax: 10, entriesMax: 2 });
    const taken = await snapshot.take();
    await rm(join(workspace, 'a.txt'));
    for (const name of ['b', 'c', 'd']) await writeFile(join(workspace, name), '');
    const { kept, ...hands } = keeper();
    expect([await taken?.keepChanged(hands), kept[0], await snapshot.fits(), await snapshot.take()]).toEqual([false, 'a.txt: one', false, undefined]);
    await rm(join(workspace, 'd'));
    await writeFile(join(workspace, 'b'), 'more than ten bytes');
    expect(await snapshot.fits()).toBe(false);
  });

  it('do not pile up when a file is written again and again', async () => {
    const { workspace, copies } = await folders();
    const snapshot = workspaceSnapshot({ workspace, ownState: [] }, copies);
    for (const content of ['1', '22', '333', '4444']) {
      await writeFile(join(workspace, 'a.txt'), content);
      await (await snapshot.take())?.keepChanged(keeper());
    }
    expect(await readdir(copies)).toHaveLength(1);
    expect(await snapshot.fits()).toBe(true);
    await snapshot.close();
    await expect(readdir(copies)).rejects.toThrow('ENOENT');
  });

  it('never hold what lies outside, though a file and a folder are swapped with links all the time', verifies('KEL-UNDO-03'), async () => {
    const { base, workspace, copies } = await folders();
    await mkdir(join(base, 'outside'));
    await writeFile(join(base, 'outside', 'a.txt'), 'SECRET');
    await mkdir(join(workspace, 'dir'));
    await writeFile(join(workspace, 'dir', 'a.txt'), 'inside');
    await writeFile(join(workspace, 'a.txt'), 'inside');
    await symlink(join(base, 'outside'), join(workspace, 'other-dir'));
    await symlink(join(base, 'outside', 'a.txt'), join(workspace, 'other'));
    const swapper = new Worker(SWAPPER, { eval: true, workerData: workspace });
    closers.push(() => swapper.terminate());
    for (let round = 0; round < 150; round += 1) {
      const folder = `${copies}-${round}`;
      const snapshot = workspaceSnapshot({ workspace, ownState: [] }, folder);
      await snapshot.take();
      for (const name of await readdir(folder)) expect(await readFile(join(folder, name), 'utf8')).toBe('inside');
      await snapshot.close();
    }
  });
});

/** Swaps two pairs of names for as long as it lives. */
const SWAPPER = `
const { renameSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const swap = (one, other) => {
  renameSync(workerData + '/' + one, workerData + '/swap');
  renameSync(workerData + '/' + other, workerData + '/' + one);
  renameSync(workerData + '/swap', workerData + '/' + other);
};
for (;;) {
  swap('dir', 'other-dir');
  swap('a.txt', 'other');
}
`;
