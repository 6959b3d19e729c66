import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { countedMountPoints, isReserved } from './mount-points.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'keelson-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** No process has this number: it is beyond what any kernel gives. */
const DEAD = 2_000_000_000;

describe('countedMountPoints', () => {
  it('makes folders for the first user and removes them with the last', verifies('KEL-SBX-11'), async () => {
    const points = countedMountPoints(process.pid);
    const path = join(folder, '.vscode');
    const first = await points.use([path]);
    const second = await points.use([path]);
    expect(readdirSync(path)).toEqual([expect.stringMatching(`^\\.keelson-${process.pid}-\\d+$`)]);
    await first.release();
    expect(readdirSync(folder)).toEqual(['.vscode']);
    const releasing = second.release();
    const third = await points.use([path]);
    await releasing;
    expect(readdirSync(path)).toEqual([expect.stringMatching(`^\\.keelson-${process.pid}-\\d+$`)]);
    await third.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves a folder that another Keelson uses, and the other one removes it', verifies('KEL-SBX-11'), async () => {
    const path = join(folder, '.vscode');
    const ours = await countedMountPoints(process.pid).use([path]);
    const theirs = await countedMountPoints(process.ppid).use([path]);
    await ours.release();
    expect(readdirSync(path)).toEqual([expect.stringMatching(`^\\.keelson-${process.ppid}-\\d+$`)]);
    await theirs.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes what a killed Keelson left', verifies('KEL-SBX-11'), async () => {
    const path = join(folder, '.vscode');
    await countedMountPoints(DEAD).use([path]);
    const use = await countedMountPoints(process.pid).use([path]);
    await use.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves a folder that is somebody’s own by now', verifies('KEL-SBX-11'), async () => {
    const use = await countedMountPoints(process.pid).use([join(folder, 'a')]);
    writeFileSync(join(folder, 'a/own.txt'), 'x');
    await use.release();
    expect(readdirSync(join(folder, 'a'))).toEqual(['own.txt']);
  });
});

describe('isReserved', () => {
  it('takes a folder as reserved only when there are marks and nothing else in it', verifies('KEL-SBX-11', 'KEL-SBX-04'), async () => {
    expect([await isReserved(folder), await isReserved(join(folder, 'none'))]).toEqual([false, false]);
    mkdirSync(join(folder, '.keelson-12-1'));
    expect(await isReserved(folder)).toBe(true);
    mkdirSync(join(folder, '.keelson-12'));
    expect(await isReserved(folder)).toBe(false);
  });
});
