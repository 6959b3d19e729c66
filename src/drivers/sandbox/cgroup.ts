import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxLimits } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';

/** Control groups of one sandboxed tree: limits that hold for all of it together, kept by the kernel. */
export interface ControlGroup {
  /** Takes a process in, and with it whatever it starts from then on. */
  enter(pid: number): Promise<void>;
  /** Whether the kernel ended something in it for want of memory. */
  ranOutOfMemory(): Promise<boolean>;
  remove(): Promise<void>;
}

export interface ControlGroups {
  readonly holdsMemory: boolean;
  create(limits: SandboxLimits): Promise<ControlGroup>;
}

const CGROUP_MOUNT = '/sys/fs/cgroup';
const PREFIX = 'keelson-';
const SWEPT_AFTER_MS = 60 * 60 * 1_000;
const REMOVALS_MAX = 20;
const REMOVE_AGAIN_MS = 10;

export interface ControlGroupsWish {
  /** Must not repeat while Keelson runs. */
  readonly nameOf: () => string;
  readonly clock: Clock;
  readonly mount?: string;
  readonly ownGroups?: string;
}

/**
 * Looks for a place where groups can be made: with version 2 the nearest group above ours that hands memory and
 * processes down, with version 1 only the counter of processes. Memory of version 1 is left alone: a service manager
 * or a container engine keeps its own account there, and a group of ours in it would outlive what they clean up.
 * Answers null where nothing can be made, which is the ordinary case for a person without a delegated group.
 */
export async function findControlGroups({ nameOf, clock, mount = CGROUP_MOUNT, ownGroups = '/proc/self/cgroup' }: ControlGroupsWish): Promise<ControlGroups | null> {
  const own = await readFile(ownGroups, 'utf8').catch(() => '');
  const lines = own.split('\n').map((line) => line.split(':'));
  const unified = lines.find(([id]) => id === '0')?.[2];
  for (const folder of unified === undefined ? [] : upwards(unified)) {
    const handedDown = await readFile(`${mount}${folder}/cgroup.subtree_control`, 'utf8').catch(() => '');
    const controllers = handedDown.trim().split(' ');
    if (!controllers.includes('memory') || !controllers.includes('pids')) continue;
    const groups = groupsIn(`${mount}${folder === '/' ? '' : folder}`, nameOf, true);
    if (!(await canCreate(groups))) continue;
    await sweep(`${mount}${folder}`, clock);
    return groups;
  }
  const counted = lines.find(([, controllers]) => controllers?.split(',').includes('pids'))?.[2];
  if (counted === undefined) return null;
  const parent = `${mount}/pids${counted === '/' ? '' : counted}`;
  const groups = groupsIn(parent, nameOf, false);
  if (!(await canCreate(groups))) return null;
  await sweep(parent, clock);
  return groups;
}

/** Groups whose Keelson was killed are left empty; one that is used cannot be removed, one that is young may be about to be. */
async function sweep(parent: string, clock: Clock): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.map(async (name) => {
    const { ctimeMs } = await stat(`${parent}/${name}`);
    if (clock.nowMs() - ctimeMs > SWEPT_AFTER_MS) await rmdir(`${parent}/${name}`);
  }).map((removal) => removal.catch(() => undefined)));
}

/** A path and those above it, the nearest first. */
function upwards(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return [...names.map((_, at) => `/${names.slice(0, names.length - at).join('/')}`), '/'];
}

function groupsIn(parent: string, nameOf: () => string, holdsMemory: boolean): ControlGroups {
  return {
    holdsMemory,
    async create(limits) {
      const folder = `${parent}/${PREFIX}${nameOf()}`;
      await mkdir(folder);
      await writeFile(`${folder}/pids.max`, String(limits.processes));
      if (holdsMemory) {
        await writeFile(`${folder}/memory.max`, String(limits.memory_bytes));
        await writeFile(`${folder}/memory.swap.max`, '0').catch(() => undefined);
        await writeFile(`${folder}/memory.oom.group`, '1').catch(() => undefined);
      }
      return {
        enter: (pid) => writeFile(`${folder}/cgroup.procs`, String(pid)),
        ranOutOfMemory: async () => holdsMemory && oomKills(await readFile(`${folder}/memory.events`, 'utf8').catch(() => '')) > 0,
        remove: () => removeGroup(folder),
      };
    },
  };
}

async function canCreate(groups: ControlGroups): Promise<boolean> {
  try {
    const group = await groups.create({ memory_bytes: 2 ** 30, processes: 1, cpu_seconds: 1, file_bytes: 1, open_files: 1 });
    await group.remove();
    return true;
  } catch {
    return false;
  }
}

/** A group whose last process has just ended is busy for a moment longer. */
async function removeGroup(folder: string): Promise<void> {
  for (let left = REMOVALS_MAX; left > 0; left -= 1) {
    const error = await rmdir(folder).then(() => null, (reason: NodeJS.ErrnoException) => reason);
    if (error?.code !== 'EBUSY') return;
    await wait(REMOVE_AGAIN_MS);
  }
}

function oomKills(events: string): number {
  const line = events.split('\n').find((text) => text.startsWith('oom_kill '));
  return Number(line?.split(' ')[1] ?? 0);
}
