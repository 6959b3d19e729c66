/** Programs that format, partition or overwrite devices, and those that stop the machine. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { isOwnState, isRawDevice } from '../rules/places.ts';
import { readOptions } from './options.ts';

const formats: ProgramRule = (call) => {
  const image = readOptions(call.args, { short: 'LtbcEFiINOT', long: [] }).operands.every((operand) => call.paths(operand).every((path) => !isRawDevice(path)));
  if (call.args.some((argument) => /^[A-Za-z]:/.test(argument))) return call.block('format', `${call.shown} would erase a disk.`);
  if (image && call.args.length > 0 && !call.args.some((argument) => argument.startsWith('/dev'))) call.ask('format', `${call.shown} makes a file system.`);
  else call.block('format', `${call.shown} would erase a disk.`);
};

/** These only look when told so. */
const partitions: ProgramRule = (call) => {
  const looks = call.args.some((argument) => [
    '-l', '--list', '-p', '--print', 'print', '-v', '--version', '--help', '-L', 'list', 'info', '-i', '-I', 'verify',
    'smart-log', 'id-ctrl', 'apfs',
  ].includes(argument));
  const harms = call.args.some((argument) => /^(mklabel|mkpart|rm|-Z|-o|--zap-all|-z|-d|-a|--all|-n|-g|--wipefs|format|sanitize|erase.*|secure.*|--security-erase.*|--trim.*|eraseDisk|eraseVolume|partitionDisk|zeroDisk|secureErase|randomDisk|reformat|luksFormat|luksErase|erase|write-zeroes|--zero-superblock|--secure)$/.test(argument));
  if (harms || (!looks && call.args.some((argument) => call.paths(argument).some(isRawDevice)))) call.block('raw_device', `${call.shown} would destroy what is on a disk.`);
  else if (!looks) call.ask('raw_device', `${call.shown} works on disks.`);
};

/** `of=` and `wipe=` name what is overwritten. */
const overwrites: ProgramRule = (call) => {
  for (const target of call.args.flatMap((argument) => /^(?:of|wipe|hof)=(.*)$/.exec(argument)?.[1] ?? [])) call.write(target);
  call.ask('raw_device', `${call.shown} copies blocks.`);
};

const volumes: ProgramRule = (call) => call.block('raw_device', `${call.shown} would destroy what is on a disk.`);
const power: ProgramRule = (call) => {
  const harmless = call.args.some((argument) => ['--help', '--version', '-c', '--show', '-w', '--wtmp-only'].includes(argument));
  if (call.name === 'shutdown' && call.args.some((argument) => argument === '-c' || argument === '--show')) return;
  if (!harmless) call.block('power', `${call.shown} would stop the machine.`);
};

/** The system's bus carries many wishes, to stop the machine among them. */
const callsBus: ProgramRule = (call) => {
  if (call.args.some((argument) => /(^|\.)(PowerOff|Reboot|Halt|Suspend|Hibernate)(WithFlags)?$/.test(argument))) call.block('power', `${call.shown} would stop the machine.`);
  call.ask('services', `${call.shown} calls a service of the system.`);
};

export const DEVICE_PROGRAMS: ProgramTable = {
  mkfs: formats, 'mkfs.ext2': formats, 'mkfs.ext3': formats, 'mkfs.ext4': formats, 'mkfs.xfs': formats, 'mkfs.btrfs': formats,
  'mkfs.vfat': formats, 'mkfs.fat': formats, 'mkfs.ntfs': formats, 'mkfs.exfat': formats, 'mkfs.f2fs': formats,
  'mkfs.minix': formats, mke2fs: formats, mkntfs: formats, mkdosfs: formats, mkswap: formats, 'newfs_apfs': formats,
  'newfs_hfs': formats,
  wipefs: partitions, fdisk: partitions, sfdisk: partitions, cfdisk: partitions, gdisk: partitions, sgdisk: partitions,
  parted: partitions, hdparm: partitions, nvme: partitions, diskutil: partitions, cryptsetup: partitions, mdadm: partitions,
  badblocks: partitions, blkdiscard: volumes, zpool: storagePools, zfs: storagePools, lvremove: volumes, vgremove: volumes,
  pvremove: volumes, format: formats, diskpart: volumes, flashrom: volumes, 'flash_erase': volumes, 'nvme-format': volumes,
  scrub: volumes, dcfldd: overwrites, dc3dd: overwrites, ddrescue: partitions, 'dd_rescue': partitions, killall5: power, rtcwake: power, nwipe: volumes, sdparm: volumes, 'sg_format': volumes,
  'btrfs': (call) => call.ask('raw_device', `${call.shown} works on a file system.`),
  dmsetup: (call) => call.ask('raw_device', `${call.shown} works on disks.`),
  losetup: (call) => call.ask('raw_device', `${call.shown} works on devices.`),
  mount: mounts,
  umount: (call) => call.ask('mount', `${call.shown} takes a file system away.`),
  swapoff: (call) => call.ask('mount', `${call.shown} turns swap off.`),
  shutdown: power, reboot: power, poweroff: power, halt: power, 'systemctl-poweroff': power, telinit: runLevel, init: runLevel,
  'dbus-send': callsBus, busctl: callsBus, gdbus: callsBus, qdbus: callsBus, kexec: power, pm_suspend: power, 'pm-suspend': power, 'pm-hibernate': power,
  wall: (call) => call.ask('message', `${call.shown} writes to every terminal.`),
};

function storagePools(call: Call): void {
  const [verb = ''] = call.args;
  if (['list', 'status', 'get', 'iostat', 'history'].includes(verb)) return;
  if (verb === 'destroy' || verb === 'labelclear') call.block('raw_device', `${call.shown} would destroy a storage pool.`);
  else call.ask('raw_device', `${call.shown} changes storage.`);
}

function mounts(call: Call): void {
  const target = readOptions(call.args, { short: 'toO', long: ['types', 'options'] }).operands.at(-1);
  for (const path of target === undefined ? [] : call.paths(target)) if (isOwnState(path, call.context)) call.block('own_state', `${call.shown} would hide Keelson’s own state.`);
  if (call.args.length > 0 && !call.args.every((argument) => [
    '-l', '-v', '-V', '--version', '-t',
  ].includes(argument))) call.ask('mount', `${call.shown} mounts a file system.`);
}

function runLevel(call: Call): void {
  const level = call.args.find((argument) => /^[0-6sS]$/.test(argument));
  if (level === '0' || level === '6') call.block('power', `${call.shown} would stop the machine.`);
  else call.ask('power', `${call.shown} changes the run level.`);
}
