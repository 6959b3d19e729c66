import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { buildTar, buildZip, type ZipPart } from '../../../test/support/archive-builder.ts';
import { buildPathTree, type PathTree } from '../../../test/support/path-tree.ts';
import { workspaceFiles } from '../paths/open-workspace-files.ts';
import type { PendingChange, WorkspaceFiles } from '../paths/workspace-files.ts';
import type { GrantedPlace } from '../paths/workspace-place.ts';
import { extractArchive } from './extract-archive.ts';
import { inspectArchive } from './inspect-archive.ts';
import { scanText } from './scan-text.ts';

let tree: PathTree;
let changes: PendingChange[];
beforeEach(() => {
  tree = buildPathTree();
  changes = [];
});
afterEach(() => tree.remove());

const open = (more: Partial<GrantedPlace> = {}): WorkspaceFiles =>
  workspaceFiles({ workspace: tree.workspace, home: tree.home, ownState: [], ...more }, { beforeChange: (change) => void changes.push(change) });
const inside = (path: string): string => join(tree.workspace, path);

describe('unpacking an archive', () => {
  it('writes folders and files with no more rights than they need', verifies('KEL-PATH-12'), async () => {
    const parts: ZipPart[] = [{ name: 'empty/', mode: 0o040777, stored: true }, { name: 'bin/run.sh', content: '#', mode: 0o106777 }, { name: 'read.me', content: 'hi', mode: 0o100000 }];
    const report = await extractArchive(buildZip(parts), open(), 'new/place/');
    expect(report.entries.map(({ path }) => path)).toEqual(['empty', 'bin/run.sh', 'read.me']);
    expect(['bin/run.sh', 'read.me'].map((path) => statSync(inside(`new/place/${path}`)).mode & 0o7777)).toEqual([0o755, 0o644]);
    expect([readFileSync(inside('new/place/read.me'), 'utf8'), statSync(inside('new/place/empty')).isDirectory()]).toEqual(['hi', true]);
    expect(changes.map(({ path, kind }) => [path, kind])).toEqual([['new/place/bin/run.sh', 'created'], ['new/place/read.me', 'created']]);
  });

  it('unpacks a tar file the same way', async () => {
    await extractArchive(gzipSync(buildTar([{ name: './a/', type: '5' }, { name: './a/b.txt', content: 'tarred' }])), open(), '.');
    expect(readFileSync(inside('a/b.txt'), 'utf8')).toBe('tarred');
  });

  it('writes nothing of an archive of which anything is refused', verifies('KEL-PATH-11'), async () => {
    const archives = [
      buildZip([{ name: 'fine.txt', content: 'x' }, { name: '../evil.txt', content: 'x' }]),
      buildZip([{ name: 'fine.txt', content: 'x' }, { name: 'last.txt', content: 'x', local: { checksum: 1 }, central: { checksum: 1 } }]),
      buildTar([{ name: 'fine.txt' }, { name: 'link', type: '2', link: '/etc' }]),
    ];
    for (const archive of archives) await expect(extractArchive(archive, open(), 'target')).rejects.toMatchObject({ code: 'archive.refused' });
    expect([existsSync(inside('target')), changes]).toEqual([false, []]);
  });

  it('replaces what is there only when told so, and hands over what it replaces', async () => {
    const zip = buildZip([{ name: 'a.txt', content: 'from the archive' }]);
    await expect(extractArchive(zip, open(), '.')).rejects.toMatchObject({ code: 'path.exists' });
    await extractArchive(zip, open(), '.', { replace: true });
    expect([readFileSync(inside('a.txt'), 'utf8'), changes]).toEqual(['from the archive', [{ path: 'a.txt', kind: 'modified', before: Buffer.from('inside'), mode: statSync(inside('a.txt')).mode & 0o7777 }]]);
  });

  it('asks about sensitive files before it writes anything', verifies('KEL-PATH-12'), async () => {
    const zip = buildZip([{ name: 'fine.txt', content: 'x' }, { name: '.git/hooks/post-checkout', content: '#' }]);
    await expect(extractArchive(zip, open(), 'repo')).rejects.toMatchObject({ code: 'path.gated' });
    expect(existsSync(inside('repo'))).toBe(false);
    await extractArchive(zip, open({ granted: () => true }), 'repo');
    expect(readdirSync(inside('repo')).toSorted()).toEqual(['.git', 'fine.txt']);
  });

  it('does not go through a link that leads out', async () => {
    const before = tree.snapshot();
    symlinkSync('../out', inside('trap'));
    await expect(extractArchive(buildZip([{ name: 'x.txt', content: 'x' }]), open(), 'trap')).rejects.toMatchObject({ code: 'path.denied' });
    await expect(extractArchive(buildZip([{ name: 'trap/x.txt', content: 'x' }]), open(), '.')).rejects.toMatchObject({ code: 'path.denied' });
    expect(tree.snapshot()).toEqual(before);
  });
});

interface Row {
  readonly id: string;
  readonly input: { readonly entries?: readonly { name: string; type?: string; target?: string }[]; readonly nested?: string; readonly trailing?: string; readonly file?: string; readonly text?: string; readonly type?: string };
  readonly expect: string;
}

const rows = readFileSync(new URL('../../../test/fixtures/archives.jsonl', import.meta.url), 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Row);

/** Builds what a row of the sample describes, and gives the outcome in its words. */
async function outcomeOf({ input }: Row): Promise<string> {
  if (input.text !== undefined) return scanText('text \u{E0061}').some(({ severity }) => severity === 'high') ? 'finding-high' : 'nothing';
  const linked = input.file === undefined ? [] : [{ name: input.file, ...(input.type === undefined ? {} : { type: input.type }) }];
  const parts = [...(input.entries ?? []), ...linked].map(({ name, type }) => ({ name, content: 'x', mode: type === 'symlink' ? 0o120777 : 0o100644 }));
  const nested = { name: 'inner.zip', content: buildZip([{ name: 'a', content: 'x' }]) };
  const zip = buildZip(input.nested === undefined ? parts : [nested], input.trailing === undefined ? {} : { before: Buffer.from('89504e470d0a1a0a', 'hex') });
  try {
    const { entries } = await inspectArchive(zip);
    return entries.some(({ isArchive }) => isArchive) ? 'no-recursion' : 'taken';
  } catch {
    return 'reject';
  }
}

describe('the sample of archives', () => {
  it.each(rows)('$id comes out as it must', verifies('KEL-PATH-10'), async (row) => {
    expect(await outcomeOf(row)).toBe(row.expect);
  });
});
