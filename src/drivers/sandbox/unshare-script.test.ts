import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PLAN, PROFILE } from '../../../test/support/sandbox-samples.ts';
import { planMounts } from '../../tools/index.ts';
import { parseMountTable } from './mount-table.ts';
import { unshareScript, type UnshareWish } from './unshare-script.ts';

const WISH: UnshareWish = {
  plan: PLAN,
  system: { folders: ['/usr'], files: ['/etc/passwd'], links: [{ path: '/bin', target: 'usr/bin' }] },
  proc: { masked: ['/proc/keys'], readOnly: ['/proc/sys'] },
  table: parseMountTable('1 0 8:1 / / rw - ext4 a rw\n2 1 8:2 / /opt rw,noexec - ext4 b rw\n3 1 8:3 / /usr/local rw - ext4 c rw\n'),
  alsoBound: [{ source: '/p.sock', path: '/run/p.sock', access: 'read_write' }],
  userId: 1000,
  groupId: 100,
  start: 'START',
  argv: ['make', "it's"],
};

describe('unshareScript', () => {
  it('builds a root, goes there, leaves the old one and makes the person of the program again', verifies('KEL-SBX-02', 'KEL-SBX-03', 'KEL-SBX-04', 'MAH-4A-3'), () => {
    const lines = unshareScript(WISH).split('\n');
    const table = lines.findIndex((line) => line.startsWith('printf'));
    expect(lines.slice(0, table)).toEqual([
      'set -e',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'mount -t tmpfs -o mode=755,size=16m,nosuid,nodev tmpfs /sys',
      'cd /sys',
      "cp -P --parents '/etc/passwd' '/bin' '/dev/fd' '/dev/stdin' '/dev/stdout' '/dev/stderr' .",
      "mkdir -p '.old' 'dev' 'run'",
      ": > 'dev/null'", ": > 'dev/zero'", ": > 'dev/full'", ": > 'dev/random'", ": > 'dev/urandom'", ": > 'dev/tty'", ": > 'dev/ptmx'", ": > 'run/p.sock'",
      'echo 1 2>/dev/null > /proc/sys/user/max_user_namespaces || :',
      'ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || :',
    ]);
    expect(lines.slice(table + 1)).toEqual([
      'mount -a -T /sys/.mounts',
      ': > .mounts',
      "mount -o remount,bind,ro,nosuid,nodev '/sys/usr/local'",
      'pivot_root . .old',
      'cd /',
      'umount -l /.old',
      'mount -o remount,ro,bind,nosuid,nodev /',
      "exec unshare -U --map-user=1000 --map-group=100 -- setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- /bin/sh -c 'START' sh 'make' 'it'\\''s'",
    ]);
  });

  it('mounts what the plan shows, and keeps a restriction that a disk already has', verifies('KEL-SBX-02', 'KEL-SBX-03', 'KEL-SBX-04'), () => {
    const mounts = (wish: UnshareWish): string[] => [...(unshareScript(wish).split('\n').find((line) => line.startsWith('printf')) ?? '').matchAll(/'([^']* 0 0)'/g)].map((match) => match[1]?.replace(' 0 0', '') ?? '');
    expect(mounts(WISH)).toEqual([
      '/usr /sys/usr none rbind,ro,nosuid,nodev,X-mount.mkdir',
      'proc /sys/proc proc nosuid,nodev,noexec,X-mount.mkdir',
      '/proc/sys /sys/proc/sys none bind,ro,nosuid,nodev,noexec',
      '/dev/null /sys/proc/keys none bind,ro,nosuid,nodev',
      ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name} /sys/dev/${name} none bind`),
      'devpts /sys/dev/pts devpts newinstance,ptmxmode=0666,mode=620,nosuid,noexec,X-mount.mkdir',
      '/sys/dev/pts/ptmx /sys/dev/ptmx none bind',
      'tmpfs /sys/dev/shm tmpfs nosuid,nodev,mode=1777,size=67108864,X-mount.mkdir',
      '/scratch /sys/scratch none rbind,X-mount.mkdir',
      '/scratch /sys/tmp none rbind,X-mount.mkdir',
      '/opt/node /sys/opt/node none rbind,ro,nosuid,nodev,noexec,X-mount.mkdir',
      '/home/u/work /sys/home/u/work none rbind,X-mount.mkdir',
      '/home/u/work/.git /sys/home/u/work/.git none rbind,X-mount.mkdir',
      '/home/u/work/.vscode /sys/home/u/work/.vscode none rbind,ro,nosuid,nodev,X-mount.mkdir',
      '/dev/null /sys/home/u/work/.env none bind,ro,nosuid,nodev',
      'tmpfs /sys/home/u/work/keys tmpfs ro,nosuid,nodev,mode=111,size=64k,X-mount.mkdir',
      '/home/u/work/.git/hooks /sys/home/u/work/.git/hooks none rbind,ro,nosuid,nodev,X-mount.mkdir',
      '/p.sock /sys/run/p.sock none rbind',
    ]);
    const odd = planMounts({ ...PROFILE, workspace: '/a b#\\c', protectedPaths: [], hiddenPaths: [], readablePaths: [] }, () => ({ kind: 'missing' }));
    expect(mounts({ ...WISH, plan: odd })).toContain('/a\\040b\\043\\134c /sys/a\\040b\\043\\134c none rbind,X-mount.mkdir');
  });

  it('makes a hidden folder read-only only after what is shown in it has its place', verifies('KEL-SBX-04'), () => {
    const plan = planMounts({ ...PROFILE, protectedPaths: [], readablePaths: ['/home'], hiddenPaths: ['/home/u'] }, () => ({ kind: 'folder' }));
    const script = unshareScript({ ...WISH, plan });
    expect(script).toContain('tmpfs /sys/home/u tmpfs rw,nosuid,nodev,mode=111');
    expect(script.indexOf("mount -o remount,ro,bind,nosuid,nodev '/sys/home/u'")).toBeGreaterThan(script.indexOf('mount -a'));
  });
});
