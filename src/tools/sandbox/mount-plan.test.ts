import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { STRICT_LIMITS } from './default-limits.ts';
import { isWithin, pathsBelow, planMounts, type PathFact } from './mount-plan.ts';
import type { SandboxProfile } from './sandbox.ts';

const PROFILE: SandboxProfile = { workspace: '/home/u/work', workspaceAccess: 'read_write', scratch: '/scratch', protectedPaths: [], hiddenPaths: [], readablePaths: [], network: 'off', limits: STRICT_LIMITS };

/** Mounts as short lines, without those that every plan has. */
function lines(profile: Partial<SandboxProfile>, facts: Readonly<Record<string, PathFact>>): string[] {
  const plan = planMounts({ ...PROFILE, ...profile }, (path) => facts[path] ?? { kind: 'missing' });
  expect(plan.refusals).toEqual([]);
  return plan.mounts
    .map((mount) => (mount.kind === 'bind' ? `${mount.access === 'read_only' ? 'ro' : 'rw'}${mount.isFolder ? '/' : ''} ${mount.path}` : `${mount.kind} ${mount.path}`))
    .filter((line) => !['rw/ /tmp', 'rw/ /scratch', 'rw/ /home/u/work'].includes(line));
}

const FOLDER: PathFact = { kind: 'folder' };
const FILE: PathFact = { kind: 'file' };

