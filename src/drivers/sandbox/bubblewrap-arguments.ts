import { SHARED_MEMORY_BYTES_MAX, type MountPlan, type ProcessRequest, type SandboxMount } from '../../tools/index.ts';
import type { ProxyParts } from './proxy-parts.ts';
import type { ProcCovers, SystemRoot } from './system-root.ts';

/** A folder that can be passed through but not listed; what is shown inside a hidden one is still reached. */
const HIDDEN_FOLDER_MODE = '0111';

function mountArguments(mount: SandboxMount): string[] {
  switch (mount.kind) {
    case 'bind':
      return [mount.access === 'read_only' ? '--ro-bind' : '--bind', mount.source, mount.path];
    case 'mask_file':
      // Devices are not opened on such a mount, so reading says "permission denied" instead of showing an empty file.
      return ['--ro-bind', '/dev/null', mount.path];
    case 'mask_folder':
      return ['--perms', HIDDEN_FOLDER_MODE, '--tmpfs', mount.path];
    case 'reserve':
      return ['--ro-bind', mount.path, mount.path];
  }
}

export interface BubblewrapWish {
  readonly request: ProcessRequest;
  readonly plan: MountPlan;
  readonly system: SystemRoot;
  readonly proc: ProcCovers;
  readonly seccompFd: number | null;
  /** Files that are bound as they are, such as the socket of the proxy. */
  readonly alsoBound: ProxyParts['bound'];
}

/** Everything but the program, for `--args`. Mounts of memory become read-only last, when all mount points are made. */
export function bubblewrapArguments({ request, plan, system, proc, seccompFd, alsoBound }: BubblewrapWish): string[] {
  const ofMemory = plan.mounts.filter((mount) => mount.kind === 'mask_folder');
  return [
    '--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try',
    '--as-pid-1', '--die-with-parent', '--new-session', '--hostname', 'sandbox', '--cap-drop', 'ALL',
    ...(seccompFd === null ? [] : ['--seccomp', String(seccompFd)]),
    '--clearenv', ...Object.entries(request.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...system.folders.flatMap((path) => ['--ro-bind', path, path]),
    ...system.files.flatMap((path) => ['--ro-bind', path, path]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    '--proc', '/proc',
    ...proc.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...proc.masked.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    '--dev', '/dev',
    '--size', String(SHARED_MEMORY_BYTES_MAX), '--perms', '1777', '--tmpfs', '/dev/shm',
    ...plan.mounts.flatMap(mountArguments),
    ...alsoBound.flatMap(({ source, path, access }) => [access === 'read_only' ? '--ro-bind' : '--bind', source, path]),
    ...[...ofMemory.map((mount) => mount.path), '/dev', '/'].flatMap((path) => ['--remount-ro', path]),
    '--chdir', request.currentFolder,
  ];
}
