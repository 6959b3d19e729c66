import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import type { WalkedEntry, WorkspaceFiles } from '../../paths/workspace-files.ts';
import { MAP_FILES_MAX, MAP_NAMES_MAX } from './limits.ts';
import { mapFolder, namesInFolder } from './map-folder.ts';

const NOTHING = { first: [], total: 0 };

describe('the names in a folder', () => {
  it('are those right in it, without hidden ones and those of secrets', verifies('KEL-RUN-16'), async () => {
    const rig = await toolRig();
    for (const path of ['b.txt', 'a/c.txt', 'a/d/e.txt', '.env', 'id_rsa', 'secrets.json', '.github/x']) await rig.write(path, '');
    const names = (folder: string, max = 60) => namesInFolder(rig.hands.files, folder, max);
    expect([await names('.'), await names('a'), await names('a', 1)]).toEqual([{ names: ['a/', 'b.txt'], more: false }, { names: ['c.txt', 'd/'], more: false }, { names: ['c.txt'], more: true }]);
    await expect(names('nowhere')).rejects.toMatchObject({ code: 'path.missing' });
  });
});

describe('the map of a folder', () => {
  it('counts by kind and by folder, and names what is read first', verifies('KEL-RUN-16'), async () => {
    const rig = await toolRig();
    for (const path of ['README.md', 'package.json', 'src/a.TS', 'src/cli/b.ts', 'src/cli/deep/c.ts', 'src/c.test.ts', 'src/readme.txt', 'tests/d.py', 'test_e.py', 'x_test.go', 'LICENSE', '.gitignore', 'out/f.js', 'node_modules/g/index.js']) await rig.write(path, path === '.gitignore' ? 'out\n' : '');
    for (const path of ['.env', 'keys/id_rsa', 'src/server.pem']) await rig.write(path, 'secret');
    expect(await mapFolder(rig.hands.files, rig.hands.signal)).toEqual({
      files: 12,
      kinds: { first: [{ ending: '.ts', files: 4 }, { ending: '', files: 2 }, { ending: '.py', files: 2 }, { ending: '.go', files: 1 }, { ending: '.json', files: 1 }, { ending: '.md', files: 1 }, { ending: '.txt', files: 1 }], total: 7 },
      folders: { first: [{ path: 'src', files: 5 }, { path: 'src/cli', files: 2 }, { path: 'tests', files: 1 }], total: 3 },
      notable: { first: ['README.md', 'package.json', 'src/readme.txt'], total: 3 },
      tests: { files: 4, folders: { first: ['.', 'src', 'tests'], total: 3 } },
      passedOver: { first: ['node_modules'], total: 1 },
      sensitiveFiles: 3,
      isCut: false,
    });
  });

  it('of an empty folder is empty', verifies('KEL-RUN-16'), async () => {
    const rig = await toolRig();
    expect(await mapFolder(rig.hands.files, rig.hands.signal)).toEqual({ files: 0, kinds: NOTHING, folders: NOTHING, notable: NOTHING, tests: { files: 0, folders: NOTHING }, passedOver: NOTHING, sensitiveFiles: 0, isCut: false });
  });

  it('looks at so many files and names so many of each, and says that there are more', verifies('KEL-RUN-16'), async () => {
    const walked = (count: number): WorkspaceFiles =>
      ({
        async *walk(): AsyncGenerator<WalkedEntry, { isCut: boolean }> {
          for (let at = 0; at < count; at += 1) yield { path: `f${at}/README.k${at}`, kind: 'file', sizeBytes: 0, isSensitive: false };
          return { isCut: false };
        },
        read: () => Promise.reject(Object.assign(new Error('none'), {})),
      }) as unknown as WorkspaceFiles;
    const quiet = (count: number): WorkspaceFiles => ({ ...walked(count), read: async () => ({ bytes: new Uint8Array() }) }) as unknown as WorkspaceFiles;
    const signal = new AbortController().signal;
    const [whole, cut] = [await mapFolder(quiet(MAP_FILES_MAX), signal), await mapFolder(quiet(MAP_FILES_MAX + 1), signal)];
    expect([whole.files, whole.isCut, cut.files, cut.isCut]).toEqual([MAP_FILES_MAX, false, MAP_FILES_MAX, true]);
    expect([whole.kinds, whole.folders, whole.notable].map(({ first, total }) => [first.length, total])).toEqual(Array.from({ length: 3 }, () => [MAP_NAMES_MAX, MAP_FILES_MAX]));
  });
});
