import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { startPlainProgram, type PlainProgram } from '../../../test/support/plain-programs.ts';
import { DEVELOPER_LIMITS } from '../sandbox/default-limits.ts';
import type { ChosenSandbox, SandboxProfile } from '../sandbox/sandbox.ts';
import { openPrograms, type Programs } from './programs.ts';

const NOTHING_HELD = { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false };
const SLEEPS = { argv: ['sleep', '60'] as [string, string], currentFolder: tmpdir(), environment: {} };

/** Programs whose start waits for `open`, as a sandbox takes its time to be made. */
function slowPrograms(): { programs: Programs; started: PlainProgram[]; open: () => void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const started: PlainProgram[] = [];
  const chosen: ChosenSandbox = {
    decision: { chosen: 'none', isolation: NOTHING_HELD, chosen_by: 'configured', considered: [{ backend: 'none', is_usable: true, detail: 'chosen by the test' }] },
    sandbox: {
      backend: 'none',
      isolation: NOTHING_HELD,
      run: () => Promise.reject(new Error('no test runs one')),
      async start(request) {
        await opened;
        const program = startPlainProgram(request, { timeoutMs: 60_000, outputBytesMax: 1_000, signal: new AbortController().signal });
        started.push(program);
        return { ended: program.ended, output: program.output, write: () => Promise.resolve(), kill: async () => (program.kill(), void (await program.ended)) };
      },
      close: () => Promise.resolve(),
    },
  };
  const profile = (): Promise<SandboxProfile> => Promise.resolve({ workspace: tmpdir(), workspaceAccess: 'read_write', scratch: tmpdir(), protectedPaths: [], hiddenPaths: [], readablePaths: [], network: 'off', limits: DEVELOPER_LIMITS });
  return { programs: openPrograms({ chosen, profile, inherited: {}, programFolders: ['/usr/bin', '/bin'] }), started, open };
}

describe('programs in the background', () => {
  it('are not left running when the run is closed while one is being started', verifies('KEL-RUNNER-11'), async () => {
    const { programs, started, open } = slowPrograms();
    const starting = programs.background.start(SLEEPS).catch((error: unknown) => (error as { code: string }).code);
    const closing = programs.close();
    open();
    await closing;
    expect(await starting).toBe('tool.failed');
    expect((await Promise.all(started.map(({ ended }) => ended))).map(({ ending }) => ending)).toEqual(['stopped']);
    await expect(programs.background.start(SLEEPS)).rejects.toMatchObject({ code: 'tool.failed' });
  });

  it('are never more than the limit, though many are started at once', verifies('KEL-RUNNER-11'), async () => {
    const { programs, started, open } = slowPrograms();
    const starting = Array.from({ length: 20 }, () => programs.background.start(SLEEPS).then(() => 'started', () => 'refused'));
    open();
    const ends = await Promise.all(starting);
    expect([ends.filter((end) => end === 'started').length, started.length, programs.background.list().length]).toEqual([16, 16, 16]);
    await programs.close();
    expect(programs.background.list().filter(({ isRunning }) => isRunning)).toEqual([]);
  });
});
