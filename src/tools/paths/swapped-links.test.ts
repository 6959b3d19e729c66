import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { buildPathTree, OUTSIDE_SECRET, type PathTree } from '../../../test/support/path-tree.ts';
import { comparisonFooting } from './comparison-footing.ts';
import { descriptorFooting, hasDescriptorFooting } from './descriptor-footing.ts';
import { workspaceFiles } from './open-workspace-files.ts';

/** Exchanges a folder and a link that leads out, a file and a link that leads out, as fast as a thread can. */
const SWAPPER = `
const { renameSync, symlinkSync, linkSync, unlinkSync } = require('node:fs');
const { workerData: { ws, out, stop } } = require('node:worker_threads');
const flag = new Int32Array(stop);
const quietly = (...steps) => { for (const step of steps) try { step(); } catch {} };
for (let round = 0; Atomics.load(flag, 0) === 0; round += 1) {
  quietly(
    () => renameSync(ws + '/swap', ws + '/aside'), () => renameSync(ws + '/lure', ws + '/swap'),
    () => renameSync(ws + '/swap', ws + '/lure'), () => renameSync(ws + '/aside', ws + '/swap'),
    () => renameSync(ws + '/file.txt', ws + '/file.aside'), () => symlinkSync(out + '/secret.txt', ws + '/file.txt'),
    () => unlinkSync(ws + '/file.txt'), () => linkSync(out + '/secret.txt', ws + '/file.txt'),
    () => unlinkSync(ws + '/file.txt'), () => renameSync(ws + '/file.aside', ws + '/file.txt'),
    () => symlinkSync(out, ws + '/late' + (round % 8)), () => unlinkSync(ws + '/late' + (round % 8)),
  );
  Atomics.store(flag, 1, round);
}
`;

const ROUNDS = 600;

let tree: PathTree;
beforeEach(() => {
  tree = buildPathTree();
});
afterEach(() => tree.remove());

describe('somebody who swaps links all the time', () => {
  it.skipIf(!hasDescriptorFooting(process.platform))('never gets a byte read from or written outside by descriptors', verifies('KEL-PATH-02'), async () => {
    mkdirSync(join(tree.workspace, 'swap'));
    writeFileSync(join(tree.workspace, 'swap/secret.txt'), 'inside');
    writeFileSync(join(tree.workspace, 'file.txt'), 'inside');
    symlinkSync('../out', join(tree.workspace, 'lure'));
    const before = tree.snapshot();
    const stop = new SharedArrayBuffer(8);
    const flag = new Int32Array(stop);
    const worker = new Worker(SWAPPER, { eval: true, workerData: { ws: tree.workspace, out: tree.outside, stop } });
    const files = workspaceFiles({ workspace: tree.workspace, home: tree.home, ownState: [] }, {}, descriptorFooting);
    const seen = new Map<string, number>();
    const tally = async (attempt: Promise<unknown>): Promise<void> => {
      const outcome = await attempt.then(String, (error: { code?: string }) => error.code ?? String(error));
      expect(outcome).not.toContain(OUTSIDE_SECRET);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await tally(files.read('swap/secret.txt').then(({ bytes }) => Buffer.from(bytes).toString()));
      await tally(files.read('file.txt').then(({ bytes }) => Buffer.from(bytes).toString()));
      await tally(files.append('swap/secret.txt', Buffer.from('')).then(() => 'appended'));
      await tally(files.write(`swap/new${round % 5}.txt`, Buffer.from('by a tool')).then(() => 'written'));
      await tally(files.write(`late${round % 8}/planted.txt`, Buffer.from('by a tool')).then(() => 'written'));
      await tally(files.delete(`swap/new${round % 5}.txt`).then(() => 'deleted'));
      await tally(files.delete(`late${round % 8}`, { recursive: true }).then(() => 'deleted'));
    }
    Atomics.store(flag, 0, 1);
    await new Promise((resolve) => worker.once('exit', resolve));
    expect(tree.snapshot()).toEqual(before);
    // The race was really run: some attempts met the folder and some met the link.
    expect(flag[1]).toBeGreaterThan(100);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['inside', 'path.denied']));
  });

  it('is found out by comparison before a byte is read, even when opening itself was led astray', verifies('KEL-PATH-02'), async () => {
    mkdirSync(join(tree.workspace, 'swap'));
    writeFileSync(join(tree.workspace, 'swap/secret.txt'), 'inside');
    const before = tree.snapshot();
    // A system that swaps the folder exactly when its file is opened, and never swaps it back.
    let isArmed = false;
    const led = {
      ...comparisonFooting,
      pathOf: (held: Parameters<typeof comparisonFooting.pathOf>[0]) => (isArmed ? held.path.replace('/ws/swap/', '/out/') : held.path),
    };
    const files = workspaceFiles({ workspace: tree.workspace, home: tree.home, ownState: [] }, { betweenCheckAndUse: () => { isArmed = true; } }, led);
    await expect(files.read('swap/secret.txt')).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.changed_during_use' } });
    await expect(files.append('swap/secret.txt', Buffer.from('x'))).rejects.toMatchObject({ code: 'path.denied' });
    expect(tree.snapshot()).toEqual(before);
    expect(readFileSync(join(tree.workspace, 'swap/secret.txt'), 'utf8')).toBe('inside');
  });
});
