import { planMounts, STRICT_LIMITS, type PathFact, type ProcessRequest, type SandboxProfile } from '../../src/tools/index.ts';

/** A profile with one of everything. */
export const PROFILE: SandboxProfile = {
  workspace: '/home/u/work',
  workspaceAccess: 'read_write',
  scratch: '/scratch',
  protectedPaths: ['/home/u/work/.git/hooks', '/home/u/work/.vscode'],
  hiddenPaths: ['/home/u/work/.env', '/home/u/work/keys'],
  readablePaths: ['/opt/node'],
  network: 'off',
  limits: STRICT_LIMITS,
};
const FACTS: Readonly<Record<string, PathFact>> = { '/home/u/work/.git': { kind: 'folder' }, '/home/u/work/.git/hooks': { kind: 'folder' }, '/home/u/work/.env': { kind: 'file' }, '/home/u/work/keys': { kind: 'folder' }, '/opt/node': { kind: 'folder' } };
export const PLAN = planMounts(PROFILE, (path) => FACTS[path] ?? { kind: 'missing' });
export const REQUEST: ProcessRequest = { argv: ['make', 'all'], currentFolder: '/home/u/work', environment: { PATH: '/usr/bin' } };
