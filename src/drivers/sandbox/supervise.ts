import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../kernel/index.ts';
import type { ProcessEnding, ProcessResult } from '../../tools/index.ts';
import type { LaunchedProcess } from './launched-process.ts';

/** How the tree of a backend is ended; resolves when the signal is sent. Must not throw. */
export type EndTree = (pid: number) => Promise<void>;

export interface Supervision {
  readonly launched: LaunchedProcess;
  readonly endTree: EndTree;
  readonly clock: Clock;
  /** What an exit code beyond 128 means: a shell or an init in between reports a signal so. */
  readonly reportsSignalsAsCodes: boolean;
  /** Asked when the program has ended by itself. */
  readonly ranOutOfMemory: () => Promise<boolean>;
}

export interface Supervised {
  readonly ended: Promise<ProcessResult>;
  /** Ends the whole tree for this reason, which is then the ending; the first reason stays. */
  end(reason: ProcessEnding): Promise<void>;
}

/** Long against what the kernel takes to end a tree; then the processes of our own side are ended as well. */
const END_AGAIN_MS = 1_000;
/** A process outside the tree may hold the outputs; they are let go after this. */
const OUTPUTS_HELD_MS = 500;

export function supervise({ launched, endTree, clock, reportsSignalsAsCodes, ranOutOfMemory }: Supervision): Supervised {
  const startedMs = clock.monotonicMs();
  let reason: ProcessEnding | undefined;
  let hasExited = false;

  async function ended(): Promise<ProcessResult> {
    await launched.exited;
    hasExited = true;
    const patience = new AbortController();
    void wait(OUTPUTS_HELD_MS, undefined, { signal: patience.signal }).then(launched.releaseOutputs, () => undefined);
    const { exitCode, signal } = await launched.closed;
    patience.abort();
    const named = signal ?? (reportsSignalsAsCodes ? signalOf(exitCode) : null);
    const natural: ProcessEnding = named === null ? 'exited' : 'signalled';
    const ending = reason ?? ((await ranOutOfMemory()) ? 'out_of_memory' : natural);
    return { ending, exitCode, signal: named, stdout: launched.stdout(), stderr: launched.stderr(), durationMs: Math.round(clock.monotonicMs() - startedMs) };
  }

  const result = ended();
  return {
    ended: result,
    async end(why) {
      if (hasExited) return void (await result);
      reason ??= why;
      await endTree(launched.pid);
      const patience = new AbortController();
      void wait(END_AGAIN_MS, undefined, { signal: patience.signal }).then(() => endGroup(launched.pid), () => undefined);
      await result;
      patience.abort();
    },
  };
}

/** Sends the last signal to a process, or to a group when the number is negative; one that has ended is no fault. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

export function endGroup(pid: number): void {
  endProcess(-pid);
}

function signalOf(exitCode: number | null): string | null {
  if (exitCode === null || exitCode <= SIGNAL_BASE) return null;
  const found = Object.entries(constants.signals).find(([, number]) => number === exitCode - SIGNAL_BASE);
  return found?.[0] ?? null;
}

const SIGNAL_BASE = 128;
