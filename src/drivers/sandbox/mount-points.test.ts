import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { countedMountPoints } from './mount-points.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'keelson-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('countedMountPoints', () => {
  it('makes folders for the first user and removes them with the last', verifies('KEL-SBX-11'), async () => {
    const points = countedMountPoints();
    const path = join(folder, '.vscode');
    const first = await points.use([path]);
    const second = await points.use([path]);
    await first.release();
    expect([readdirSync(folder), points.isInUse(path)]).toEqual([['.vscode'], true]);
    const releasing = second.release();
    const third = await points.use([path]);
    await releasing;
    expect([readdirSync(folder), points.isInUse(path)]).toEqual([['.vscode'], true]);
    await third.release();
    expect([readdirSync(folder), points.isInUse(path)]).toEqual([[], false]);
  });

  it('leaves a folder that is no longer empty', verifies('KEL-SBX-11'), async () => {
    const points = countedMountPoints();
    const use = await points.use([join(folder, 'a')]);
    writeFileSync(join(folder, 'a/own.txt'), 'x');
    await use.release();
    expect(readdirSync(folder)).toEqual(['a']);
  });
});
