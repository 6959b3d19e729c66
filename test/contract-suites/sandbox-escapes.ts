import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Sandbox } from '../../src/tools/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { HOOK, processesWith, runScript, type SandboxPlace } from '../support/sandbox-place.ts';

interface Escapes {
  readonly sandbox: () => Sandbox;
  readonly place: () => SandboxPlace;
}

/** Each line of a script that gets through prints ESCAPED; a shell that goes on after a failure tries them all. */
const attempts = (lines: readonly string[]): string => lines.map((line) => `( ${line} ) 2>/dev/null && echo 'ESCAPED by ${line.replaceAll("'", '')}'`).join('\n');

const PYTHON = '/usr/bin/python3';

/** Ways out, really tried. Whatever they would have changed outside is looked at afterwards. */
export function escapeSuite({ sandbox, place }: Escapes): void {
  it('writes nowhere but to the workspace and its own /tmp', verifies('KEL-SBX-02', 'MAH-4A-3'), async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, attempts([
      'echo x > /etc/keelson-escape', 'echo x > /usr/keelson-escape', 'echo x > /keelson-escape', 'echo x > /dev/keelson-escape', 'echo x >> /etc/passwd', 'mkdir -p /root/keelson-escape', 'mkdir -p /var/keelson-escape',
      'echo x > $PLACE/sibling/file.txt', 'echo x > ../sibling/file.txt', 'ln -s $PLACE/sibling outside; echo x > outside/file.txt',
      'echo x > /proc/self/root$PLACE/sibling/file.txt', 'echo x > /proc/1/root$PLACE/sibling/file.txt', 'echo x > /proc/1/cwd/../sibling/file.txt',
      `ls /proc/${process.pid}/root`, `cat /proc/${process.pid}/environ`, 'echo x > /proc/sys/kernel/core_pattern', 'echo x > /proc/sys/kernel/hostname', 'echo b > /proc/sysrq-trigger',
      'echo x > /sys/keelson-escape', 'ls /sys/kernel', 'ln $PLACE/sibling/file.txt hard',
    ]));
    expect(ran.out).toBe('');
    expect(readFileSync(join(here.root, 'sibling/file.txt'), 'utf8')).toBe('outside\n');
    for (const path of ['/etc/keelson-escape', '/usr/keelson-escape', '/keelson-escape']) expect(existsSync(path)).toBe(false);
    expect((await runScript(sandbox(), here, 'echo x > written && cat written')).out).toBe('x\n');
  });

  it('does not see homes, other temporary files, services, devices or the machine', verifies('KEL-SBX-02'), async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, 'ls /; ls -A /dev; for at in /root /home /var /run /boot /mnt /srv /sys /etc/shadow /etc/ssh /etc/sudoers /var/run/docker.sock /dev/mem /dev/sda /dev/vda /dev/kvm /dev/fuse; do [ -e $at ] && echo "SEEN $at"; done');
    const seen = ran.out.split('\n').filter((line) => line.startsWith('SEEN'));
    expect(seen).toEqual([]);
    expect(ran.out.split('\n')).toEqual(expect.arrayContaining(['usr', 'proc', 'tmp', 'null', 'urandom']));
  });

  it('cannot change what other programs run later, by any way round', verifies('KEL-SBX-03'), async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, attempts([
      'echo x > .git/hooks/pre-commit', 'echo x > .git/hooks/post-commit', 'rm .git/hooks/pre-commit', 'echo x >> .git/config', 'rm -f .git/config', 'mv .git/config .git/other', 'echo x > new && mv new .git/config',
      'mv .git .moved', 'rm -rf .git', 'mv .git/hooks .git/h', 'rmdir .git/hooks', 'ln -sf /tmp .git/hooks/x', 'chmod 777 .git/hooks/pre-commit', 'mkdir .vscode', 'echo x > .vscode/tasks.json', 'rmdir .vscode', 'mv .vscode other', 'echo x > .mcp.json', 'ln -s /tmp .mcp.json/x',
      'mount -o remount,rw .git/hooks', 'umount .git/hooks', 'umount -l .git/config', 'unshare -Urm umount .git/hooks', 'unshare -Urm mount -o remount,rw,bind .git/hooks', 'unshare -Urm sh -c "mount -t tmpfs t .git && touch .git/x"',
    ]));
    expect(ran.out).toBe('');
    expect(readFileSync(join(here.workspace, '.git/hooks/pre-commit'), 'utf8')).toBe(HOOK);
    expect(readFileSync(join(here.workspace, '.git/config'), 'utf8')).toBe('[core]\n');
    expect(readdirSync(join(here.workspace, '.git/hooks'))).toEqual(['pre-commit']);
    expect(existsSync(join(here.workspace, '.vscode'))).toBe(false);
    expect(existsSync(join(here.workspace, '.mcp.json'))).toBe(false);
  });

  it('can still commit with git', async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, 'rm -rf sub && mkdir sub && cd sub && git init -q . && echo x > f && git add f && git -c user.name=n -c user.email=e@x commit -q -m m && git log --oneline | wc -l');
    expect(ran).toMatchObject({ out: '1\n', err: '' });
  });

  it('cannot read keys, .env files or the state of Keelson, by any way round', verifies('KEL-SBX-04'), async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, attempts([
      'cat .env', 'cat ./packages/../.env', 'cat packages/.env', 'ls keys', 'cat keys/id_ed25519', 'cat $PLACE/state/ledger.db', 'ls $PLACE/state', 'ln -s $PWD/.env seen; cat seen', 'ln .env hard; cat hard', 'cp .env copy', 'mv .env shown', 'mv keys shown', 'mv packages shown',
      'cat /proc/self/root$PWD/.env', 'cat /proc/1/cwd/.env', 'chmod 777 keys; ls keys', 'umount .env && cat .env', 'unshare -Urm sh -c "umount .env; cat .env"', 'tar cf - .env | grep TOKEN', 'grep -r TOKEN .', 'find / -name ledger.db -xdev | grep ledger',
    ]));
    expect(ran.out).toBe('');
    // What was moved away in one call must not be found by the next.
    const again = await runScript(sandbox(), here, 'grep -rs -e TOKEN -e "private key" . ; ls');
    expect(again.out).not.toMatch(/TOKEN|private key/);
    expect(readFileSync(join(here.workspace, '.env'), 'utf8')).toBe('TOKEN=in-the-env-file\n');
  });

  it('hides where a hidden link leads', verifies('KEL-SBX-04'), async () => {
    const here = place();
    here.write('workspace/real-secrets', 'behind the link\n');
    await runScript(sandbox(), here, 'ln -s real-secrets linked-secrets');
    const ran = await runScript(sandbox(), here, 'cat real-secrets linked-secrets', { profile: { hiddenPaths: [`${here.workspace}/linked-secrets`] } });
    expect(ran.out).toBe('');
  });

  it('shows a workspace inside a hidden folder, and nothing else of that folder', verifies('KEL-SBX-04'), async () => {
    const here = place();
    const ran = await runScript(sandbox(), here, 'cat readme.txt; ls $PLACE; cat $PLACE/sibling/file.txt $PLACE/state/ledger.db; echo x > new && echo written; echo x > $PLACE/new', { profile: { readablePaths: [here.root], hiddenPaths: [here.root] } });
    expect(ran.out).toBe('hello\nwritten\n');
    const readable = await runScript(sandbox(), here, 'cat $PLACE/sibling/file.txt; echo x > $PLACE/sibling/file.txt || echo refused', { profile: { readablePaths: [`${here.root}/sibling`, `${here.root}/no-such`] } });
    expect(readable.out).toBe('outside\nrefused\n');
  });

  it('inherits nothing of this process: no variables, no open files, no terminal', verifies('KEL-SBX-01'), async () => {
    process.env['KEELSON_TEST_SECRET'] = 'inherited-secret';
    const here = place();
    const ran = await runScript(sandbox(), here, 'cat /proc/*/environ | tr "\\0" "\\n" | grep -a SECRET; (echo x > /dev/tty) 2>/dev/null && echo TERMINAL; for at in /proc/1/fd/* /proc/self/fd/*; do readlink $at; done | grep ^/ | sort -u');
    delete process.env['KEELSON_TEST_SECRET'];
    expect(ran.out.split('\n').filter((line) => line !== '' && line !== '/dev/null' && !line.startsWith('/proc'))).toEqual([]);
  });

  it('has no network: not the host’s loopback, no names, no raw packets', verifies('KEL-SBX-05', 'MAH-4A-3'), async () => {
    const here = place();
    const server = createServer((socket) => socket.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const lines = [`exec 5<>/dev/tcp/127.0.0.1/${port}`, `exec 5<>/dev/tcp/1.1.1.1/80`];
    const ran = await runScript(sandbox(), here, `${lines.map((line) => `timeout 3 bash -c ${JSON.stringify(line)} 2>/dev/null && echo ESCAPED`).join('\n')}\ntimeout 3 getent ahosts example.com && echo ESCAPED\ntimeout 3 ping -c1 -W1 1.1.1.1 >/dev/null 2>&1 && echo ESCAPED\ngrep : /proc/net/dev | cut -d: -f1`);
    server.close();
    expect(ran.out.trim()).toBe('lo');
  });

  it('outlives a fork bomb', verifies('KEL-SBX-07', 'MAH-4A-4'), async () => {
    const mark = `bomb${process.pid}`;
    const ran = await runScript(sandbox(), place(), `# ${mark}\nbomb() { bomb | bomb & }; bomb; sleep 1; echo survived`, { timeoutMs: 5_000 });
    expect(ran.ending).toMatch(/exited|signalled|timed_out/);
    expect(processesWith(mark)).toEqual([]);
  });

  it('ends a program that takes too much memory, alone or together with its children', verifies('KEL-SBX-07', 'MAH-4A-4'), async () => {
    const limits = { ...place().profile.limits, memory_bytes: 128 * 1024 * 1024 };
    const alone = await runScript(sandbox(), place(), 'head -c 2000000000 /dev/zero | tail -c 1900000000 > /dev/null', { profile: { limits }, timeoutMs: 15_000 });
    expect(['out_of_memory', 'exited']).toContain(alone.ending);
    expect(alone.exitCode).not.toBe(0);
    const hold = 'head -c 60000000 /dev/zero | tail -c 60000000 | sleep 8 & ';
    const together = await runScript(sandbox(), place(), `${hold.repeat(5)} sleep 8`, { profile: { limits }, timeoutMs: 15_000 });
    expect(together.ending).toBe('out_of_memory');
  });

  it('bounds the size of files, the time of the processor and the memory that looks like files', verifies('KEL-SBX-07', 'MAH-4A-4'), async () => {
    const here = place();
    const limits = { ...here.profile.limits, file_bytes: 1024 * 1024, cpu_seconds: 1 };
    await runScript(sandbox(), here, 'head -c 5000000 /dev/zero > large', { profile: { limits } });
    expect(statSync(join(here.workspace, 'large')).size).toBe(1024 * 1024);
    expect(await runScript(sandbox(), here, 'while :; do :; done', { profile: { limits } })).toMatchObject({ ending: 'signalled' });
    const shared = await runScript(sandbox(), here, 'head -c 100000000 /dev/zero > /dev/shm/large; stat -c %s /dev/shm/large');
    expect(Number(shared.out)).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('has no privileges and gains none', verifies('KEL-SBX-08', 'MAH-4A-3'), async () => {
    const ran = await runScript(sandbox(), place(), `grep -E '^(CapPrm|CapEff|CapAmb|NoNewPrivs)' /proc/self/status | tr -d '\\t'\n${attempts([
      'mount -t tmpfs t /tmp', 'mount --bind /usr /tmp', 'chroot / true', 'unshare -m true', 'unshare -Ur true', 'unshare -n true', 'mknod null c 1 3', 'nsenter -t 1 -m true', 'su -c true', 'sudo -n true', 'hostname other', 'dmesg', 'renice -n -5 $$', 'chown 12345 readme.txt', 'ip link add d type dummy', 'setpriv --reuid=1 true', 'cp /bin/true t && chmod u+s t && chown 0 t && false',
    ])}`);
    expect(ran.out.trim().split('\n').sort()).toEqual(['CapAmb:0000000000000000', 'CapEff:0000000000000000', 'CapPrm:0000000000000000', 'NoNewPrivs:1']);
  });

  it.skipIf(!existsSync(PYTHON))('is refused the system calls that look into others or into the kernel', verifies('KEL-SBX-08'), async () => {
    const here = place();
    here.write('workspace/calls.py', CALLS);
    const ran = await runScript(sandbox(), here, `${PYTHON} calls.py`);
    const got = JSON.parse(ran.out) as Record<string, string>;
    const always = { 'kill of the tester': 'ESRCH', 'mount': 'EPERM', 'AF_PACKET': expect.stringMatching(/EPERM|EAFNOSUPPORT/), 'bpf': 'EPERM', 'ptrace of the tester': expect.stringMatching(/ESRCH|EPERM/), 'open /dev/tty': expect.stringMatching(/ENXIO|ENOENT/) };
    expect(got).toMatchObject(always);
    if (sandbox().isolation.system_calls) {
      expect(got).toEqual({ ...always, 'ptrace of the tester': 'EPERM', 'ptrace me': 'EPERM', 'keyctl': 'EPERM', 'add_key': 'EPERM', 'TIOCSTI': 'EPERM', 'unshare user': 'EPERM', 'clone user': 'EPERM', 'clone3': 'ENOSYS', 'AF_PACKET': 'EAFNOSUPPORT', 'AF_VSOCK': 'EAFNOSUPPORT', 'NETLINK_AUDIT': 'EAFNOSUPPORT', 'AF_INET': 'ok', 'personality': 'EPERM', 'io_uring_setup': 'EPERM', 'userfaultfd': 'EPERM', 'perf_event_open': 'EPERM', 'open_by_handle_at': 'EPERM', 'process_vm_readv': 'EPERM' });
    }
  });
}

/** Makes the calls of a 64-bit PC and prints how each was answered; on another processor it prints what the test skips. */
const CALLS = `
import ctypes, errno, json, os, fcntl, pty, socket, sys, platform
libc = ctypes.CDLL(None, use_errno=True)
out = {}
def call(name, number, *args):
    ctypes.set_errno(0)
    got = libc.syscall(number, *args)
    out[name] = 'ok' if got >= 0 else errno.errorcode.get(ctypes.get_errno(), '?')
def attempt(name, what):
    try:
        what(); out[name] = 'ok'
    except OSError as error:
        out[name] = errno.errorcode.get(error.errno, '?')
x64 = platform.machine() == 'x86_64'
n = lambda a, b: a if x64 else b
tester = ${process.pid} + 1000000
attempt('kill of the tester', lambda: os.kill(${process.pid}, 0) if ${process.pid} > 50 else (_ for _ in ()).throw(ProcessLookupError(errno.ESRCH, '')))
call('ptrace of the tester', n(101, 117), 16, ${process.pid}, 0, 0)
call('ptrace me', n(101, 117), 0, 0, 0, 0)
call('mount', n(165, 40), b't', b'/tmp', b'tmpfs', 0, 0)
call('keyctl', n(250, 219), 0, -3, 0)
call('add_key', n(248, 217), b'user', b'k', b'v', 1, -3)
call('bpf', n(321, 280), 5, 0, 0)
call('unshare user', n(272, 97), 0x10000000)
call('clone user', n(56, 220), 0x10000011, 0, 0, 0, 0)
if out['clone user'] == 'ok' and os.getpid() == 0: sys.exit(0)
call('clone3', 435, 0, 0)
call('personality', n(135, 92), 0x0400000)
call('io_uring_setup', 425, 1, 0)
call('userfaultfd', n(323, 282), 0)
call('perf_event_open', n(298, 241), 0, 0, -1, -1, 0)
call('open_by_handle_at', n(304, 265), -100, 0, 0)
call('process_vm_readv', n(310, 270), 1, 0, 0, 0, 0, 0)
attempt('AF_PACKET', lambda: socket.socket(17, socket.SOCK_RAW, 0))
attempt('AF_VSOCK', lambda: socket.socket(40, socket.SOCK_STREAM, 0))
attempt('NETLINK_AUDIT', lambda: socket.socket(16, socket.SOCK_RAW, 9))
attempt('AF_INET', lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt('open /dev/tty', lambda: os.open('/dev/tty', os.O_RDWR))
master, slave = pty.openpty()
attempt('TIOCSTI', lambda: fcntl.ioctl(slave, 0x5412, b'x'))
print(json.dumps(out))
`;
