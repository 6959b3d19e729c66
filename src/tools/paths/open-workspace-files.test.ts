import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { buildPathTree, type PathTree } from '../../../test/support/path-tree.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { comparisonFooting } from './comparison-footing.ts';
import { descriptorFooting, hasDescriptorFooting } from './descriptor-footing.ts';
import type { Footing } from './footing.ts';
import { workspaceFiles } from './open-workspace-files.ts';
import type { PendingChange, WalkedEntry, WalkOptions, WorkspaceFiles, WorkspaceFilesHooks } from './workspace-files.ts';
import type { GrantedPlace } from './workspace-place.ts';

const footings: Footing[] = [...(hasDescriptorFooting(process.platform) ? [descriptorFooting] : []), comparisonFooting];
const bytes = (text: string): Uint8Array => Buffer.from(text);

let tree: PathTree;
beforeEach(() => {
  tree = buildPathTree();
});
afterEach(() => tree.remove());

const inside = (path: string): string => join(tree.workspace, path);
const textOf = (path: string): string => readFileSync(inside(path), 'utf8');

async function walked(files: WorkspaceFiles, options: WalkOptions = {}): Promise<{ entries: WalkedEntry[]; isCut: boolean }> {
  const entries: WalkedEntry[] = [];
  const walk = files.walk(options);
  for (let step = await walk.next(); ; step = await walk.next()) {
    if (step.done) return { entries, isCut: step.value.isCut };
    entries.push(step.value);
  }
}

