import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox, SandboxDriver } from '../../src/tools/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { createPlace, processesWith, runScript, scriptRequest, text, type SandboxPlace } from '../support/sandbox-place.ts';
import { escapeSuite } from './sandbox-escapes.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly probe: Awaited<ReturnType<SandboxDriver['probe']>>;
  end(): void | Promise<void>;
}

export interface SandboxUnderTest {
  readonly name: string;
  /** Who must own the workspace; null for the user of the test. */
  readonly ownerId: number | null;
  readonly open: () => Promise<OpenedSandbox>;
  /** Why it cannot be tried here; null when it can. */
  readonly skipReason: string | null;
}

/** Every file below a folder with what is in it. */
function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]).sort());
}

/** What every sandbox that holds anything promises, tried for real. */
export function sandboxSuite({ name, ownerId, open, skipReason }: SandboxUnderTest): void {
  describe.skipIf(skipReason !== null)(`${name}${skipReason === null ? '' : ` (skipped: ${skipReason})`}`, () => {
    let opened: OpenedSandbox;
    const places: SandboxPlace[] = [];
    const place = (): SandboxPlace => {
      const created = createPlace(ownerId);
      places.push(created);
      return created;
    };
    const sandbox = (): Sandbox => opened.sandbox;
    let marks = 0;
    /** A number of seconds that no other `sleep` of the machine has. */
    const longSleep = (): string => `9${process.pid}${String((marks += 1)).padStart(3, '0')}`;

    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.sandbox.close();
      await opened.end();
    });
    afterEach(() => places.splice(0).forEach((each) => each.remove()));

    it('is found usable and holds files and processes', verifies('KEL-SBX-09'), () => {
      expect(opened.probe).toMatchObject({ isUsable: true, isolation: { filesystem: true, network: true, processes: true, memory_limit: true, cpu_limit: true } });
    });

    it('runs exactly these words in this folder with this environment and input', verifies('KEL-SBX-01'), async () => {
      const here = place();
      const request = { argv: ['/usr/bin/env', 'A B', "it's"] as const, currentFolder: here.workspace, environment: { 'X': "a 'quoted'\nvalue $HOME" } };
      const ran = await sandbox().run({ ...request, argv: ['/bin/sh', '-c', 'printf "[%s]" "$PWD" "$@"; cat; env | grep -v "^\\(PWD\\|OLDPWD\\|SHLVL\\|_\\)="', 'sh', 'A B', "it's"], input: 'from outside\n' }, here.profile, { timeoutMs: 20_000, outputBytesMax: 4_096, signal: new AbortController().signal });
      expect({ out: text(ran.stdout.head), err: text(ran.stderr.head), ending: ran.ending, exitCode: ran.exitCode }).toEqual({ out: `[${here.workspace}][A B][it's]from outside\nX=a 'quoted'\nvalue $HOME\n`, err: '', ending: 'exited', exitCode: 0 });
    });

    it('gives programs the scratch folder of their own conversation and nothing of another', verifies('MAH-11C-2', 'MAH-11C-3', 'KEL-SESSION-07'), async () => {
      const here = place();
      const brain = (id: string): string => {
        const file = here.write(`brain-${id}/notes.txt`, `notes of ${id}\n`);
        return dirname(file);
      };
      const [own, other] = [brain('one'), brain('two')];
      const profile = { scratch: own, hiddenPaths: [...here.profile.hiddenPaths, other] };
      const ran = await runScript(sandbox(), here, `echo probe > /tmp/made.txt; cat ${own}/made.txt; cat ${own}/notes.txt; cat ${other}/notes.txt; echo x > ${other}/planted.txt; mktemp > /dev/null && echo made`, { profile, environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: own, TMPDIR: '/tmp' } });
      expect(ran.out).toBe('probe\nnotes of one\nmade\n');
      expect([existsSync(join(own, 'made.txt')), readdirSync(other), readdirSync(here.workspace).includes('made.txt')]).toEqual([true, ['notes.txt'], false]);
    });

    it('lets a program that is only to try something out write to its scratch folder and nowhere else', verifies('MAH-11C-1', 'MAH-11C-3', 'KEL-SCRATCH-02'), async () => {
      const here = place();
      const [own, other] = ['one', 'two'].map((id) => dirname(here.write(`brain-${id}/notes.txt`, `notes of ${id}\n`))) as [string, string];
      const before = treeOf(here.workspace);
      const profile = { scratch: own, workspaceAccess: 'read_only' as const, hiddenPaths: [...here.profile.hiddenPaths, other] };
      const elsewhere = ['touch made.txt', 'mkdir -p build/out', 'echo more >> readme.txt', 'rm -f readme.txt', 'mv readme.txt moved.txt', 'ln -s /etc link', 'chmod 600 readme.txt', `echo x > ${other}/planted.txt`, `echo x > ${here.root}/sibling/planted.txt`, 'echo x > /etc/planted', 'echo x > /usr/planted', 'mount -o remount,rw .'];
      const tried = elsewhere.map((command, at) => `(${command}) 2>/dev/null && echo "went through: ${at}"`).join('; ');
      const ran = await runScript(sandbox(), here, `${tried}; cat readme.txt; mkdir -p /tmp/build && echo built > /tmp/build/out.txt; echo "$HOME" > "$HOME/home.txt"; cat ${own}/build/out.txt`, { profile, environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: own, TMPDIR: '/tmp' } });
      expect(ran.out).toBe('hello\nbuilt\n');
      expect(treeOf(here.workspace)).toEqual(before);
      // The root of the test lies in /tmp, whose place in the scratch folder stays as an empty folder.
      expect([readdirSync(own).filter((name) => !here.root.includes(name)).sort(), readdirSync(other), readdirSync(join(here.root, 'sibling'))]).toEqual([['build', 'home.txt', 'notes.txt'], ['notes.txt'], ['file.txt']]);
    });

    it('tells how a program ended', verifies('KEL-SBX-06'), async () => {
      const here = place();
      expect(await runScript(sandbox(), here, 'echo out; echo err >&2; exit 7')).toMatchObject({ ending: 'exited', exitCode: 7, signal: null, out: 'out\n', err: 'err\n' });
      expect(await runScript(sandbox(), here, 'kill -SEGV $$')).toMatchObject({ ending: 'signalled', signal: 'SIGSEGV', out: '', err: '' });
    });

    it('says so when the program is not there, and leaves nothing behind', verifies('KEL-SBX-10'), async () => {
      const here = place();
      const request = { ...scriptRequest(here, ''), argv: ['no-such-program'] as const };
      const limits = { timeoutMs: 20_000, outputBytesMax: 1_000, signal: new AbortController().signal };
      await expect(sandbox().run(request, here.profile, limits)).rejects.toMatchObject({ code: 'sandbox.failed', data: { detail: 'there is no program no-such-program' } });
      expect(readdirSync(here.workspace).sort()).toEqual(['.env', '.git', 'keys', 'packages', 'readme.txt']);
    });

    it('keeps the beginning and the end of what is written and counts the rest', verifies('KEL-SBX-12'), async () => {
      const here = place();
      const kept = await sandbox().run(scriptRequest(here, 'echo first; i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done; echo last'), here.profile, { timeoutMs: 20_000, outputBytesMax: 100, signal: new AbortController().signal });
      expect({ head: text(kept.stdout.head).slice(0, 8), tail: text(kept.stdout.tail).slice(-5), kept: kept.stdout.head.length + kept.stdout.tail.length, total: kept.stdout.totalBytes }).toEqual({ head: 'first\n0\n', tail: 'last\n', kept: 100, total: 6 + 108_890 + 5 });
    });

    it('ends the whole tree at the time limit, also a child that ignores the request to end', verifies('KEL-SBX-06'), async () => {
      const seconds = longSleep();
      const ran = await runScript(sandbox(), place(), `trap "" TERM INT HUP; (trap "" TERM; sleep ${seconds}) & sleep ${seconds}`, { timeoutMs: 700 });
      expect(ran.ending).toBe('timed_out');
      expect(processesWith(seconds)).toEqual([]);
    });

    it('ends the whole tree when it is stopped', verifies('KEL-SBX-06'), async () => {
      const seconds = longSleep();
      const stop = new AbortController();
      const running = runScript(sandbox(), place(), `sleep ${seconds} & sleep ${seconds}`, { signal: stop.signal });
      await vi.waitFor(() => expect(processesWith(seconds).length).toBeGreaterThan(0), { timeout: 10_000 });
      stop.abort();
      expect(await running).toMatchObject({ ending: 'stopped' });
      expect(processesWith(seconds)).toEqual([]);
    });

    it('leaves no grandchild behind, however it was let go, and does not wait for one that holds the output', verifies('KEL-SBX-06'), async () => {
      const seconds = longSleep();
      const ran = await runScript(sandbox(), place(), `(setsid sleep ${seconds} >/dev/null 2>&1 </dev/null &) ; (nohup sleep ${seconds} &) ; sleep ${seconds} & echo done`);
      expect(ran).toMatchObject({ ending: 'exited', exitCode: 0, out: 'done\n' });
      expect(processesWith(seconds)).toEqual([]);
    });

    it('takes away processes whose parents have ended', verifies('KEL-SBX-06'), async () => {
      const ran = await runScript(sandbox(), place(), 'for i in 1 2 3 4 5; do (true & exec sleep 0.2) & done; (sleep 0.1 &) ; sleep 0.4; grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null | wc -l');
      expect(ran.out.trim()).toBe('0');
    });

    it('gives every program of a run the same private /tmp, and nobody else’s', verifies('KEL-SBX-02'), async () => {
      const here = place();
      // A name that nobody else gives a file of the machine's own /tmp.
      const note = `note-${randomUUID()}`;
      await runScript(sandbox(), here, `echo kept > /tmp/${note}`);
      expect((await runScript(sandbox(), here, `cat /tmp/${note}; ls /tmp`)).out).toBe(`kept\n${here.root.split('/')[2] ?? ''}\n${note}\n`);
      expect(readFileSync(join(here.profile.scratch, note), 'utf8')).toBe('kept\n');
      expect(existsSync(`/tmp/${note}`)).toBe(false);
    });

    it('works in a folder whatever its name', verifies('KEL-SBX-02', 'KEL-SBX-03'), async () => {
      const here = place();
      const workspace = join(here.root, `a b'c"#\\ü $HOME\nline`);
      here.write(join(workspace.slice(here.root.length + 1), '.env'), 'TOKEN=x');
      const profile = { ...here.profile, workspace, protectedPaths: [join(workspace, 'not yet')], hiddenPaths: [join(workspace, '.env')] };
      const request = { ...scriptRequest(here, 'echo x > file; cat .env; mkdir "not yet"/x; ls -A'), currentFolder: workspace };
      const ran = await sandbox().run(request, profile, { timeoutMs: 20_000, outputBytesMax: 1_000, signal: new AbortController().signal });
      expect(text(ran.stdout.head)).toBe('.env\nfile\nnot yet\n');
      expect(readdirSync(workspace).sort()).toEqual(['.env', 'file']);
    });

    it('lets a program only look when it is told to', verifies('KEL-SBX-02'), async () => {
      const here = place();
      const ran = await runScript(sandbox(), here, 'cat readme.txt; echo x > readme.txt || echo refused; touch new || echo refused', { profile: { workspaceAccess: 'read_only' } });
      expect(ran.out).toBe('hello\nrefused\nrefused\n');
    });

    it('talks with a program in the background and ends it', verifies('KEL-SBX-06'), async () => {
      const here = place();
      const seconds = longSleep();
      const program = await sandbox().start(scriptRequest(here, `echo ready; read line; echo "heard $line" >&2; sleep ${seconds}`), here.profile, { outputBytesMax: 1_000 });
      await program.write('a word\n');
      await vi.waitFor(() => expect(text(program.output().tail)).toBe('ready\nheard a word\n'), { timeout: 10_000 });
      await program.kill();
      expect(await program.ended).toMatchObject({ ending: 'stopped' });
      expect(processesWith(seconds)).toEqual([]);
    });

    it('holds a place reserved as long as anybody uses it, and then removes it', verifies('KEL-SBX-11'), async () => {
      const here = place();
      const long = await sandbox().start(scriptRequest(here, 'read line; touch .vscode/settings.json || echo refused; mkdir .mcp.json/x || echo refused; read line'), here.profile, { outputBytesMax: 1_000 });
      await runScript(sandbox(), here, 'true');
      await long.write('go\n');
      await vi.waitFor(() => expect(text(long.output().tail).match(/refused/g)).toHaveLength(2), { timeout: 10_000 });
      await long.kill();
      expect(readdirSync(here.workspace).sort()).toEqual(['.env', '.git', 'keys', 'packages', 'readme.txt']);
    });

    it('leaves nothing behind, whenever it is stopped', verifies('KEL-SBX-06', 'KEL-SBX-11'), async () => {
      const here = place();
      const seconds = longSleep();
      const delaysMs = [0, 1, 3, 6, 10, 15, 25, 40, 60];
      const endings = await Promise.all(delaysMs.map((delayMs) => runScript(sandbox(), here, `(setsid sleep ${seconds} &) ; sleep ${seconds}`, { signal: AbortSignal.timeout(delayMs) })));
      expect(endings.map(({ ending }) => ending)).toEqual(delaysMs.map(() => 'stopped'));
      expect(processesWith(seconds)).toEqual([]);
      expect(readdirSync(here.workspace).sort()).toEqual(['.env', '.git', 'keys', 'packages', 'readme.txt']);
    });

    it('does not take the places reserved for another Keelson', verifies('KEL-SBX-11', 'KEL-SBX-03'), async () => {
      const here = place();
      const another = await open();
      const long = await sandbox().start(scriptRequest(here, 'read line; mkdir -p .vscode || echo refused; touch .vscode/tasks.json || echo refused; read line'), here.profile, { outputBytesMax: 1_000 });
      await runScript(another.sandbox, here, 'true');
      await long.write('go\n');
      await vi.waitFor(() => expect(text(long.output().tail)).toMatch(/refused\n$/), { timeout: 10_000 });
      await long.kill();
      await another.end();
      expect(readdirSync(here.workspace).sort()).toEqual(['.env', '.git', 'keys', 'packages', 'readme.txt']);
    });

    it('refuses what it cannot hold as asked', verifies('KEL-SBX-10'), async () => {
      const here = place();
      const refused = async (profile: Partial<typeof here.profile>, environment?: Record<string, string>): Promise<string> =>
        runScript(sandbox(), here, 'true', { profile, ...(environment !== undefined && { environment }) }).then((ran) => ran.ending, (error: { data: { detail: string } }) => error.data.detail);
      expect(await refused({}, { X: 'a\0--bind\0/\0/' })).toMatch(/zero byte/);
      expect(await refused({}, { 'X=Y': 'a' })).toMatch(/not the name of a variable/);
      expect(await refused({ workspace: '/' })).toMatch(/holds the system itself/);
      expect(await refused({ scratch: '/usr' })).toMatch(/holds the system itself/);
      expect(await refused({ hiddenPaths: [`${here.workspace}/../state`] })).toMatch(/shortest form/);
      expect(await refused({ workspace: `${here.root}/sibling` })).toMatch(/neither in the workspace nor in the scratch/);
      await runScript(sandbox(), here, 'ln -s /etc linked');
      expect(await refused({ protectedPaths: [`${here.workspace}/linked/hooks`] })).toMatch(/is a link, which cannot be protected/);
    });

    it('reaches the proxy and nothing else when it may use one', verifies('KEL-SBX-05'), async () => {
      const here = place();
      const proxySocket = join(here.root, 'sibling/proxy.sock');
      const server = createServer((socket) => socket.on('data', (data) => socket.end(`proxy heard ${data.toString('utf8')}`)));
      await new Promise<void>((resolve) => server.listen({ path: proxySocket, writableAll: true, readableAll: true }, resolve));
      const script = `const net = require('node:net'); const s = net.connect(3128, '127.0.0.1', () => s.end('hello')); s.pipe(process.stdout);`;
      try {
        const ran = await runScript(sandbox(), here, `"$NODE" -e "$SCRIPT"; grep -c : /proc/net/dev`, {
          profile: { network: { proxySocket }, readablePaths: [dirname(process.execPath)], limits: { ...here.profile.limits, memory_bytes: 2 ** 31, processes: 200 } },
          environment: { PATH: '/usr/bin:/bin', NODE: process.execPath, SCRIPT: script },
        });
        expect(ran).toMatchObject({ out: 'proxy heard hello1\n', err: '', exitCode: 0 });
      } finally {
        server.close();
      }
    });

    escapeSuite({ sandbox, place });
  });
}
