import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { KeelsonError, systemClock } from '../../src/kernel/index.ts';
import { captureOutput, headAndTail, type OutputCapture } from '../../src/tools/sandbox/output-capture.ts';
import type { CapturedOutput, ProcessEnding, ProcessLimits, ProcessRequest, ProcessResult } from '../../src/tools/sandbox/sandbox.ts';

/** Programs started without any sandbox, for tests of what tools make of their output. Each is its own process group. */

export interface PlainProgram {
  readonly ended: Promise<ProcessResult>;
  /** Both outputs as they came. */
  output(): CapturedOutput;
  kill(): void;
}

export function startPlainProgram(request: ProcessRequest, limits: ProcessLimits): PlainProgram {
  const startedAtMs = systemClock.monotonicMs();
  const [program, ...rest] = request.argv;
  const child = spawn(program, rest, { cwd: request.currentFolder, env: { ...request.environment }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let ending: ProcessEnding | null = null;
  const end = (why: ProcessEnding): void => {
    ending ??= why;
    killGroup(child.pid);
  };
  const timer = setTimeout(() => end('timed_out'), limits.timeoutMs);
  limits.signal.addEventListener('abort', () => end('stopped'), { once: true });
  const stdout = collect(limits.outputBytesMax, child.stdout);
  const stderr = collect(limits.outputBytesMax, child.stderr);
  const both = collect(limits.outputBytesMax, child.stdout, child.stderr);
  child.stdin.on('error', () => undefined);
  child.stdin.end(request.input ?? '');
  return {
    ended: untilEnded(child, program).then(({ exitCode, signal }) => {
      clearTimeout(timer);
      killGroup(child.pid);
      return {
        ending: ending ?? (signal === null ? 'exited' : 'signalled'),
        exitCode,
        signal,
        stdout: stdout.captured(),
        stderr: stderr.captured(),
        durationMs: systemClock.monotonicMs() - startedAtMs,
      };
    }),
    output: () => both.captured(),
    kill: () => end('stopped'),
  };
}

async function untilEnded(child: ChildProcessByStdio<Writable, Readable, Readable>, program: string): Promise<{ exitCode: number | null; signal: string | null }> {
  try {
    const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { exitCode, signal };
  } catch (cause) {
    throw new KeelsonError('sandbox.failed', {
      message: `The program ${program} cannot be started.`,
      nextStep: 'Look whether it is installed.',
      data: { backend: 'none', program, detail: cause instanceof Error ? cause.message : String(cause) },
    });
  }
}

function collect(bytesMax: number, ...streams: Readable[]): OutputCapture {
  const capture = captureOutput(headAndTail(bytesMax));
  for (const stream of streams) stream.on('data', (chunk: Uint8Array) => capture.push(chunk));
  return capture;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
