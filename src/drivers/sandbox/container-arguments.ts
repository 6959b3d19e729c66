import type { MountPlan, ProcessRequest, SandboxMount, SandboxProfile } from '../../tools/index.ts';
import { SHARED_MEMORY_BYTES_MAX } from '../../tools/index.ts';
import type { ProxyParts } from './proxy-parts.ts';
import { startScript } from './start-script.ts';

export type ContainerEngine = 'docker' | 'podman';

export interface ContainerWish {
  readonly engine: ContainerEngine;
  readonly image: string;
  /** By which the container is ended. */
  readonly name: string;
  readonly request: ProcessRequest;
  readonly profile: SandboxProfile;
  readonly plan: MountPlan;
  readonly proxy: ProxyParts;
  readonly userId: number;
  readonly groupId: number;
  readonly isInteractive: boolean;
}

/** An engine separates the parts of a mount with these, and has no way to write them. */
const UNWRITABLE = [',', ':', '"'];

/** Two processors at most: a container shares the machine with the person. */
const PROCESSORS_MAX = 2;

export function containerRefusals(plan: MountPlan): string[] {
  return plan.mounts.filter(({ path }) => UNWRITABLE.some((sign) => path.includes(sign))).map(({ path }) => `${path} cannot be mounted by a container engine because of a sign in its name`);
}

/**
 * `docker run` or `podman run` for one program. The engine's own init is the first process and takes away processes
 * whose parents have ended (`tini` with Docker, `catatonit` with Podman). The root is the image's, read-only.
 */
export function containerArguments({ engine, image, name, request, profile, plan, proxy, userId, groupId, isInteractive }: ContainerWish): string[] {
  const { limits } = profile;
  return [
    'run', '--rm', '--init', '--name', name, ...(isInteractive ? ['--interactive'] : []), '--pull', 'never',
    '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--network', 'none', '--ipc', 'private', '--hostname', 'sandbox',
    '--pids-limit', String(limits.processes), '--memory', String(limits.memory_bytes), '--memory-swap', String(limits.memory_bytes), '--cpus', String(PROCESSORS_MAX),
    '--ulimit', `cpu=${limits.cpu_seconds}:${limits.cpu_seconds}`, '--ulimit', `fsize=${limits.file_bytes}:${limits.file_bytes}`, '--ulimit', `nofile=${limits.open_files}:${limits.open_files}`, '--ulimit', 'core=0:0',
    '--shm-size', String(SHARED_MEMORY_BYTES_MAX),
    // Podman without root maps the person's own number; Docker is told which one.
    ...(engine === 'podman' && userId !== 0 ? ['--userns', 'keep-id'] : ['--user', `${userId}:${groupId}`]),
    ...plan.mounts.flatMap(mountArguments),
    ...proxy.bound.flatMap(({ source, path, access }) => bind(source, path, access)),
    ...Object.entries(request.environment).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
    '--workdir', request.currentFolder, '--entrypoint', '/bin/sh', image,
    '-c', startScript(limits, { before: `exec 3>/dev/null\n${proxy.before}` }), 'sh', ...request.argv,
  ];
}

function mountArguments(mount: SandboxMount): string[] {
  switch (mount.kind) {
    case 'bind':
      return bind(mount.source, mount.path, mount.access);
    case 'mask_file':
      return bind('/dev/null', mount.path, 'read_only');
    case 'mask_folder':
      return ['--tmpfs', `${mount.path}:ro,nosuid,nodev,noexec,size=64k,mode=0111`];
    case 'reserve':
      return bind(mount.path, mount.path, 'read_only');
  }
}

function bind(source: string, path: string, access: 'read_only' | 'read_write'): string[] {
  return ['--mount', `type=bind,source=${source},target=${path}${access === 'read_only' ? ',readonly' : ''}`];
}
