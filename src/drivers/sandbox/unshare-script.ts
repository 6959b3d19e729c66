import { SHARED_MEMORY_BYTES_MAX, isWithin, type MountPlan, type SandboxMount } from '../../tools/index.ts';
import { placeOf, placesBelow, type MountedPlace } from './mount-table.ts';
import type { ProxyParts } from './proxy-parts.ts';
import { quoted } from './start-script.ts';
import type { ProcCovers, SystemRoot } from './system-root.ts';

/** The new root is built here: it is on every Linux, and no program needs what it shows. */
const NEW_ROOT = '/sys';
const OLD_ROOT = '.old';
/** The table of mounts, for `mount` to read; emptied before the program starts. */
const TABLE = '.mounts';

/** Room for mount points and copies of small settings; the program cannot write there. */
const ROOT_SIZE = '16m';

/** Devices that belong to nobody. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
/** Links that programs expect beside them. */
const DEVICE_LINKS = ['fd', 'stdin', 'stdout', 'stderr'];

/** Nothing that is mounted here may make a program more than it is, or be a device. */
const HARMLESS = 'nosuid,nodev';

export interface UnshareWish {
  readonly plan: MountPlan;
  readonly system: SystemRoot;
  readonly proc: ProcCovers;
  readonly table: readonly MountedPlace[];
  readonly alsoBound: ProxyParts['bound'];
  readonly userId: number;
  readonly groupId: number;
  /** What takes the place of this script when the root is built; see `startScript`. */
  readonly start: string;
  readonly argv: readonly string[];
}

/**
 * Runs as root of a fresh user namespace: builds a root in memory, mounts what the profile shows, goes there and leaves
 * the old root behind. One `mount -a` does all mounts, because each start of a program costs a millisecond. The program
 * gets a second user namespace, in which it is the person again and owns none of these mounts; a third cannot be made.
 */
