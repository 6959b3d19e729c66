import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PLAN, REQUEST } from '../../../test/support/sandbox-samples.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';

const SYSTEM = { folders: ['/usr'], files: ['/etc/passwd'], links: [{ path: '/bin', target: 'usr/bin' }] };
const PROC = { masked: ['/proc/keys'], readOnly: ['/proc/sys'] };

describe('bubblewrapArguments', () => {
  it('unshares everything, drops every capability and shows only what the plan does', verifies('KEL-SBX-02', 'KEL-SBX-03', 'KEL-SBX-04', 'MAH-4A-3'), () => {
    const args = bubblewrapArguments({ request: REQUEST, plan: PLAN, system: SYSTEM, proc: PROC, seccompFd: 5, alsoBound: [{ source: '/p.sock', path: '/run/p.sock', access: 'read_write' }, { source: '/n', path: '/run/n', access: 'read_only' }] });
    expect(args.join(' ').replaceAll(' --', '\n--').split('\n')).toEqual([
      '--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--as-pid-1', '--die-with-parent', '--new-session', '--hostname sandbox', '--cap-drop ALL', '--seccomp 5',
      '--clearenv', '--setenv PATH /usr/bin',
      '--ro-bind /usr /usr', '--ro-bind /etc/passwd /etc/passwd', '--symlink usr/bin /bin',
      '--proc /proc', '--ro-bind /proc/sys /proc/sys', '--ro-bind /dev/null /proc/keys',
      '--dev /dev', '--size 67108864', '--perms 1777', '--tmpfs /dev/shm',
      '--bind /scratch /scratch', '--bind /scratch /tmp', '--ro-bind /opt/node /opt/node', '--bind /home/u/work /home/u/work', '--bind /home/u/work/.git /home/u/work/.git',
      '--ro-bind /home/u/work/.vscode /home/u/work/.vscode', '--ro-bind /dev/null /home/u/work/.env', '--perms 0111', '--tmpfs /home/u/work/keys', '--ro-bind /home/u/work/.git/hooks /home/u/work/.git/hooks',
      '--bind /p.sock /run/p.sock', '--ro-bind /n /run/n',
      '--remount-ro /home/u/work/keys', '--remount-ro /dev', '--remount-ro /', '--chdir /home/u/work',
    ]);
  });

  it('does without a filter where there is none for the processor', verifies('KEL-SBX-08'), () => {
    const args = bubblewrapArguments({ request: REQUEST, plan: PLAN, system: SYSTEM, proc: PROC, seccompFd: null, alsoBound: [] });
    expect(args).not.toContain('--seccomp');
  });
});