describe('planMounts', () => {
  it('shows the workspace, the scratch folder and /tmp, which is the scratch folder', verifies('KEL-SBX-03', 'KEL-SBX-02'), () => {
    expect(planMounts(PROFILE, () => ({ kind: 'missing' })).mounts).toEqual([
      { kind: 'bind', path: '/scratch', source: '/scratch', access: 'read_write', isFolder: true },
      { kind: 'bind', path: '/tmp', source: '/scratch', access: 'read_write', isFolder: true },
      { kind: 'bind', path: '/home/u/work', source: '/home/u/work', access: 'read_write', isFolder: true },
    ]);
  });

  it('mounts what is protected read-only and pins the folders on the way', verifies('KEL-SBX-03'), () => {
    expect(lines({ protectedPaths: ['/home/u/work/.git/hooks', '/home/u/work/.git/config'] }, { '/home/u/work/.git': FOLDER, '/home/u/work/.git/hooks': FOLDER, '/home/u/work/.git/config': FILE })).toEqual([
      'rw/ /home/u/work/.git', 'ro/ /home/u/work/.git/hooks', 'ro /home/u/work/.git/config',
    ]);
  });

  it('reserves the first part that is missing, and protects a file where a folder was meant', verifies('KEL-SBX-03'), () => {
    const protectedPaths = ['/home/u/work/.git/hooks'];
    expect(lines({ protectedPaths }, {})).toEqual(['reserve /home/u/work/.git']);
    expect(lines({ protectedPaths }, { '/home/u/work/.git': FOLDER })).toEqual(['rw/ /home/u/work/.git', 'reserve /home/u/work/.git/hooks']);
    expect(lines({ protectedPaths }, { '/home/u/work/.git': FILE })).toEqual(['ro /home/u/work/.git']);
  });

  it('needs no protection in a workspace that is only read, and none outside what is shown', verifies('KEL-SBX-03'), () => {
    const readOnly = planMounts({ ...PROFILE, workspaceAccess: 'read_only', protectedPaths: ['/home/u/work/.vscode', '/etc/x'] }, () => ({ kind: 'missing' }));
    expect(readOnly.mounts.map(({ path }) => path)).toEqual(['/scratch', '/tmp', '/home/u/work']);
  });

  it('refuses to protect a link', verifies('KEL-SBX-03', 'KEL-SBX-10'), () => {
    const plan = planMounts({ ...PROFILE, protectedPaths: ['/home/u/work/.git/hooks'] }, () => ({ kind: 'link', target: '/elsewhere' }));
    expect(plan.refusals).toEqual(['/home/u/work/.git must not be changed, but it is a link, which cannot be protected']);
  });

  it('refuses a workspace or scratch folder that holds the system', verifies('KEL-SBX-03', 'KEL-SBX-10'), () => {
    const refusals = (workspace: string): readonly string[] => planMounts({ ...PROFILE, workspace }, () => ({ kind: 'missing' })).refusals;
    expect(refusals('/')).toEqual(['/ holds the system itself and cannot be given to a program']);
    expect(refusals('/etc')).toHaveLength(1);
    expect(refusals('/tmp')).toHaveLength(1);
    expect(refusals('/usr/src/mine')).toEqual([]);
  });

  it('masks files and folders that are hidden, pins the way to them, and leaves what is not there', verifies('KEL-SBX-03', 'KEL-SBX-04'), () => {
    const facts = { '/home/u/work/a': FOLDER, '/home/u/work/a/.env': FILE, '/home/u/work/keys': FOLDER };
    expect(lines({ hiddenPaths: ['/home/u/work/a/.env', '/home/u/work/keys', '/home/u/work/gone', '/home/u/.ssh'] }, facts)).toEqual([
      'rw/ /home/u/work/a', 'mask_folder /home/u/work/keys', 'mask_file /home/u/work/a/.env',
    ]);
  });

  it('hides where a hidden link leads, and gives up on a circle of links', verifies('KEL-SBX-03', 'KEL-SBX-04'), () => {
    expect(lines({ hiddenPaths: ['/home/u/work/.env'] }, { '/home/u/work/.env': { kind: 'link', target: '/home/u/work/real' }, '/home/u/work/real': FILE })).toEqual(['mask_file /home/u/work/real']);
    expect(lines({ hiddenPaths: ['/home/u/work/.env'] }, { '/home/u/work/.env': { kind: 'link', target: null } })).toEqual([]);
    const circle = planMounts({ ...PROFILE, hiddenPaths: ['/home/u/work/.env'] }, (path) => ({ kind: 'link', target: path }));
    expect(circle.refusals).toEqual(['/home/u/work/.env must stay hidden, but it is behind too many links']);
  });

  it('hides what is shown when both are asked for, and keeps the workspace shown in a hidden home', verifies('KEL-SBX-03', 'KEL-SBX-04'), () => {
    const facts = { '/home': FOLDER, '/home/u': FOLDER, '/home/u/work/.git': FOLDER, '/home/u/work/.git/hooks': FOLDER, '/opt/tool': FOLDER };
    expect(lines({ hiddenPaths: ['/home/u/work/.git'], protectedPaths: ['/home/u/work/.git/hooks'] }, facts)).toEqual(['mask_folder /home/u/work/.git']);
    expect(lines({ readablePaths: ['/home', '/opt/tool', '/opt/none'], hiddenPaths: ['/home/u'] }, facts)).toEqual(['ro/ /home', 'ro/ /opt/tool', 'mask_folder /home/u']);
  });

  it('keeps /tmp private whatever else may be read', verifies('KEL-SBX-03', 'KEL-SBX-02'), () => {
    expect(lines({ readablePaths: ['/tmp'] }, { '/tmp': FOLDER })).toEqual([]);
  });

  it('does not let a readable path in the workspace take the protection away', verifies('KEL-SBX-03'), () => {
    expect(lines({ readablePaths: ['/home/u/work/.git'], protectedPaths: ['/home/u/work/.git/hooks'] }, { '/home/u/work/.git': FOLDER, '/home/u/work/.git/hooks': FOLDER })).toEqual(['rw/ /home/u/work/.git', 'ro/ /home/u/work/.git/hooks']);
  });
});

describe('isWithin and pathsBelow', () => {
  it('compares whole names', () => {
    expect([isWithin('/a/b', '/a'), isWithin('/a', '/a'), isWithin('/ab', '/a'), isWithin('/a', '/')]).toEqual([true, true, false, true]);
    expect(pathsBelow('/a', '/a/b/c')).toEqual(['/a/b', '/a/b/c']);
    expect(pathsBelow('/', '/a/b')).toEqual(['/a', '/a/b']);
  });
});
