import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';
import type { ProcessResult, CapturedOutput } from '../../sandbox/sandbox.ts';
import { changesWorkspace } from '../workspace-access.ts';
import { SCRIPT_ARGUMENTS_MAX, SCRIPT_BYTES_MAX, SCRIPT_TIMEOUT_MS_DEFAULT, SCRIPT_TIMEOUT_MS_MAX } from './limits.ts';

/** What a script in any language takes. */
export const ScriptInput = z.strictObject({
  code: z
    .string()
    .min(1)
    .refine((code) => Buffer.byteLength(code) <= SCRIPT_BYTES_MAX, `at most ${SCRIPT_BYTES_MAX} bytes of code; write longer ones to a file and run that`)
    .refine((code) => !code.includes('\0'), 'code cannot hold a zero byte'),
  args: z.array(z.string().refine((word) => !word.includes('\0'), 'an argument cannot hold a zero byte')).max(SCRIPT_ARGUMENTS_MAX).default([]),
  timeout_ms: z.int().min(1).max(SCRIPT_TIMEOUT_MS_MAX).default(SCRIPT_TIMEOUT_MS_DEFAULT),
  changes_workspace: changesWorkspace(false),
});
export type ScriptInput = z.infer<typeof ScriptInput>;

/** How a script ended. A bad exit code is a result; whoever asked for the script knows what it means. */
export const ScriptOutput = z.strictObject({
  exit_code: z.int().nullable(),
  ending: z.enum(['exited', 'signalled', 'timed_out', 'stopped', 'out_of_memory']),
  signal: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  stdout_bytes: Count,
  stderr_bytes: Count,
  duration_ms: z.number().min(0),
});
export type ScriptOutput = z.infer<typeof ScriptOutput>;

export function scriptOutput(result: ProcessResult): ScriptOutput {
  return {
    exit_code: result.exitCode,
    ending: result.ending,
    signal: result.signal,
    stdout: textOf(result.stdout),
    stderr: textOf(result.stderr),
    stdout_bytes: result.stdout.totalBytes,
    stderr_bytes: result.stderr.totalBytes,
    duration_ms: Math.round(result.durationMs),
  };
}

/** Never cut silently: what was dropped between the beginning and the end is counted where it was. */
export function textOf({ head, tail, totalBytes }: CapturedOutput): string {
  const [start, end] = [head, tail].map((bytes) => new TextDecoder().decode(bytes));
  const dropped = totalBytes - head.length - tail.length;
  return dropped > 0 ? `${start}\n[… ${dropped} bytes left out …]\n${end}` : `${start}${end}`;
}

export function showScript({ exit_code, ending, signal, stdout, stderr, duration_ms }: ScriptOutput): string {
  const endings = {
    exited: `Exit code ${exit_code}`,
    signalled: `Ended by the signal ${signal}`,
    timed_out: 'Killed: its time was over',
    stopped: 'Killed: the call was stopped',
    out_of_memory: 'Killed: it needed more memory than it may have',
  };
  const parts = [stdout && `stdout:\n${stdout}`, stderr && `stderr:\n${stderr}`].filter((part) => part !== '');
  return [`${endings[ending]} after ${Math.round(duration_ms)} ms.`, ...parts].join('\n');
}
