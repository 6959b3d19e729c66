import { KeelsonError } from '../../src/kernel/index.ts';
import type { Programs } from '../../src/tools/runner/programs.ts';
import type { ProcessEnding, ProcessResult } from '../../src/tools/sandbox/sandbox.ts';
import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a program of the world does: it says something and ends with a code. */
export type VirtualProgram = (argv: readonly string[]) => { readonly exitCode: number; readonly stdout: string };

export interface ProgramRates {
  /** How often one takes longer than anybody waits. */
  readonly slow: number;
  /** How often one cannot be started. */
  readonly broken: number;
}

const PROGRAM_MS = 900;
const SLOW_PROGRAM_MS = 3_600_000;

export function virtualPrograms(program: VirtualProgram, rates: ProgramRates, time: VirtualTime, chance: Chance): Programs {
  const none = (): never => {
    throw new KeelsonError('tool.failed', { message: 'There are no background programs in this world.', nextStep: 'Run it in the foreground.', data: { tool_id: 'start_process', detail: 'simulated' } });
  };
  return {
    backend: 'bubblewrap',
    holdsFiles: true,
    hasProgram: async () => true,
    close: async () => undefined,
    background: { start: async () => none(), list: () => [], output: none, kill: async () => none() },
    async run({ argv }, { timeoutMs, signal }) {
      const takesMs = chance.happens(rates.slow) ? SLOW_PROGRAM_MS : PROGRAM_MS;
      await time.wait(Math.min(takesMs, timeoutMs), signal);
      if (signal.aborted) return ended('stopped', null, '', takesMs);
      if (takesMs > timeoutMs) return ended('timed_out', null, '', timeoutMs);
      if (chance.happens(rates.broken)) throw new KeelsonError('sandbox.failed', { message: 'The program could not be started.', nextStep: 'Try again.', data: { backend: 'bubblewrap', program: argv[0] ?? '', detail: 'simulated' } });
      const { exitCode, stdout } = program(argv);
      return ended('exited', exitCode, stdout, takesMs);
    },
  };
}

function ended(ending: ProcessEnding, exitCode: number | null, stdout: string, durationMs: number): ProcessResult {
  const captured = (text: string): ProcessResult['stdout'] => ({ head: Buffer.from(text), tail: new Uint8Array(), totalBytes: Buffer.byteLength(text) });
  return { ending, exitCode, signal: null, stdout: captured(stdout), stderr: captured(''), durationMs };
}
