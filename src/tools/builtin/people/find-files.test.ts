import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { fixedClock } from '../../../kernel/index.ts';
import { findFilesTool, spotlight } from './find-files.ts';
import { fromFind } from './from-find.ts';
import { INDEX_AGE_MS_MAX } from './limits.ts';
import { fitsPattern } from './name-match.ts';

/** A home folder with these files in it, on a system without Spotlight. */
async function homeWith(paths: readonly string[]) {
  const clock = fixedClock(1_000_000);
  const rig = await toolRig({ platform: 'linux', clock });
  const { home } = rig.hands.place;
  const add = async (path: string): Promise<void> => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), 'content');
  };
  for (const path of paths) await add(path);
  return { rig, home, clock, add, tool: findFilesTool() };
}

describe('find_files by an index of our own', () => {
  it('finds files of the person by part of a name or by a pattern, with sizes and never contents', async () => {
    const { rig, home, tool } = await homeWith(['Documents/Tax 2023.pdf', 'Documents/deep/tax-notes.txt', 'photo.JPG']);
    const byName = await rig.call(tool, { name: 'TAX' });
    expect({ ...byName, files: byName.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)) }).toEqual({
      files: [
        { path: join(home, 'Documents/Tax 2023.pdf'), size_bytes: 7 },
        { path: join(home, 'Documents/deep/tax-notes.txt'), size_bytes: 7 },
      ],
      has_more: false,
      source: 'index',
      index_age_ms: 0,
      is_index_whole: true,
    });
    expect((await rig.call(tool, { pattern: '*.jpg' })).files).toEqual([{ path: join(home, 'photo.JPG'), size_bytes: 7 }]);
    expect(await rig.call(tool, { name: 'tax', limit: 1, folder: '~/Documents' })).toMatchObject({ files: [{}], has_more: true });
    expect(tool.show(await rig.call(tool, { name: 'nothing' }))).toBe('No such file was found.\n[names gathered 0 s ago; hidden and sensitive files are left out]');
  });

  it('says how old its names are, drops what is gone, and looks again when told or when they are old', async () => {
    const { rig, home, clock, add, tool } = await homeWith(['a.txt', 'b.txt']);
    const find = async (refresh = false) => {
      const { files, index_age_ms } = await rig.call(tool, { pattern: '*.txt', refresh });
      return [files.map(({ path }) => path.slice(home.length + 1)).toSorted(), index_age_ms];
    };
    expect(await find()).toEqual([['a.txt', 'b.txt'], 0]);
    await rm(join(home, 'a.txt'));
    await add('c.txt');
    clock.advance(9_000);
    expect(await find()).toEqual([['b.txt'], 9_000]);
    expect(await find(true)).toEqual([['b.txt', 'c.txt'], 0]);
    await add('d.txt');
    clock.advance(INDEX_AGE_MS_MAX + 1);
    expect(await find()).toEqual([['b.txt', 'c.txt', 'd.txt'], 0]);
  });

  it('leaves out hidden folders, keys and other sensitive names, and follows no link', verifies('KEL-DTOOL-12'), async () => {
    const { rig, home, tool } = await homeWith(['.ssh/id_rsa', '.config/x/settings', 'keys/server.pem', 'work/.env', 'work/secrets.json', 'node_modules/a/index.js', 'work/plain.txt']);
    await symlink('/etc', join(home, 'system'));
    expect((await rig.call(tool, { pattern: '*' })).files.map(({ path }) => path)).toEqual([join(home, 'work/plain.txt')]);
  });

  it('works where the home folder itself is a link', async () => {
    const { rig, home, tool } = await homeWith(['a.txt']);
    const link = join(rig.folder, 'home');
    await symlink(home, link);
    const { files } = await tool.perform({ pattern: '*', limit: 5, refresh: false }, { ...rig.hands, place: { ...rig.hands.place, home: link } });
    expect(files).toEqual([{ path: join(home, 'a.txt'), size_bytes: 7 }]);
  });

  it('looks only into places of the person, also behind links', verifies('KEL-DTOOL-12'), async () => {
    const { rig, home, tool } = await homeWith(['a.txt']);
    await symlink('/etc', join(home, 'system'));
    const places = ['/etc', '~/../..', '~/system', '/', '~root'];
    const failures = [];
    for (const folder of places) failures.push((await rig.failure(tool, { pattern: '*', folder })).message);
    expect(failures).toEqual([...places.slice(0, 4).map((folder) => `${folder} is not one of the person's own folders.`), 'There is no folder ~root.']);
  });
});

