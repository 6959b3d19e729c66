import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { applyRace, buildPathTree, OUTSIDE_SECRET, type PathTree, type RaceStep } from '../../../test/support/path-tree.ts';
import { hasCode } from '../../kernel/index.ts';
import { comparisonFooting } from './comparison-footing.ts';
import { descriptorFooting, hasDescriptorFooting } from './descriptor-footing.ts';
import type { Footing } from './footing.ts';
import { judgePath } from './judge-path.ts';
import { workspaceFiles } from './open-workspace-files.ts';
import type { PathRequest } from './path-request.ts';
import type { WorkspaceFiles } from './workspace-files.ts';
import type { WorkspacePlace } from './workspace-place.ts';

interface Row {
  readonly id: string;
  readonly category: string;
  readonly input: PathRequest & { readonly race?: readonly RaceStep[] };
  readonly expect: 'allow' | 'deny' | 'gate' | 'contain';
  readonly why: string;
}

const rowsOf = (file: string): Row[] =>
  readFileSync(new URL(`../../../test/fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const rows = [...rowsOf('paths.jsonl'), ...rowsOf('paths-own.jsonl')];
const footings: Footing[] = [...(hasDescriptorFooting(process.platform) ? [descriptorFooting] : []), comparisonFooting];

/** What depends on how files are held; names are judged alike whichever way that is. */
const isResolved = ({ category }: Row): boolean => ['plain', 'traversal', 'symlink', 'hardlink', 'proc', 'special'].includes(category);

let tree: PathTree;
/** For requests that only look: building one for each takes longer than everything else. */
let lookedAt: PathTree | undefined;
afterEach(() => void (tree === lookedAt || tree.remove()));
afterAll(() => lookedAt?.remove());

const LOOKS: ReadonlySet<string> = new Set(['read', 'list', 'stat']);

function treeFor({ input: { op, race } }: Row): PathTree {
  if (!LOOKS.has(op) || race !== undefined) return buildPathTree();
  lookedAt ??= buildPathTree();
  return lookedAt;
}

const placeIn = (built: PathTree): WorkspacePlace => ({ workspace: built.workspace, home: built.home, ownState: [`${built.root}/state`] });

function requestOf({ input: { op, path, to } }: Row): PathRequest {
  return { op, path: tree.fill(path), ...(to === undefined ? {} : { to: tree.fill(to) }) };
}

/** Really does what the request says, and gives whatever a tool would have been given. */
async function act(files: WorkspaceFiles, { op, path, to }: PathRequest): Promise<string> {
  switch (op) {
    case 'read': return Buffer.from((await files.read(path)).bytes).toString();
    case 'write': return JSON.stringify(await files.write(path, Buffer.from('written by a tool')));
    case 'list': return JSON.stringify(await files.list(path));
    case 'stat': return JSON.stringify(await files.stat(path));
    case 'delete': return String(await files.delete(path, { recursive: true }));
    case 'rename': return String(await files.rename(path, to ?? '', { replace: true }));
    case 'create_directory': return String(await files.makeDirectory(path));
  }
}

async function outcomeOf(files: WorkspaceFiles, request: PathRequest): Promise<{ done: string } | { failed: unknown }> {
  try {
    return { done: await act(files, request) };
  } catch (error) {
    return { failed: error };
  }
}

describe.each(footings)('paths held by $kind', (footing) => {
  it.each(rows.filter((row) => isResolved(row) || (row.category !== 'toctou' && footing === footings[0])))('$id $category: $input.op $input.path ($why)', verifies('KEL-PATH-01', 'KEL-PATH-03', 'MAH-4B-1', 'MAH-4B-G1'), async (row) => {
    tree = treeFor(row);
    const before = tree.snapshot();
    const request = requestOf(row);
    const { decision } = await judgePath(request, placeIn(tree), footing);
    const passing = { allow: ['allow'], deny: ['deny'], gate: ['gate', 'deny'], contain: ['allow', 'gate', 'deny'] }[row.expect];
    expect(passing).toContain(decision);

    const outcome = await outcomeOf(workspaceFiles(placeIn(tree), {}, footing), request);
    expect(tree.snapshot()).toEqual(before);
    if ('done' in outcome) expect(outcome.done).not.toContain(OUTSIDE_SECRET);
    if (decision === 'deny') expect(outcome).toEqual({ failed: expect.objectContaining({ code: 'path.denied' }) });
    if (decision === 'gate') expect(outcome).toEqual({ failed: expect.objectContaining({ code: 'path.gated' }) });
    if (row.expect === 'allow' && 'failed' in outcome) expect(hasCode(outcome.failed, 'path.missing')).toBe(true);
  });

  it.each(rows.filter(({ category }) => category === 'toctou'))('$id between check and use: $input.op $input.path ($why)', verifies('KEL-PATH-02'), async (row) => {
    tree = treeFor(row);
    const before = tree.snapshot();
    const request = requestOf(row);
    let steps = row.input.race ?? [];
    const betweenCheckAndUse = (): void => {
      applyRace(tree, steps);
      steps = [];
    };
    const outcome = await outcomeOf(workspaceFiles(placeIn(tree), { betweenCheckAndUse }, footing), request);
    expect(tree.snapshot()).toEqual(before);
    if ('done' in outcome) expect(outcome.done).not.toContain(OUTSIDE_SECRET);
    // Asked again now, the policy sees what was put there.
    expect((await judgePath(request, placeIn(tree), footing)).decision).toBe('deny');
  });
});
