import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { buildPathTree, type PathTree } from '../../../test/support/path-tree.ts';
import { PolicyVerdict } from '../../contracts/index.ts';
import { judgePath } from './judge-path.ts';
import type { PathRequest } from './path-request.ts';
import type { WorkspacePlace } from './workspace-place.ts';

let tree: PathTree;
beforeEach(() => {
  tree = buildPathTree();
});
afterEach(() => tree.remove());

async function judged(request: PathRequest, more: Partial<WorkspacePlace> = {}): Promise<[string, string]> {
  const verdict = PolicyVerdict.parse(await judgePath(request, { workspace: tree.workspace, home: tree.home, ownState: [], ...more }));
  return [verdict.decision, verdict.rule];
}

describe('judging a path', () => {
  it('explains itself to the person who is asked', async () => {
    const place = { workspace: tree.workspace, home: tree.home, ownState: [] };
    expect(await judgePath({ op: 'read', path: 'link_ssh/id_rsa' }, place)).toEqual({
      decision: 'deny', rule: 'path.outside_workspace', explanation: '"link_ssh/id_rsa" leads to a place that is in the home folder and outside the workspace.',
    });
    expect(await judgePath({ op: 'write', path: '.git/hooks/x' }, place)).toEqual({
      decision: 'gate', rule: 'path.runs_code', explanation: '".git/hooks/x" can make a program run something, or tell an agent what to do, so a person decides each time.',
    });
    expect((await judgePath({ op: 'read', path: 'a\u202etxt.exe' }, place)).explanation).toBe('"a\\u{202e}txt.exe" is an ordinary path inside the workspace.');
  });

  it('judges a rename by the worse of its two ends, and refuses one that goes nowhere', async () => {
    expect([
      await judged({ op: 'rename', path: 'a.txt', to: 'b.txt' }), await judged({ op: 'rename', path: 'a.txt', to: '.env' }), await judged({ op: 'rename', path: '.env', to: '../x' }),
      await judged({ op: 'rename', path: 'a.txt', to: 'link_out' }), await judged({ op: 'rename', path: 'a.txt' }),
    ]).toEqual([
      ['allow', 'path.inside_workspace'], ['gate', 'path.secret'], ['deny', 'path.outside_workspace'], ['deny', 'path.outside_workspace'], ['deny', 'path.empty'],
    ]);
  });

  it('does not tell whether something is there outside', async () => {
    const asked = ['../out/secret.txt', '../out/nothing', '../out/secret.txt/x', '../nowhere/../x'];
    const verdicts = await Promise.all(asked.map((path) => judgePath({ op: 'read', path }, { workspace: tree.workspace, home: tree.home, ownState: [] })));
    expect(new Set(verdicts.map(({ rule }) => rule))).toEqual(new Set(['path.outside_workspace']));
  });

  it('changes nothing of the set-up of the computer, even in a workspace that holds it', verifies('MAH-4B-2'), async () => {
    const everything = { workspace: '/' };
    expect([
      await judged({ op: 'write', path: 'etc/hosts' }, everything), await judged({ op: 'delete', path: '/boot/x' }, everything), await judged({ op: 'write', path: join(tree.home, '.ssh/new') }, everything),
      await judged({ op: 'write', path: '/private/etc/hosts' }, everything), await judged({ op: 'read', path: '/proc/self/environ' }, everything), await judged({ op: 'delete', path: '/' }, everything),
    ]).toEqual([
      ['deny', 'path.system_folder'], ['deny', 'path.system_folder'], ['deny', 'path.system_folder'], ['deny', 'path.system_folder'], ['deny', 'path.system_view'], ['deny', 'path.workspace_root'],
    ]);
  });

  it('takes a file with several names only when every one of them is in the workspace', verifies('KEL-PATH-03'), async () => {
    mkdirSync(join(tree.workspace, 'far/away'), { recursive: true });
    linkSync(join(tree.workspace, 'a.txt'), join(tree.workspace, 'far/away/a2.txt'));
    expect(await judged({ op: 'read', path: 'a.txt' })).toEqual(['allow', 'path.inside_workspace']);
    linkSync(join(tree.workspace, 'a.txt'), join(tree.outside, 'a3.txt'));
    expect(await judged({ op: 'read', path: 'a.txt' })).toEqual(['deny', 'path.hard_link']);
    renameSync(join(tree.outside, 'a3.txt'), join(tree.workspace, '.env.backup'));
    expect(await judged({ op: 'read', path: 'a.txt' })).toEqual(['gate', 'path.secret']);
  });

  it('asks about a link by its own name too', async () => {
    symlinkSync('a.txt', join(tree.workspace, '.env.staging'));
    writeFileSync(join(tree.workspace, 'plain'), '');
    expect(await judged({ op: 'read', path: '.env.staging' })).toEqual(['gate', 'path.secret']);
  });

  it('finds the workspace through a link and judges alike', async () => {
    expect([await judged({ op: 'read', path: 'a.txt' }, { workspace: join(tree.root, 'wslink') }), await judged({ op: 'read', path: '../out/secret.txt' }, { workspace: join(tree.root, 'wslink') })]).toEqual([
      ['allow', 'path.inside_workspace'], ['deny', 'path.outside_workspace'],
    ]);
  });
});