describe('find_files by Spotlight', () => {
  const place = { workspace: '/w', home: '/Users/ann', platform: 'darwin', ownState: [] };
  const base = { limit: 10, refresh: false };

  it('asks in the words of mdfind, from which nothing in a name can break out', () => {
    const words = [spotlight({ ...base, name: '-x "y' }, place), spotlight({ ...base, pattern: '*"\\.pdf', folder: '~/Documents' }, place)].map(({ argv }) => argv);
    expect(words).toEqual([
      ['mdfind', '-0', '-onlyin', '/Users/ann', '-name', '-x "y'],
      ['mdfind', '-0', '-onlyin', '/Users/ann/Documents', 'kMDItemFSName == "*\\"\\\\.pdf"c'],
    ]);
    expect(findFilesTool().intentions({ ...base, name: 'x' }, place)).toEqual([{ kind: 'program', argv: ['mdfind', '-0', '-onlyin', '/Users/ann', '-name', 'x'], currentFolder: '/w', environment: {} }]);
    expect(findFilesTool().intentions({ ...base, name: 'x' }, { ...place, platform: 'linux' })).toEqual([]);
  });

  it('reads its answer, a path up to each zero byte, without what is sensitive', async () => {
    const rig = await toolRig({ platform: 'darwin' });
    const told = ['/Users/ann/a\nb.txt', '/Users/ann/.ssh/id_rsa', '/Users/ann/c.txt'].map((path) => `${path}\0`).join('');
    const output = { head: new TextEncoder().encode(told), tail: new Uint8Array(), totalBytes: told.length };
    const answer = (exitCode: number) => findFilesTool().perform({ ...base, name: 'x', limit: 1 }, { ...rig.hands, run: () => Promise.resolve({ ending: 'exited', exitCode, signal: null, stdout: output, stderr: output, durationMs: 1 }) });
    expect(await answer(0)).toEqual({ files: [{ path: '/Users/ann/a\nb.txt', size_bytes: null }], has_more: true, source: 'spotlight', index_age_ms: null, is_index_whole: true });
    await expect(answer(1)).rejects.toThrow('Spotlight ended with code 1.');
  });
});

describe('a find command', () => {
  it('on personal paths becomes a search of names; on the project or the system it stays what it is', verifies('ART-R3-08'), () => {
    const place = { home: '/Users/ann', workspace: '/Users/ann/project' };
    const search = (pattern: string, folder: string) => ({ pattern, folder, limit: 1_000, refresh: false });
    const mapped = [
      { root: '~', name: '*.pdf' },
      { root: '~/Documents', name: null },
      { root: '/Users/ann/Music', name: 'a b' },
      { root: '/Volumes/Disk', name: 'x' },
      { root: '/Users/ann/project/src', name: '*.ts' },
      { root: '.', name: '*.ts' },
      { root: '/etc', name: 'hosts' },
      { root: '~/project', name: null },
    ].map((command) => fromFind(command, place));
    expect(mapped).toEqual([search('*.pdf', '/Users/ann'), search('*', '/Users/ann/Documents'), search('a b', '/Users/ann/Music'), search('x', '/Volumes/Disk'), null, null, null, null]);
  });
});

describe('a pattern of a name', () => {
  it('means what it means to a regular expression, whatever it is', () => {
    const letters = constantFrom('a', 'b', '*', '?', 'B');
    assert(
      property(string({ unit: letters, maxLength: 8 }), string({ unit: constantFrom('a', 'b', 'B'), maxLength: 8 }), (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
        expect(fitsPattern(name, pattern)).toBe(expression.test(name));
      }),
    );
  });
});
