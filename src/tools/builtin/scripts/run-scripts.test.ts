import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { SCRIPT_BYTES_MAX } from './limits.ts';
import { runNodeTool } from './run-node.ts';
import { runPythonTool } from './run-python.ts';
import { showScript, textOf } from './script-contract.ts';

const place = { workspace: '/w', home: '/h', platform: 'linux', ownState: [] };
const input = { code: 'print(1)', args: ['-x', 'a b'], timeout_ms: 5_000, changes_workspace: false };

describe('scripts', () => {
  it('tell the whole code and every argument as the words of the program', verifies('KEL-DTOOL-05'), () => {
    const told = [runPythonTool, runNodeTool].map((tool) => tool.intentions(input, place));
    expect(told).toEqual([
      [{ kind: 'program', argv: ['python3', '-c', 'print(1)', '-x', 'a b'], currentFolder: '/w', environment: {} }],
      [{ kind: 'program', argv: ['node', '-e', 'print(1)', '--', '-x', 'a b'], currentFolder: '/w', environment: {} }],
    ]);
    expect([runPythonTool, runNodeTool].map(({ definition }) => definition.side_effects)).toEqual(['destructive', 'destructive']);
  });

  it('run where they can only read, and a bad exit code is a result', verifies('KEL-DTOOL-05', 'MAH-11C-3', 'KEL-SCRATCH-03'), async ({ skip }) => {
    const rig = await toolRig();
    skip(!(await rig.hands.hasProgram('python3')), 'python3 is not installed');
    const output = await rig.call(runPythonTool, { code: 'import sys\nprint("grün", sys.argv[1:])\nsys.stderr.write("oops")\nsys.exit(3)', args: ['-v'] });
    expect(output).toEqual({ exit_code: 3, ending: 'exited', signal: null, stdout: "grün ['-v']\n", stderr: 'oops', stdout_bytes: 13, stderr_bytes: 4, duration_ms: expect.any(Number) as number });
    expect(rig.programs.map(({ timeoutMs, workspaceAccess }) => [timeoutMs, workspaceAccess])).toEqual([[60_000, 'read_only']]);
    expect(showScript({ ...output, duration_ms: 12.4 })).toBe("Exit code 3 after 12 ms.\nstdout:\ngrün ['-v']\n\nstderr:\noops");
  });

  it('run in Node with their arguments', async ({ skip }) => {
    const rig = await toolRig();
    skip(!(await rig.hands.hasProgram('node')), 'node is not installed');
    expect(await rig.call(runNodeTool, { code: 'console.log(process.argv.slice(1))', args: ['--x', '1'], changes_workspace: true })).toMatchObject({ exit_code: 0, stdout: "[ '--x', '1' ]\n" });
    expect(rig.programs.map(({ workspaceAccess }) => workspaceAccess)).toEqual(['read_write']);
  });

  it('are refused when no command line could carry them', () => {
    const fits = [{ code: 'x'.repeat(SCRIPT_BYTES_MAX) }, { code: 'ä'.repeat(SCRIPT_BYTES_MAX / 2 + 1) }, { code: 'a\0b' }, { code: 'a', args: ['\0'] }, { code: '' }];
    expect(fits.map((script) => runPythonTool.input?.safeParse(script).success)).toEqual([true, false, false, false, false]);
  });

  it('are offered only where their program is', async () => {
    const rig = await toolRig({ without: ['python3'] });
    expect(await runPythonTool.availability?.(rig.hands)).toEqual({ isAvailable: false, reason: 'The program python3 is not installed.' });
  });

  it('say how they ended and what was left out of their output', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(textOf({ head: bytes('ab'), tail: bytes('yz'), totalBytes: 26 })).toBe('ab\n[… 22 bytes left out …]\nyz');
    expect(textOf({ head: bytes('ab'), tail: bytes(''), totalBytes: 2 })).toBe('ab');
    const ended = { exit_code: null, signal: 'SIGSEGV', stdout: '', stderr: '', stdout_bytes: 0, stderr_bytes: 0, duration_ms: 1 };
    const endings = (['signalled', 'timed_out', 'stopped', 'out_of_memory'] as const).map((ending) => showScript({ ...ended, ending }));
    expect(endings).toEqual([
      'Ended by the signal SIGSEGV after 1 ms.',
      'Killed: its time was over after 1 ms.',
      'Killed: the call was stopped after 1 ms.',
      'Killed: it needed more memory than it may have after 1 ms.',
    ]);
  });
});
