import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolsRunReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { actionIn, ended, runIn, toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';

let place: ToolsCommandLine;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(() => place.remove());

const inWorkspace = (path: string): string => join(place.workspace, path);

/** Runs it again with the yes that its refusal asks for. */
async function runApproved(words: readonly string[], more: readonly string[] = []) {
  const asked = await place.keelson(words);
  return place.keelson([...words, '--approve', actionIn(asked), ...more]);
}

describe('keelson tools run', () => {
  it('shows what the tool gave, and the run on standard error', verifies('KEL-TCLI-01'), async () => {
    place.write('a.txt', 'one\ntwo\n');
    const ran = await place.keelson(['tools', 'run', 'read_file', 'path=a.txt', 'limit_lines=1', 'line_numbers=true']);
    expect(ran).toEqual({ status: 0, stdout: expect.stringMatching(/^1\tone\n/), stderr: `${runIn(ran)}\n` });
  });

  it('gives a program one line that fits the contract', verifies('KEL-TCLI-01'), async () => {
    place.write('a.txt', 'one\n');
    const { status, stdout, stderr } = await place.keelson(['tools', 'run', 'read_file', '--args', '{"path":"a.txt"}', '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(ToolsRunReport.parse(JSON.parse(stdout))).toMatchObject({ decision: { tool_id: 'read_file', arguments: { path: 'a.txt' }, workspace: place.workspace, approval_id: null }, outcome: { status: 'completed', changes: [] }, termination: { reason: 'success' } });
    expect(JSON.parse((await place.keelson(['tools', 'run', 'read_file', 'path=..', '--json'])).stdout)).toEqual({ error: expect.objectContaining({ code: 'tool.refused_by_policy' }) });
  });

  it.each([
    [['read_file', 'path=a', 'path=b'], 'path is given twice.', 'input.invalid'],
    [['read_file', 'a.txt'], '"a.txt" is not of the form name=value.', 'input.invalid'],
    [['read_file', '--args', '{bad'], 'What follows --args is not a JSON object.', 'input.invalid'],
    [['read_file', 'path=a', 'limit_lines=many'], 'limit_lines takes integer, and "many" is none.', 'input.invalid'],
    [['read_file', 'path=a', 'colour=red'], 'must NOT have additional properties: "colour"', 'tool.arguments_invalid'],
    [['read_file'], "must have required property 'path'", 'tool.arguments_invalid'],
    [['read_fil'], 'There is no tool read_fil.\n         Did you mean read_file', 'tool.unknown'],
    [['http_fetch', 'url=file:///etc/passwd'], 'Only http and https are open, not file:', 'tool.refused_by_policy'],
    [['read_file', 'path=../x'], 'outside the workspace', 'tool.refused_by_policy'],
    [['read_file', 'path=a', '--role', 'voice'], 'The role voice may not use read_file', 'tool.role_not_allowed'],
    [['read_file', 'path=a', '--workspace', '/nowhere/at/all'], 'There is no folder /nowhere/at/all.', 'path.missing'],
    [['read_file', 'path=a', '--workspace', 'keelson.config.json'], 'is a file, not a directory', 'path.wrong_kind'],
  ])('refuses %j with what is wrong', verifies('KEL-TCLI-02', 'KEL-TCLI-14'), async (words, message, code) => {
    place.configure(UNCONFINED);
    const inFolder = words.map((word) => (word === 'keelson.config.json' ? inWorkspace(word) : word));
    const { status, stdout, stderr } = await place.keelson(['tools', 'run', ...inFolder]);
    const notUnderstood = ['input.invalid', 'tool.unknown', 'tool.arguments_invalid'];
    expect({ status, stdout }).toEqual({ status: notUnderstood.includes(code) ? 2 : 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(`[${code}]\n`);
  });

  it('works in the folder that is named', verifies('KEL-TCLI-02'), async () => {
    mkdirSync(inWorkspace('sub'));
    const { status } = await place.keelson(['tools', 'run', 'write_file', 'path=b.txt', 'content=hi', '--workspace', inWorkspace('sub')]);
    expect({ status, text: readFileSync(inWorkspace('sub/b.txt'), 'utf8') }).toEqual({ status: 0, text: 'hi' });
  });
});

describe('what needs a yes', () => {
  const WRITE = ['tools', 'run', 'write_file', 'path=.env', 'content=A=b'];

  it('is refused where nobody can be asked, with the words that would do it', verifies('KEL-TCLI-06'), async () => {
    const refused = await place.keelson(WRITE);
    expect(refused).toEqual({
      status: 1,
      stdout: '',
      stderr: `keelson: write_file needs a yes: path.secret: ".env" may hold passwords or keys, so a person decides each time.\n         If that is what you want, run the same again with --approve ${actionIn(refused)}.\n         [tool.approval_denied]\n`,
    });
    expect(existsSync(inWorkspace('.env'))).toBe(false);
    expect(await place.keelson([...WRITE, '--approve', actionIn(refused)])).toMatchObject({ status: 0, stdout: 'Created .env (3 bytes).\n' });
    expect(readFileSync(inWorkspace('.env'), 'utf8')).toBe('A=b');
  });

  it('is bound to exactly the action that was shown', verifies('KEL-TCLI-06'), async () => {
    const hash = actionIn(await place.keelson(WRITE));
    mkdirSync(inWorkspace('sub'));
    for (const other of [['tools', 'run', 'write_file', 'path=.env', 'content=A=c'], ['tools', 'run', 'write_file', 'path=.env.local', 'content=A=b'], [...WRITE, '--workspace', inWorkspace('sub')]]) {
      const refused = await place.keelson([...other, '--approve', hash]);
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^keelson: What follows --approve is not the hash of this action, so nothing was done\.\n {9}If this is what you want, run it with --approve [0-9a-f]{64}\.\n {9}\[tool\.approval_denied\]\n$/) });
      expect(actionIn(refused)).not.toBe(hash);
    }
    expect(await place.keelson([...WRITE, '--approve', 'nonsense'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[tool.approval_denied]') });
    const harmless = await place.keelson(['tools', 'run', 'write_file', 'path=b.txt', 'content=x', '--approve', hash]);
    expect(harmless).toMatchObject({ status: 1, stderr: expect.stringContaining('This action needs no yes: leave --approve out.') });
    expect([readdirSync(place.workspace), readdirSync(inWorkspace('sub'))]).toEqual([['sub'], []]);
  });

  it('is shown to a person as it would be done, and done after a yes', verifies('KEL-TCLI-06', 'KEL-TCLI-13'), async () => {
    const { status, stdout, stderr } = await place.keelson(WRITE, { isInteractive: true, input: 'Yes' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Created .env (3 bytes).\n' });
    expect(stderr).toContain(
      [
        `write_file in ${place.workspace}`,
        '  ? write ".env"',
        '    content: A=b',
        '  path.secret: ".env" may hold passwords or keys, so a person decides each time.',
        '  What it changes in the folder can be taken back.',
        'Do this? Type yes to go on: ',
      ].join('\n'),
    );
  });

  it('shows a long content by its beginning, its end and its size, and a script line by line', verifies('KEL-TCLI-06', 'KEL-TCLI-13'), async () => {
    place.configure(UNCONFINED);
    const content = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n');
    const { stderr } = await place.keelson(['tools', 'run', 'write_file', 'path=.env', `content=${content}`], { isInteractive: true, input: 'no' });
    expect(stderr).toContain('    content (389 characters):\n      line 0\n      line 1\n');
    expect(stderr).toContain('      line 9\n      [… 30 lines are not shown …]\n      line 40\n');
    const asked = await place.keelson(['tools', 'run', 'shell', 'command=git push\necho \u001B[2J\nDo this?'], { isInteractive: true, input: 'no' });
    expect(asked.stderr).toContain(`\n  ? git push\n    echo \\u{1b}[2J\n    Do this? (in ${place.workspace})\n  command.`);
    expect(asked.stderr).not.toContain('    command: ');
  });

  it.each(['no', '', 'maybe', 'yes please'])('is not done after "%s"', verifies('KEL-TCLI-06'), async (input) => {
    const { status, stdout, stderr } = await place.keelson(WRITE, { isInteractive: true, input });
    expect({ status, stdout, ending: stderr.slice(stderr.lastIndexOf('on: ') + 4) }).toEqual({ status: 1, stdout: '', ending: 'Nothing was done.\n' });
    expect(existsSync(inWorkspace('.env'))).toBe(false);
  });

  it('is never done when the policy forbids it, whoever says yes', verifies('KEL-TCLI-06'), async () => {
    const { status, stderr } = await place.keelson(['tools', 'run', 'write_file', 'path=../x', 'content=x'], { isInteractive: true, input: 'yes' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('no approval changes the rule path.outside_workspace') });
  });
});

describe('what a tool gives back', () => {
  beforeEach(() => place.configure(UNCONFINED));

  it('is bounded, says how much was left out, and is kept whole', verifies('KEL-TCLI-07', 'KEL-TCLI-15'), async () => {
    const { status, stdout } = await runApproved(['tools', 'run', 'run_node', 'code=console.log("x".repeat(1_000_000))']);
    expect(status).toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(4_001);
    const [, hash = ''] = /\n\[… \d+ of \d{7} characters left out; keelson tools output ([0-9a-f]{64}) prints all …\]\n/.exec(stdout) ?? [];
    const whole = await place.keelson(['tools', 'output', hash]);
    expect([whole.status, whole.stderr, whole.stdout.includes('x'.repeat(1_000_000))]).toEqual([0, '', true]);
    expect(JSON.parse((await place.keelson(['tools', 'output', hash, '--json'])).stdout)).toEqual({ sha256: hash, text: whole.stdout });
  });

  it('is not found under a hash that names nothing', verifies('KEL-TCLI-07', 'KEL-TCLI-15'), async () => {
    expect(await place.keelson(['tools', 'output', 'nope'])).toMatchObject({ status: 2, stderr: expect.stringContaining('"nope" is not the hash of an output.') });
    expect(await place.keelson(['tools', 'output', 'a'.repeat(64)])).toMatchObject({ status: 1, stderr: expect.stringContaining('[ledger.absent]') });
    await place.keelson(['tools', 'run', 'list_directory']);
    expect(await place.keelson(['tools', 'output', 'a'.repeat(64)])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^keelson: Nothing is kept as a{64}\.\n.*\n {9}\[blob\.missing\]\n$/) });
    expect(JSON.parse((await place.keelson(['tools', 'output', 'a'.repeat(64), '--json'])).stdout)).toEqual({
      error: { code: 'blob.missing', message: `Nothing is kept as ${'a'.repeat(64)}.`, next_step: 'Copy the hash from the note in the shortened output; what was short enough to be shown whole was not kept.', data: { sha256: 'a'.repeat(64) } },
    });
  });

  it('shows no keys, neither to a person nor to a program nor in the ledger', verifies('KEL-TCLI-07'), async () => {
    const key = `ghp_${'abcdefghijklmnopqrstuvwxyz0123456789'}`;
    place.write('notes.txt', `token ${key}\n`);
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=notes.txt'])).toMatchObject({ status: 0, stdout: 'token [SECRET]\n' });
    expect((await place.keelson(['tools', 'run', 'read_file', 'path=notes.txt', '--json'])).stdout).not.toContain(key);
    await place.keelson(['tools', 'run', 'write_file', 'path=copy.txt', `content=${key}`]);
    expect((await place.keelson(['ledger', 'events', '--json'])).stdout).not.toContain(key);
  });

  it('cannot act on the terminal of a person, and reaches a pipe as it is', verifies('KEL-TCLI-07'), async () => {
    place.write('trap.txt', 'a\u001B[2Jb\n');
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=trap.txt'], { isInteractive: true })).toMatchObject({ status: 0, stdout: 'a\\u{1b}[2Jb\n' });
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=trap.txt'])).toMatchObject({ status: 0, stdout: 'a\u001B[2Jb\n' });
  });
});

describe('a tool that lives on what a longer run keeps', () => {
  it('says what becomes of it in a run of its own', verifies('KEL-TCLI-07'), async () => {
    place.configure(UNCONFINED);
    const words = ['tools', 'run', 'start_process', 'command=git status'];
    const asked = await place.keelson(words);
    const started = asked.status === 0 ? asked : await place.keelson([...words, '--approve', actionIn(asked)]);
    expect(started).toMatchObject({ status: 0, stderr: expect.stringContaining('The process was stopped when this command ended') });
    for (const tool of ['process_output', 'stop_process']) {
      expect(await place.keelson(['tools', 'run', tool, 'process_id=1'])).toMatchObject({ status: 1, stderr: expect.stringContaining('Processes end with the run that started them') });
    }
    expect(await place.keelson(['tools', 'run', 'ask_user', 'question=Why?'])).toMatchObject({ status: 1, stderr: expect.stringContaining('With --wait the question is put to you') });
  });

  it('tells whole milliseconds', verifies('KEL-TCLI-07'), async () => {
    const { outcome } = ToolsRunReport.parse(JSON.parse((await place.keelson(['tools', 'run', 'list_directory', '--json'])).stdout));
    expect(outcome.duration_ms).toBe(Math.round(outcome.duration_ms));
  });
});

describe('keelson tools route --run', () => {
  it('refuses an empty request in words of its own', verifies('KEL-TCLI-02'), async () => {
    expect(await place.keelson(['tools', 'route', ''])).toMatchObject({ status: 2, stderr: expect.stringContaining('keelson: No request is given.') });
  });

  it('runs in the folder that is named', verifies('KEL-TCLI-02'), async () => {
    mkdirSync(inWorkspace('sub'));
    place.write('sub/a.txt', 'there');
    expect(await place.keelson(['tools', 'route', '--run', '--workspace', inWorkspace('sub'), 'read', 'the', 'file', 'a.txt'])).toMatchObject({ status: 0, stdout: 'there\n' });
  });
});

describe('a script that only tries something out', () => {
  it('writes to the scratch folder of its run and nowhere else, and neither does a file tool', verifies('MAH-11C-1', 'MAH-11C-3', 'KEL-SCRATCH-03'), async ({ skip }) => {
    skip((await place.keelson(['tools'])).stdout.includes('There is no sandbox here'), 'no sandbox works here');
    place.write('a.txt', 'before');
    const tries = (path: string): string => `try{f.writeFileSync(${JSON.stringify(path)},"x");console.log("written")}catch(e){console.log(e.code)}`;
    const code = `const f=require("node:fs");${['made.txt', 'a.txt', '/etc/made.txt', '/tmp/made.txt'].map(tries).join(';')};console.log(process.env.HOME.split("/").slice(-1)[0],f.readFileSync(process.env.HOME+"/made.txt","utf8"))`;
    const words = ['tools', 'run', 'run_node', `code=${code}`];
    const { status, stdout, stderr } = await place.keelson([...words, '--approve', actionIn(await place.keelson(words))]);
    expect({ status, lines: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('Exit code')) }).toEqual({ status: 0, lines: ['stdout:', 'EROFS', 'EROFS', 'EROFS', 'written', 'scratch x'] });
    expect([stderr.includes('created'), existsSync(inWorkspace('made.txt')), readFileSync(inWorkspace('a.txt'), 'utf8')]).toEqual([false, false, 'before']);
    // A file tool reaches the folder of work and nothing else: not even a scratch folder.
    const path = join(place.home, 'brain', 'another', 'scratch', 'made.txt');
    expect(await place.keelson(['tools', 'run', 'write_file', `path=${path}`, 'content=x'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[tool.') as string });
    expect(existsSync(path)).toBe(false);
  });
});

describe('Ctrl-C while a tool runs', () => {
  it('ends every program, says so with 130, and leaves the run to be looked at', verifies('KEL-TCLI-09'), async () => {
    place.configure(UNCONFINED);
    // The child of the script tells by a file that it runs, with its number in it.
    const code = 'const {spawn}=require("node:child_process");const c=spawn("sleep",["600"],{stdio:"ignore"});require("node:fs").writeFileSync("started.txt",`${process.pid} ${c.pid}`);setInterval(()=>{},1000)';
    const words = ['tools', 'run', 'run_node', `code=${code}`];
    const child = place.start([...words, '--approve', actionIn(await place.keelson(words))]);
    const ending = ended(child);
    await expect.poll(() => existsSync(inWorkspace('started.txt')) && readFileSync(inWorkspace('started.txt'), 'utf8') !== '', { timeout: 30_000, interval: 50 }).toBe(true);
    const pids = readFileSync(inWorkspace('started.txt'), 'utf8').split(' ').map(Number);
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ending;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    const run = runIn({ status, stdout, stderr });
    expect(stderr).toBe(`keelson: run_node was stopped in ${run}; part of it may have been done.\n         \`keelson undo ${run}\` takes back what was kept of it; \`keelson ledger events\` shows what was recorded.\n         [tool.stopped]\nInterrupted.\n`);
    await expect.poll(() => pids.filter(isAlive), { timeout: 5_000 }).toEqual([]);
    expect((await place.keelson(['ledger', 'events'])).stdout).toContain('run.tool_started');
  });
});

/** One that ended and was not taken leave of yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}
