import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { makePrivateFolder } from './private-files.ts';

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'keelson-folders-'))));
afterEach(() => rmSync(root, { recursive: true }));

describe('makePrivateFolder', () => {
  it('makes what is missing for its owner alone, and says where it began', verifies('KEL-MEND-07'), () => {
    expect(makePrivateFolder(join(root, 'a', 'b', 'c'))).toBe(join(root, 'a'));
    expect(['a', 'a/b', 'a/b/c'].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    expect(makePrivateFolder(join(root, 'a', 'b', 'c'))).toBeUndefined();
    expect(makePrivateFolder(join(root, 'a', 'd'))).toBe(join(root, 'a', 'd'));
  });

  it('says what is in the way', verifies('KEL-MEND-07'), () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makePrivateFolder(join(root, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(() => makePrivateFolder(join(root, 'file', 'a'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });

  it.skipIf(!existsSync('/proc/self'))('ends where nothing can be made at all', verifies('KEL-MEND-07'), () => {
    expect(() => makePrivateFolder('/proc/keelson/tenants')).toThrow(
      expect.objectContaining({ code: 'ledger.read_only', message: 'The folder /proc/keelson cannot be made: nothing can be made in /proc.', nextStep: 'Choose another folder for the data, for example with KEELSON_HOME.', data: { file: '/proc/keelson' } }),
    );
  });
});
