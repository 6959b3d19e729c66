import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { inheritedDescriptors } from './inherited-descriptors.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'keelson-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('inheritedDescriptors', () => {
  it('finds those that a child would get', verifies('KEL-SBX-01'), () => {
    for (const name of ['fd', 'fdinfo']) mkdirSync(join(folder, name));
    for (const [descriptor, flags] of [['0', '0100002'], ['7', '02100002'], ['8', '0100002'], ['251', '0200000']] as const) {
      writeFileSync(join(folder, 'fd', descriptor), '');
      writeFileSync(join(folder, 'fdinfo', descriptor), `pos:\t0\nflags:\t${flags}\nmnt_id:\t1\n`);
    }
    writeFileSync(join(folder, 'fd/9'), '');
    writeFileSync(join(folder, 'fdinfo/9'), 'pos:\t0\n');
    writeFileSync(join(folder, 'fd/10'), '');
    expect(inheritedDescriptors(folder).sort((a, b) => a - b)).toEqual([8, 251]);
    expect(inheritedDescriptors(join(folder, 'none'))).toEqual([]);
  });
});
