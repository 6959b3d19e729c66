import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SnapshotFile } from '../../contracts/index.ts';
import { copyWorkspace } from './copy-workspace.ts';

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function folder(): Promise<{ base: string; from: { workspace: string; home: string; platform: string; ownState: string[] } }> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'keelson-copy-')));
  made.push(base);
  const workspace = join(base, 'work');
  await mkdir(join(workspace, 'src'), { recursive: true });
  await mkdir(join(workspace, 'own'));
  await writeFile(join(workspace, 'src', 'a.txt'), 'now');
  await writeFile(join(workspace, 'new.txt'), 'new');
  await writeFile(join(workspace, 'own', 'state'), 'ours');
  await writeFile(join(workspace, 'run.sh'), '#!/bin/sh');
  await chmod(join(workspace, 'run.sh'), 0o755);
  await symlink('src/a.txt', join(workspace, 'link'));
  return { base, from: { workspace, home: join(base, 'home'), platform: 'linux', ownState: [join(workspace, 'own')] } };
}

const BEFORE: readonly SnapshotFile[] = [
  { path: 'new.txt', content: null, mode: null },
  { path: 'gone.txt', content: null, mode: null },
  { path: 'src/a.txt', content: { kind: 'blob', key: 'a'.repeat(64) }, mode: 0o600 },
  { path: 'old/b.txt', content: { kind: 'blob', key: 'b'.repeat(64) }, mode: null },
];
const blobs = { read: async ({ key }: { key: string }) => Buffer.from(`then ${key[0]}`) };

describe('a copy of a folder', () => {
  it('has some files as they stood at another time and all others as they are, and the folder itself is only read', verifies('KEL-FORK-02'), async () => {
    const { base, from } = await folder();
    execFileSync('mkfifo', [join(from.workspace, 'pipe')]);
    const { path } = await copyWorkspace({ from, to: join(base, 'copy'), filesAtPlace: async () => BEFORE }, blobs);
    expect((await readdir(path)).toSorted()).toEqual(['link', 'old', 'run.sh', 'src']);
    expect([await readFile(join(path, 'src/a.txt'), 'utf8'), await readFile(join(path, 'old/b.txt'), 'utf8'), await readlink(join(path, 'link')), (await stat(join(path, 'run.sh'))).mode & 0o777, (await stat(join(path, 'src/a.txt'))).mode & 0o777]).toEqual(['then a', 'then b', 'src/a.txt', 0o755, 0o600]);
    expect([(await readdir(from.workspace)).toSorted(), await readFile(join(from.workspace, 'src/a.txt'), 'utf8')]).toEqual([['link', 'new.txt', 'own', 'pipe', 'run.sh', 'src'], 'now']);
  });

  it('leaves nothing behind when it breaks off, and is taken away when nobody needs it', verifies('KEL-FORK-02'), async () => {
    const { base, from } = await folder();
    const broken = copyWorkspace({ from, to: join(base, 'copy'), filesAtPlace: () => Promise.reject(new TypeError('cut off')) }, blobs);
    await expect(broken).rejects.toThrow('cut off');
    expect(await readdir(base)).toEqual(['work']);
    const { discard } = await copyWorkspace({ from, to: join(base, 'copy'), filesAtPlace: async () => [] }, blobs);
    expect((await readdir(base)).toSorted()).toEqual(['copy', 'work']);
    await discard();
    expect(await readdir(base)).toEqual(['work']);
  });

  it('is refused where something is, and where the one would lie within the other', verifies('KEL-FORK-02'), async () => {
    const { base, from } = await folder();
    await mkdir(join(base, 'taken'));
    const within = `it and ${from.workspace} lie one within the other`;
    for (const [to, message] of [[join(base, 'taken'), 'something is there already'], [join(from.workspace, 'inner'), within], [base, within], [from.workspace, within]] as const) {
      await expect(copyWorkspace({ from, to, filesAtPlace: async () => [] }, blobs)).rejects.toMatchObject({ code: 'input.invalid', data: { issues: [{ path: 'folder', message }] } });
    }
    expect([(await readdir(base)).toSorted(), await readdir(join(base, 'taken'))]).toEqual([['taken', 'work'], []]);
  });

  it('is known by its real path', verifies('KEL-FORK-02'), async () => {
    const { base, from } = await folder();
    await mkdir(join(base, 'real'));
    await symlink(join(base, 'real'), join(base, 'alias'));
    expect((await copyWorkspace({ from, to: join(base, 'alias', 'copy'), filesAtPlace: async () => [] }, blobs)).path).toBe(join(base, 'real', 'copy'));
  });
});