describe.each(footings)('files of a workspace, held by $kind', (footing) => {
  const open = (more: Partial<GrantedPlace> = {}, hooks: WorkspaceFilesHooks = {}): WorkspaceFiles =>
    workspaceFiles({ workspace: tree.workspace, home: tree.home, ownState: [], ...more }, hooks, footing);
  const recording = (changes: PendingChange[]): WorkspaceFilesHooks => ({ beforeChange: (change) => void changes.push(change) });

  it('reads a file and says what it is really called', async () => {
    expect(await open().read('link_dir_in/b.txt')).toEqual({
      bytes: Buffer.from('inside'), totalBytes: 6, isCut: false, path: 'dir/b.txt', mode: statSync(inside('dir/b.txt')).mode & 0o777,
    });
  });

  it('reads no more than was asked for and says how much there is', verifies('KEL-PATH-08'), async () => {
    writeFileSync(inside('long.txt'), '0123456789');
    const { bytes: head, totalBytes, isCut } = await open().read('long.txt', { maxBytes: 4, offsetBytes: 2 });
    expect([Buffer.from(head).toString(), totalBytes, isCut]).toEqual(['2345', 10, true]);
    const tail = await open().read('long.txt', { maxBytes: 4, offsetBytes: 6 });
    expect([Buffer.from(tail.bytes).toString(), tail.totalBytes, tail.isCut]).toEqual(['6789', 10, false]);
    expect((await open().read('long.txt', { offsetBytes: 99 })).totalBytes).toBe(10);
    const large = Buffer.from(Array.from({ length: 700_000 }, (_, at) => at % 251));
    writeFileSync(inside('large.bin'), large);
    expect(large.subarray(7, 600_007).equals((await open().read('large.bin', { offsetBytes: 7, maxBytes: 600_000 })).bytes)).toBe(true);
  });

  it('reads every byte of a file, whatever its size is to the size of a buffer', verifies('KEL-PATH-08'), async () => {
    for (const size of [0, 1, 4_095, 4_096, 4_097, 262_143, 262_144, 262_145, 600_000]) {
      const content = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
      writeFileSync(inside('sized.bin'), content);
      const { bytes, totalBytes, isCut } = await open().read('sized.bin');
      expect([content.equals(bytes), totalBytes, isCut]).toEqual([true, size, false]);
    }
  });

  it('says what is missing and what is of another kind', async () => {
    await expect(open().read('nowhere.txt')).rejects.toMatchObject({ code: 'path.missing', data: { path: '"nowhere.txt"' } });
    await expect(open().stat('nowhere.txt')).rejects.toMatchObject({ code: 'path.missing' });
    await expect(open().list('nowhere')).rejects.toMatchObject({ code: 'path.missing' });
    await expect(open().delete('nowhere.txt')).rejects.toMatchObject({ code: 'path.missing' });
    await expect(open().rename('nowhere.txt', 'x')).rejects.toMatchObject({ code: 'path.missing' });
    await expect(open().read('dir')).rejects.toMatchObject({ code: 'path.wrong_kind', data: { expected: 'file', found: 'directory' } });
    await expect(open().write('dir', bytes(''))).rejects.toMatchObject({ code: 'path.wrong_kind' });
    await expect(open().write('fresh/', bytes(''))).rejects.toMatchObject({ code: 'path.wrong_kind' });
    await expect(open().append('dir', bytes(''))).rejects.toMatchObject({ code: 'path.wrong_kind' });
    await expect(open().list('a.txt')).rejects.toMatchObject({ code: 'path.wrong_kind', data: { expected: 'directory', found: 'file' } });
    await expect(open().makeDirectory('a.txt')).rejects.toMatchObject({ code: 'path.exists' });
    await expect(open().delete('dir')).rejects.toMatchObject({ code: 'path.failed', data: { detail: 'ENOTEMPTY' } });
  });

  it('refuses to open a workspace that is not a directory', () => {
    expect(() => open({ workspace: join(tree.root, 'nowhere') })).toThrow('is not there');
    expect(() => open({ workspace: inside('a.txt') })).toThrow('is a file, not a directory');
  });

  it('replaces a whole file at once and keeps its mode', verifies('KEL-PATH-06'), async () => {
    chmodSync(inside('a.txt'), 0o750);
    const changes: PendingChange[] = [];
    expect(await open({}, recording(changes)).write('a.txt', bytes('new'))).toEqual({ path: 'a.txt', kind: 'modified', totalBytes: 3 });
    expect([textOf('a.txt'), statSync(inside('a.txt')).mode & 0o7777]).toEqual(['new', 0o750]);
    expect(changes).toEqual([{ path: 'a.txt', kind: 'modified', before: Buffer.from('inside'), mode: 0o750 }]);
    expect(readdirSync(tree.workspace).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('never gives a file the bits that make it run as somebody else', verifies('KEL-PATH-06'), async () => {
    await open().write('tool.sh', bytes('#'), { mode: 0o4755 });
    expect(statSync(inside('tool.sh')).mode & 0o7777).toBe(0o755);
    await open().write('plain.txt', bytes('#'));
    expect(statSync(inside('plain.txt')).mode & 0o7777).toBe(0o644);
    chmodSync(inside('tool.sh'), 0o6755);
    await open().append('tool.sh', bytes('#'));
    expect(statSync(inside('tool.sh')).mode & 0o7777).toBe(0o755);
    await open().write('tool.sh', bytes('#'), { exactMode: 0o4700 });
    expect(statSync(inside('tool.sh')).mode & 0o7777).toBe(0o700);
  });

  it('believes what it found of a file with several names only for as long as it is so', verifies('KEL-PATH-08'), async () => {
    const files = open();
    for (const name of ['one', 'two', 'three']) writeFileSync(inside(name), name);
    for (const name of ['one', 'two', 'three']) linkSync(inside(name), inside(`dir/${name}`));
    for (const name of ['one', 'two', 'three']) expect(Buffer.from((await files.read(name)).bytes).toString()).toBe(name);
    renameSync(inside('dir/one'), join(tree.workspace, '..', 'moved-out'));
    await expect(files.read('one')).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.hard_link' } });
    renameSync(inside('dir/two'), inside('dir/moved'));
    expect(Buffer.from((await files.read('two')).bytes).toString()).toBe('two');
    linkSync(inside('three'), join(tree.workspace, '..', 'third-name'));
    await expect(files.read('three')).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.hard_link' } });
    // A sensitive name of the same file is met also when it came later.
    linkSync(inside('two'), inside('.env.new'));
    await expect(files.read('two')).rejects.toMatchObject({ code: 'path.gated' });
  });

  it('makes the folders that a new file needs', async () => {
    const changes: PendingChange[] = [];
    expect(await open({}, recording(changes)).write('x/y/new.txt', bytes('hi'))).toEqual({ path: 'x/y/new.txt', kind: 'created', totalBytes: 2 });
    expect(textOf('x/y/new.txt')).toBe('hi');
    expect(changes).toEqual([{ path: 'x/y/new.txt', kind: 'created', before: null, mode: null }]);
  });

  it('writes through a link inside to what it points to, and leaves the link', async () => {
    await open().write('link_in', bytes('through'));
    await open().write('dangling_in', bytes('made'));
    expect([textOf('dir/b.txt'), textOf('dir/new.txt'), lstatSync(inside('link_in')).isSymbolicLink()]).toEqual(['through', 'made', true]);
  });

  it('does not replace what must be new', async () => {
    await expect(open().write('a.txt', bytes('new'), { mustBeNew: true })).rejects.toMatchObject({ code: 'path.exists' });
    expect(textOf('a.txt')).toBe('inside');
  });

  it('does not replace what somebody else put there while it was writing', verifies('KEL-PATH-02'), async () => {
    const plant = { beforeChange: () => writeFileSync(inside('fresh.txt'), 'theirs') };
    await expect(open({}, plant).write('fresh.txt', bytes('mine'))).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.changed_during_use' } });
    const swap = { beforeChange: (): void => { renameSync(inside('a.txt'), inside('old.txt')); writeFileSync(inside('a.txt'), 'theirs'); } };
    await expect(open({}, swap).write('a.txt', bytes('mine'))).rejects.toMatchObject({ data: { rule: 'path.changed_during_use' } });
    await expect(open({}, { beforeChange: () => { renameSync(inside('a.txt'), inside('older.txt')); writeFileSync(inside('a.txt'), 'theirs'); } }).delete('a.txt')).rejects.toMatchObject({ code: 'path.denied' });
    expect([textOf('fresh.txt'), textOf('a.txt')]).toEqual(['theirs', 'theirs']);
    await open().write('a.txt', bytes('mine'));
    await open().write('fresher.txt', bytes('mine'));
    expect([textOf('a.txt'), textOf('fresher.txt'), statSync(inside('fresher.txt')).nlink]).toEqual(['mine', 'mine', 1]);
    expect(readdirSync(tree.workspace).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('changes nothing when what was there could not be kept', verifies('KEL-PATH-07'), async () => {
    const failing = { beforeChange: () => Promise.reject(new Error('no room')) };
    await expect(open({}, failing).write('a.txt', bytes('new'))).rejects.toThrow('no room');
    await expect(open({}, failing).append('a.txt', bytes('new'))).rejects.toThrow('no room');
    await expect(open({}, failing).delete('a.txt')).rejects.toThrow('no room');
    await expect(open({}, failing).rename('a.txt', 'b.txt')).rejects.toThrow('no room');
    expect([textOf('a.txt'), existsSync(inside('b.txt'))]).toEqual(['inside', false]);
  });

  it('appends, and makes the file if need be', async () => {
    const changes: PendingChange[] = [];
    const files = open({}, recording(changes));
    expect(await files.append('a.txt', bytes(' and more'))).toEqual({ path: 'a.txt', kind: 'modified', totalBytes: 15 });
    expect(await files.append('log.txt', bytes('one'))).toEqual({ path: 'log.txt', kind: 'created', totalBytes: 3 });
    expect([textOf('a.txt'), textOf('log.txt')]).toEqual(['inside and more', 'one']);
    expect(changes.map(({ path, kind, before }) => [path, kind, before && Buffer.from(before).toString()])).toEqual([['a.txt', 'modified', 'inside'], ['log.txt', 'created', null]]);
  });

  it('lists names in order with what they are, following nothing', async () => {
    expect(await open().list('dir')).toEqual({
      entries: [
        { name: 'b.txt', kind: 'file', sizeBytes: 6 },
        { name: 'deep', kind: 'directory', sizeBytes: 0 },
        { name: 'h.txt', kind: 'file', sizeBytes: 6 },
        { name: 'link_up2', kind: 'link', sizeBytes: 0 },
        { name: 'm2', kind: 'link', sizeBytes: 0 },
      ],
      isCut: false,
    });
    expect(await open().list('dir', { maxEntries: 2 })).toMatchObject({ entries: [{}, {}], isCut: true });
    expect((await open().list('.')).entries.find(({ name }) => name === 'pipe')?.kind).toBe('other');
  });

  it('tells what a path is', async () => {
    expect(await open().stat('link_in')).toMatchObject({ path: 'dir/b.txt', kind: 'file', sizeBytes: 6 });
    expect(await open().stat('.')).toMatchObject({ path: '.', kind: 'directory' });
  });

  it('removes a file, a link, an empty folder, and a whole folder only when told so', verifies('KEL-PATH-07'), async () => {
    const changes: PendingChange[] = [];
    const files = open({}, recording(changes));
    await files.delete('link_out');
    await files.delete('dir/b.txt');
    mkdirSync(inside('empty'));
    await files.delete('empty');
    mkdirSync(inside('tree/sub'), { recursive: true });
    writeFileSync(inside('tree/one.txt'), 'one');
    chmodSync(inside('tree/one.txt'), 0o751);
    writeFileSync(inside('tree/sub/two.txt'), 'two');
    symlinkSync('../../out', inside('tree/out'));
    await files.delete('tree', { recursive: true });
    expect(['link_out', 'dir/b.txt', 'empty', 'tree'].map((path) => existsSync(inside(path)))).toEqual([false, false, false, false]);
    expect(changes.map(({ path, kind, before }) => [path, kind, Buffer.from(before ?? []).toString()])).toEqual([
      ['dir/b.txt', 'deleted', 'inside'], ['tree/sub/two.txt', 'deleted', 'two'], ['tree/one.txt', 'deleted', 'one'],
    ]);
    expect(changes[2]?.mode).toBe(0o751);
    expect(readFileSync(join(tree.outside, 'secret.txt'), 'utf8')).toBe('SECRET-OUTSIDE');
  });

  it('removes nothing of a folder in which something may not be removed', async () => {
    await expect(open().delete('config', { recursive: true })).rejects.toMatchObject({ code: 'path.gated' });
    mkdirSync(inside('mixed'));
    writeFileSync(inside('mixed/a.txt'), 'a');
    linkSync(join(tree.outside, 'sub/s2.txt'), inside('mixed/z.txt'));
    await expect(open().delete('mixed', { recursive: true })).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.hard_link' } });
    expect(readdirSync(inside('mixed'))).toEqual(['a.txt', 'z.txt']);
  });

  it('renames a file and a folder, and tells of every file that moves', verifies('KEL-PATH-07'), async () => {
    const changes: PendingChange[] = [];
    const files = open({}, recording(changes));
    await files.rename('a.txt', 'made/for/it.txt');
    await files.rename('dir/deep', 'shallow');
    expect([textOf('made/for/it.txt'), textOf('shallow/c.txt'), existsSync(inside('a.txt')), existsSync(inside('dir/deep'))]).toEqual(['inside', 'inside', false, false]);
    expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.txt', 'deleted'], ['made/for/it.txt', 'created'], ['dir/deep/c.txt', 'deleted'], ['shallow/c.txt', 'created'],
    ]);
  });

  it('replaces a file by renaming only when told so', async () => {
    const changes: PendingChange[] = [];
    const files = open({}, recording(changes));
    writeFileSync(inside('b.txt'), 'theirs');
    await expect(files.rename('a.txt', 'b.txt')).rejects.toMatchObject({ code: 'path.exists' });
    await files.rename('a.txt', 'b.txt', { replace: true });
    expect([textOf('b.txt'), changes.map(({ path, kind }) => [path, kind])]).toEqual(['inside', [['b.txt', 'deleted'], ['a.txt', 'deleted'], ['b.txt', 'created']]]);
    await expect(files.rename('b.txt', 'dir', { replace: true })).rejects.toMatchObject({ code: 'path.wrong_kind' });
    await expect(files.rename('dir', 'b.txt', { replace: true })).rejects.toMatchObject({ code: 'path.wrong_kind' });
    await expect(files.rename('dir', 'dir/deep/in-itself')).rejects.toMatchObject({ code: 'path.exists' });
  });

  it('walks everything in order, enters no link, and says what is sensitive', async () => {
    const { entries, isCut } = await walked(open());
    expect(isCut).toBe(false);
    expect(entries.filter(({ path }) => path.startsWith('dir'))).toEqual([
      { path: 'dir', kind: 'directory', sizeBytes: 0, isSensitive: false },
      { path: 'dir/b.txt', kind: 'file', sizeBytes: 6, isSensitive: false },
      { path: 'dir/deep', kind: 'directory', sizeBytes: 0, isSensitive: false },
      { path: 'dir/deep/c.txt', kind: 'file', sizeBytes: 6, isSensitive: false },
      { path: 'dir/h.txt', kind: 'file', sizeBytes: 6, isSensitive: false },
      { path: 'dir/link_up2', kind: 'link', sizeBytes: 0, isSensitive: false },
      { path: 'dir/m2', kind: 'link', sizeBytes: 0, isSensitive: false },
    ]);
    expect(entries.filter(({ isSensitive }) => isSensitive).map(({ path }) => path)).toEqual([
      '.env', '.env.local', '.git/config', '.mcp.json', '.npmrc', 'certs/server.pem', 'config/.env.production', 'id_rsa',
    ]);
  });

  it('walks from a folder, passes over what it is told to, and stops at the limit', async () => {
    const under = await walked(open(), { under: 'dir', enters: ({ path }) => path !== 'dir/deep' });
    expect(under.entries.map(({ path }) => path)).toEqual(['dir/b.txt', 'dir/deep', 'dir/h.txt', 'dir/link_up2', 'dir/m2']);
    expect(await walked(open(), { under: 'dir', maxEntries: 2 })).toMatchObject({ entries: [{}, {}], isCut: true });
    await expect(walked(open(), { signal: AbortSignal.abort() })).rejects.toThrow('abort');
    await expect(walked(open(), { under: '..' })).rejects.toMatchObject({ code: 'path.denied' });
  });

  it('leaves no descriptor open, whatever comes of it', async () => {
    // Only what leads to the tree or is in it: the process opens others of its own at any time.
    const place = dirname(tree.workspace);
    const target = (descriptor: string): string => { try { return readlinkSync(`/proc/self/fd/${descriptor}`); } catch { return ''; } };
    const heldOpen = (): readonly string[] => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).map(target).filter((path) => path.startsWith(place) || (path.startsWith('/') && place.startsWith(path)));
    const files = open();
    await files.read('a.txt');
    const before = heldOpen();
    await files.read('link_dir_in/b.txt');
    await files.write('x/y/z.txt', bytes('z'));
    await files.rename('x/y', 'w/v');
    await files.read('link_out/secret.txt').catch(() => undefined);
    await files.read('.env').catch(() => undefined);
    await files.read('a.txt/x').catch(() => undefined);
    await files.write('dir', bytes('')).catch(() => undefined);
    await files.delete('w', { recursive: true });
    for await (const entry of files.walk()) if (entry.path === 'dir/deep') break;
    expect(heldOpen()).toEqual(before);
  });

  it('touches a sensitive file only when a person said so, by its real name and for that operation', verifies('KEL-PATH-04'), async () => {
    const asked: string[] = [];
    const granted = (op: string, realPath: string): boolean => {
      asked.push(`${op} ${realPath}`);
      return op === 'read';
    };
    expect(Buffer.from((await open({ granted }).read('readme_link')).bytes).toString()).toBe('K=inside-secret');
    await expect(open({ granted }).write('.env', bytes(''))).rejects.toMatchObject({ code: 'path.gated', data: { path: '".env"', rule: 'path.secret', op: 'write' } });
    expect((await open({ granted }).read('a.txt')).totalBytes).toBe(6);
    const refusal: unknown = await open().read('.env').catch((error: unknown) => error);
    expect(refusal instanceof KeelsonError && refusal.toBody()).toEqual({
      code: 'path.gated', message: '".env" may hold passwords or keys, so a person decides each time.', next_step: 'Ask the person to allow it, or do without this file.', data: { path: '".env"', rule: 'path.secret', op: 'read' },
    });
    expect(asked).toEqual([`read ${inside('.env')}`, `write ${inside('.env')}`]);
  });

  it('does not let a grant open what is denied', verifies('KEL-PATH-04'), async () => {
    await expect(open({ granted: () => true }).read('link_secret')).rejects.toMatchObject({ code: 'path.denied' });
  });

  it('keeps away from its own state, also inside the workspace', verifies('KEL-PATH-05'), async () => {
    mkdirSync(inside('data/keep'), { recursive: true });
    writeFileSync(inside('data/keep/ledger'), 'facts');
    symlinkSync('data/keep', inside('shortcut'));
    const files = open({ ownState: [inside('data/keep'), inside('settings.json')], granted: () => true });
    for (const attempt of [files.read('data/keep/ledger'), files.read('shortcut/ledger'), files.list('data/keep'), files.write('settings.json', bytes('')), files.delete('data', { recursive: true }), files.rename('data', 'x')]) {
      await expect(attempt).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.own_state' } });
    }
    expect((await walked(files, { under: 'data' })).entries).toEqual([]);
    await files.delete('a.txt');
    expect(existsSync(inside('a.txt'))).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)('does not replace a file that may not be written', async () => {
    chmodSync(inside('a.txt'), 0o444);
    await expect(open().write('a.txt', bytes('new'))).rejects.toMatchObject({ code: 'path.failed', data: { detail: 'EACCES' } });
    expect(textOf('a.txt')).toBe('inside');
  });

  it('works on many files at once with few descriptors', async () => {
    const files = open();
    const all = await Promise.all(Array.from({ length: 300 }, () => files.read('dir/deep/c.txt')));
    expect(new Set(all.map(({ totalBytes }) => totalBytes))).toEqual(new Set([6]));
  });

  it('asks about what the person named as sensitive, and about everything in it', verifies('KEL-PATH-03'), async () => {
    const files = open({ sensitive: ['payroll', '*.secret'] });
    await expect(files.write('team/Payroll/2024.csv', bytes(''))).rejects.toMatchObject({ code: 'path.gated', data: { rule: 'path.named_sensitive' } });
    await expect(files.read('x.secret')).rejects.toMatchObject({ code: 'path.gated' });
    await files.write('payroll.md', bytes(''));
  });

  it('asks before reading a file that has a sensitive name as well', verifies('KEL-PATH-03'), async () => {
    linkSync(inside('.env'), inside('innocent.txt'));
    await expect(open().read('innocent.txt')).rejects.toMatchObject({ code: 'path.gated', data: { rule: 'path.secret' } });
  });

  it('stays in the folder that was opened when another takes its name', async () => {
    const files = open();
    renameSync(tree.workspace, join(tree.root, 'moved'));
    symlinkSync('out', tree.workspace);
    await expect(files.read('secret.txt')).rejects.toMatchObject({ code: 'path.denied', data: { rule: 'path.outside_workspace' } });
    rmSync(tree.workspace);
  });
});

describe('a person who keeps new files private', () => {
  it('gets them private from tools as well', verifies('KEL-PATH-06'), () => {
    // The umask belongs to a whole process, so another one writes.
    const script = `
      import { workspaceFiles } from ${JSON.stringify(join(import.meta.dirname, 'open-workspace-files.ts'))};
      process.umask(0o077);
      const files = workspaceFiles({ workspace: ${JSON.stringify(tree.workspace)}, home: '/nowhere', ownState: [] });
      await files.write('tool.sh', Buffer.from('#'), { mode: 0o755 });
      await files.append('plain.txt', Buffer.from('#'));
      await files.write('restored.txt', Buffer.from('#'), { exactMode: 0o644 });
    `;
    execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '--eval', script]);
    expect(['tool.sh', 'plain.txt', 'restored.txt'].map((name) => statSync(inside(name)).mode & 0o7777)).toEqual([0o700, 0o600, 0o644]);
  });
});
