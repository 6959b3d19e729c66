import { z } from 'zod';
import type { ProcessResult } from '../../sandbox/sandbox.ts';

/** How a program ended, as every tool that runs one tells it. */
export const ProcessEndingFields = {
  /** Null when it did not end by itself. */
  exit_code: z.int().nullable(),
  ending: z.enum(['exited', 'signalled', 'timed_out', 'stopped', 'out_of_memory']),
  signal: z.string().nullable(),
  duration_ms: z.number().min(0),
};

export interface ToldEnding {
  exit_code: number | null;
  ending: ProcessResult['ending'];
  signal: string | null;
  duration_ms: number;
}

export function toldEnding({ exitCode, ending, signal, durationMs }: ProcessResult): ToldEnding {
  return { exit_code: exitCode, ending, signal, duration_ms: Math.round(durationMs) };
}

const ENDINGS: Readonly<Record<Exclude<ProcessResult['ending'], 'exited'>, string>> = {
  signalled: 'It was ended by a signal',
  timed_out: 'It took too long and was ended with everything it had started',
  stopped: 'It was stopped',
  out_of_memory: 'It used more memory than it may and was ended',
};

/** One sentence about the end; nothing about an ordinary success. */
export function showEnding({ exit_code, ending, signal }: Pick<ToldEnding, 'exit_code' | 'ending' | 'signal'>): string | null {
  if (ending !== 'exited') return `[${ENDINGS[ending]}${ending === 'signalled' && signal !== null ? ` (${signal})` : ''}.]`;
  return exit_code === 0 ? null : `[It ended with exit code ${exit_code ?? 'none'}.]`;
}

/** Both outputs and the end, as a person would see them. */
export function showOutputs({ stdout, stderr, ...end }: { stdout: string; stderr: string } & Pick<ToldEnding, 'exit_code' | 'ending' | 'signal'>): string {
  const parts = [stdout.trimEnd(), stderr.trimEnd() === '' ? '' : `stderr:\n${stderr.trimEnd()}`, showEnding(end) ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? 'It ended without a word.' : parts.join('\n');
}
