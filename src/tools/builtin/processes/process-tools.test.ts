import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { capturedText } from './captured-text.ts';
import { SHELL_OUTPUT_BYTES_MAX } from './limits.ts';
import { processOutputTool } from './process-output.ts';
import { findFilesTool } from '../people/find-files.ts';
import { shellTool as makeShellTool } from './shell.ts';
import { startProcessTool } from './start-process.ts';
import { stopProcessTool } from './stop-process.ts';

const shellTool = makeShellTool(findFilesTool());
const ended = { exit_code: 0, ending: 'exited', signal: null, duration_ms: expect.any(Number) as number };

describe('shell', () => {
  it('gives both outputs and the exit code; a bad one is a result', async () => {
    const rig = await toolRig();
    await rig.write('sub/x', 'inside\n');
    expect(await rig.call(shellTool, { command: 'cat x; [[ -n $BASH_VERSION ]]', working_folder: 'sub' })).toEqual({ ...ended, stdout: 'inside\n', stderr: '' });
    const failed = await rig.call(shellTool, { command: 'echo out; echo err >&2; exit 3' });
    expect(failed).toEqual({ ...ended, exit_code: 3, stdout: 'out\n', stderr: 'err\n' });
    expect(shellTool.show(failed)).toBe('out\nstderr:\nerr\n[It ended with exit code 3.]');
    expect(shellTool.show(await rig.call(shellTool, { command: 'true' }))).toBe('It ended without a word.');
  });

  it('tells the command as it is, and how the shell is started with it', async () => {
    const { hands, folder } = await toolRig();
    expect(shellTool.intentions({ command: 'ls $HOME', timeout_ms: 1, working_folder: 'sub', changes_workspace: true }, hands.place)).toEqual([
      { kind: 'script', script: 'ls $HOME', argv: ['bash', '-c', 'ls $HOME'], currentFolder: `${folder}/sub`, environment: {} },
    ]);
  });

  it('lets a command that only tries something out read the workspace alone', verifies('MAH-11C-3', 'KEL-SCRATCH-03'), async () => {
    const rig = await toolRig();
    await rig.call(shellTool, { command: 'true' });
    await rig.call(shellTool, { command: 'true', changes_workspace: false });
    const { process_id: id } = await rig.call(startProcessTool, { command: 'true', changes_workspace: false });
    await rig.call(stopProcessTool, { process_id: id });
    expect(rig.programs.map(({ workspaceAccess }) => workspaceAccess)).toEqual(['read_write', 'read_only', 'read_only']);
  });

  it('prepares what would wait for somebody, and leaves everything else as it is written', verifies('MAH-4B-G2', 'MAH-4B-G3', 'ART-R3-09'), async () => {
    const { hands } = await toolRig();
    const words = (command: string): unknown => shellTool.intentions({ command, timeout_ms: 1, working_folder: '.', changes_workspace: true }, hands.place).map((one) => (one.kind === 'script' ? [one.script, one.argv[2]] : one));
    expect(words('sudo ls')).toEqual([['sudo ls', 'sudo -n ls'], ['sudo -n ls', 'sudo -n ls']]);
    expect(words('find .  -maxdepth 1')).toEqual([['find .  -maxdepth 1', 'find .'], ['find .', 'find .']]);
    for (const same of ['echo  "a  b"   # a comment', 'if broken']) expect(words(same)).toEqual([[same, same]]);
  });

  it('comes back at once from a command that leaves something running', verifies('MAH-4B-G3'), async () => {
    const rig = await toolRig();
    const output = await rig.call(shellTool, { command: 'true && sleep 600 & echo done', timeout_ms: 20_000 });
    expect(output).toEqual({ ...ended, stdout: 'done\n', stderr: '' });
  });

  it('ends a command whose time is over, and says so', async () => {
    const rig = await toolRig();
    const output = await rig.call(shellTool, { command: 'echo begun; sleep 600', timeout_ms: 300 });
    expect(output).toEqual({ ...ended, exit_code: null, ending: 'timed_out', signal: 'SIGKILL', stdout: 'begun\n', stderr: '' });
    expect(shellTool.show(output)).toBe('begun\n[It took too long and was ended with everything it had started.]');
  });

  it('keeps the beginning and the end of a long output and says how much lies between', async () => {
    const rig = await toolRig();
    const { stdout } = await rig.call(shellTool, { command: `head -c ${SHELL_OUTPUT_BYTES_MAX} /dev/zero | tr '\\0' a; printf end` });
    expect(stdout.length).toBeLessThan(SHELL_OUTPUT_BYTES_MAX + 100);
    expect(stdout).toContain('a\n[… 3 bytes are left out here …]\na');
    expect(stdout.endsWith('end')).toBe(true);
  });
});

