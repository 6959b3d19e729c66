import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { realGit } from '../../../../test/support/real-git.ts';
import { workspaceFiles } from '../../paths/open-workspace-files.ts';
import { carryOutPlan } from './patch/carry-out-plan.ts';
import { parsePatch } from './patch/parse-patch.ts';
import { planPatch } from './patch/plan-patch.ts';

/** A small tree: names to contents. */
type Tree = Readonly<Record<string, string>>;

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'keelson-patch-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const line = fc.constantFrom('a', 'b', 'c', 'the same', '', '  indented', '-minus', '+plus', '@@ at', '\\ back', '--- x', 'grün');
const lineEnd = fc.constantFrom('\n', '\r\n');
const content = fc
  .tuple(fc.array(line, { maxLength: 24 }), lineEnd, fc.boolean())
  .map(([lines, end, isEnded]) => lines.map((text, at) => text + (isEnded || at < lines.length - 1 ? end : '')).join(''));
const edits = fc.array(fc.record({ at: fc.nat({ max: 23 }), remove: fc.nat({ max: 2 }), add: fc.array(line, { maxLength: 2 }) }), { minLength: 1, maxLength: 3 });
const edited = (text: string, changes: readonly { at: number; remove: number; add: readonly string[] }[]): string => {
  const lines = text.split(/(?<=\n)/);
  for (const { at, remove, add } of changes) lines.splice(Math.min(at, lines.length), remove, ...add.map((one) => `${one}\n`));
  return lines.join('');
};
const names = ['x', 'dir/y', 'grün z'];

/** Applies one patch with git and with ours to copies of the same tree; both give the whole tree afterwards, or null for a refusal. */
async function both(base: Tree, patch: string): Promise<{ git: Tree | null; ours: Tree | null }> {
  const [gitFolder, ourFolder] = await Promise.all([plant('git', base), plant('ours', base)]);
  const { exitCode } = realGit(gitFolder, ['apply', '-'], patch);
  const files = workspaceFiles({ workspace: ourFolder, home: ourFolder, ownState: [] });
  const ours = await planPatch(parsePatch(patch), files)
    .then((plan) => carryOutPlan(plan, files))
    .then(() => harvest(ourFolder), () => null);
  return { git: exitCode === 0 ? await harvest(gitFolder) : null, ours };
}

async function plant(name: string, tree: Tree): Promise<string> {
  const folder = join(scratch, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function harvest(folder: string): Promise<Tree> {
  const paths = (await readdir(folder, { recursive: true })).toSorted();
  const files = await Promise.all(paths.map(async (path) => ((await stat(join(folder, path))).isFile() ? [[path, await readFile(join(folder, path), 'latin1')]] : [])));
  return Object.fromEntries(files.flat()) as Tree;
}

async function diffOf(before: Tree, after: Tree): Promise<string> {
  await plant('pair', {});
  await cp(await plant('one', before), join(scratch, 'pair/a'), { recursive: true });
  await cp(await plant('one', after), join(scratch, 'pair/b'), { recursive: true });
  return realGit(join(scratch, 'pair'), ['diff', '--no-index', '--no-prefix', '-M', '--no-color', 'a', 'b']).stdout;
}

describe('apply_patch beside git apply', () => {
  it('makes of random edits of several files what git makes of them', verifies('KEL-FTOOL-04'), async () => {
    const tree = fc.dictionary(fc.constantFrom(...names), content, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(tree, edits, fc.constantFrom(...names), fc.option(content), async (before, changes, touched, other) => {
        const after: Record<string, string> = { ...before };
        if (other === null) delete after[touched];
        else after[touched] = other;
        for (const [path, text] of Object.entries(after)) after[path] = edited(text, changes);
        const patch = await diffOf(before, after);
        fc.pre(patch !== '');
        const { git, ours } = await both(before, patch);
        expect(ours).toEqual(git);
      }),
      { numRuns: 25 },
    );
  });

  it('refuses and accepts what git refuses and accepts when the file has changed meanwhile', verifies('KEL-FTOOL-05'), async () => {
    const unique = fc.integer({ min: 6, max: 30 }).map((count) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join(''));
    await fc.assert(
      fc.asyncProperty(unique, edits, edits, async (text, wanted, meanwhile) => {
        const patch = await diffOf({ x: text }, { x: edited(text, wanted) });
        fc.pre(patch !== '');
        const { git, ours } = await both({ x: edited(text, meanwhile) }, patch);
        expect(ours).toEqual(git);
      }),
      { numRuns: 25 },
    );
  });
});