export function unshareScript(wish: UnshareWish): string {
  const { plan, system, proc, table, alsoBound } = wish;
  // Copied and not mounted: two dozen small files and links cost more as mounts.
  const copied = [...system.files, ...system.links.map(({ path }) => path), ...DEVICE_LINKS.map((name) => `/dev/${name}`)];
  const mounts = plan.mounts.map((mount) => mountLine(mount, plan, table));
  const fileMounts = plan.mounts.flatMap((mount) => (mount.kind === 'bind' && !mount.isFolder && !isInsideBind(mount.path, plan) ? [mount.path] : []));
  const files = [...fileMounts, ...DEVICES.map((name) => `/dev/${name}`), '/dev/ptmx', ...alsoBound.map(({ path }) => path)];
  const readOnlyPaths = [...system.folders, ...plan.mounts.flatMap((mount) => (mount.kind === 'bind' && mount.access === 'read_only' ? [mount.path] : []))];
  const lines = [
    ...system.folders.map((path) => bindLine(path, path, 'read_only', true, table)),
    entry('proc', '/proc', 'proc', `${HARMLESS},noexec,X-mount.mkdir`),
    ...proc.readOnly.map((path) => entry(path, `${path}`, 'none', 'bind,ro,nosuid,nodev,noexec')),
    ...proc.masked.map((path) => entry('/dev/null', path, 'none', `bind,ro,${HARMLESS}`)),
    ...DEVICES.map((name) => entry(`/dev/${name}`, `/dev/${name}`, 'none', 'bind')),
    entry('devpts', '/dev/pts', 'devpts', 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec,X-mount.mkdir'),
    entry(`${NEW_ROOT}/dev/pts/ptmx`, '/dev/ptmx', 'none', 'bind'),
    entry('tmpfs', '/dev/shm', 'tmpfs', `${HARMLESS},mode=1777,size=${SHARED_MEMORY_BYTES_MAX},X-mount.mkdir`),
    ...mounts,
    ...alsoBound.map(({ source, path, access }) => bindLine(source, path, access, false, table)),
  ];
  const nested = plan.mounts.filter((mount) => mount.kind === 'mask_folder' && holdsShown(mount.path, plan)).map((mount) => mount.path);
  const below = readOnlyPaths.flatMap((path) => placesBelow(path, table).map((place) => place.path)).filter((path) => !plan.mounts.some((mount) => mount.kind === 'bind' && mount.access === 'read_write' && isWithin(path, mount.path)));
  return [
    'set -e',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    `mount -t tmpfs -o mode=755,size=${ROOT_SIZE},${HARMLESS} tmpfs ${NEW_ROOT}`,
    `cd ${NEW_ROOT}`,
    `cp -P --parents ${copied.map(quoted).join(' ')} .`,
    `mkdir -p ${[...new Set([OLD_ROOT, 'dev', ...files.map(parentInside)])].map(quoted).join(' ')}`,
    ...files.map((path) => `: > ${quoted(path.slice(1))}`),
    // Only in containers that keep it read-only does this fail; the program has no more for it than a namespace of its own.
    'echo 1 2>/dev/null > /proc/sys/user/max_user_namespaces || :',
    'ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || :',
    `printf '%s\\n' ${lines.map(quoted).join(' ')} > ${TABLE}`,
    `mount -a -T ${NEW_ROOT}/${TABLE}`,
    `: > ${TABLE}`,
    ...below.map((path) => `mount -o remount,bind,ro,${flagsOf(path, table)} ${quoted(inside(path))}`),
    ...nested.map((path) => `mount -o remount,ro,bind,${HARMLESS} ${quoted(inside(path))}`),
    `pivot_root . ${OLD_ROOT}`,
    'cd /',
    `umount -l /${OLD_ROOT}`,
    `mount -o remount,ro,bind,${HARMLESS} /`,
    `exec unshare -U --map-user=${wish.userId} --map-group=${wish.groupId} -- setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- /bin/sh -c ${quoted(wish.start)} sh ${wish.argv.map(quoted).join(' ')}`,
  ].join('\n');
}

function mountLine(mount: SandboxMount, plan: MountPlan, table: readonly MountedPlace[]): string {
  switch (mount.kind) {
    case 'bind':
      return bindLine(mount.source, mount.path, mount.access, mount.isFolder, table);
    case 'mask_file':
      return entry('/dev/null', mount.path, 'none', `bind,ro,${HARMLESS}`);
    case 'mask_folder':
      return entry('tmpfs', mount.path, 'tmpfs', `${holdsShown(mount.path, plan) ? 'rw' : 'ro'},${HARMLESS},mode=111,size=64k,X-mount.mkdir`);
    case 'reserve':
      return bindLine(mount.path, mount.path, 'read_only', true, table);
  }
}

/** Everything below is taken along: the kernel refuses to show what a mount covers. */
function bindLine(source: string, path: string, access: 'read_only' | 'read_write', isFolder: boolean, table: readonly MountedPlace[]): string {
  const options = access === 'read_only' ? `rbind,ro,${flagsOf(source, table)}` : 'rbind';
  return entry(source, path, 'none', isFolder ? `${options},X-mount.mkdir` : options);
}

/** A restriction that a mount already has cannot be taken from it, and leaving it out counts as trying. */
function flagsOf(path: string, table: readonly MountedPlace[]): string {
  return placeOf(path, table)?.options.includes('noexec') === true ? `${HARMLESS},noexec` : HARMLESS;
}

function holdsShown(folder: string, plan: MountPlan): boolean {
  return plan.mounts.some((mount) => mount.path !== folder && isWithin(mount.path, folder));
}

function isInsideBind(path: string, plan: MountPlan): boolean {
  return plan.mounts.some((mount) => mount.kind === 'bind' && mount.isFolder && mount.path !== path && isWithin(path, mount.path));
}

function inside(path: string): string {
  return `${NEW_ROOT}${path}`;
}

function parentInside(path: string): string {
  return path.slice(1, path.lastIndexOf('/')) || '.';
}

/** One line of a mount table, whose columns are separated by spaces. */
function entry(source: string, path: string, type: string, options: string): string {
  return `${escaped(source)} ${escaped(inside(path))} ${type} ${options} 0 0`;
}

function escaped(text: string): string {
  return text.replace(/[ \t\n\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