describe('a captured output', () => {
  it('is one text when nothing was left out, even if a character lies across its parts', () => {
    const bytes = Buffer.from('grün');
    expect(capturedText({ head: bytes.subarray(0, 3), tail: bytes.subarray(3), totalBytes: bytes.length })).toBe('grün');
  });
});

describe('a background process', () => {
  it('goes on, shows what it wrote, and is stopped', async () => {
    const rig = await toolRig();
    await rig.call(shellTool, { command: 'mkfifo gate done' });
    const started = await rig.call(startProcessTool, { command: 'echo up; cat gate; echo > done; sleep 600' });
    expect(startProcessTool.show(started)).toBe('Started as process 1. Look at it with process_output, end it with stop_process.');
    // A pipe opens only when both sides are there, so the process has written both words when this ends.
    await rig.call(shellTool, { command: 'echo more > gate; cat done' });
    const output = await rig.call(processOutputTool, { process_id: 1 });
    expect(output).toMatchObject({ process_id: 1, is_running: true, exit_code: null });
    expect(output.output.startsWith('up\n')).toBe(true);
    const stopped = await rig.call(stopProcessTool, { process_id: 1 });
    expect(stopped).toEqual({ process_id: 1, ...ended, exit_code: null, ending: 'stopped', signal: 'SIGKILL', stdout: 'up\nmore\n', stderr: '' });
    expect(await rig.call(processOutputTool, { process_id: 1 })).toMatchObject({ is_running: false });
    expect(stopProcessTool.show(stopped)).toBe('Process 1 has ended.\nup\nmore\n[It was stopped.]');
  });

  it('is known by its number only', async () => {
    const rig = await toolRig();
    expect((await rig.failure(processOutputTool, { process_id: 7 })).code).toBe('tool.failed');
    expect((await rig.failure(stopProcessTool, { process_id: 7 })).code).toBe('tool.failed');
  });

  it('shows how it ended when it did', () => {
    const output = { process_id: 2, is_running: false, exit_code: 4, output: '', total_bytes: 0 };
    expect(processOutputTool.show(output)).toBe('Process 2 has ended with exit code 4. It wrote nothing so far.');
    expect(processOutputTool.show({ ...output, is_running: true, exit_code: null, output: 'hello' })).toBe('Process 2 is running.\nhello');
  });
});

describe('a find over the folders of a person', () => {
  it('is answered by the search for files, and no program is started', verifies('ART-R3-08'), async () => {
    const rig = await toolRig();
    const { home } = rig.hands.place;
    await writeFile(join(home, 'letter to ada.pdf'), 'x');
    const output = await rig.call(shellTool, { command: `find ~/ -maxdepth 3 -iname '*.pdf'` });
    expect([output.stdout, output.exit_code, rig.programs]).toEqual([`${home}/letter to ada.pdf\n`, 0, []]);
    expect(output.stderr).toContain('Answered by find_files instead.');
    expect(shellTool.intentions({ command: 'find $HOME -name x', timeout_ms: 1, working_folder: '.', changes_workspace: true }, rig.hands.place)).toEqual([]);
  });

  it('is a plain find when it looks in the project, does something, or is part of more', verifies('ART-R3-08'), async () => {
    const { hands } = await toolRig();
    const kinds = (command: string) => shellTool.intentions({ command, timeout_ms: 1, working_folder: '.', changes_workspace: true }, hands.place).map(({ kind }) => kind);
    expect(['find . -name x', `find ${hands.place.workspace} -name x`, 'find ~ -delete', 'find ~ -name x | wc -l', 'ls ~'].map((command) => kinds(command)[0])).toEqual(['script', 'script', 'script', 'script', 'script']);
  });
});
