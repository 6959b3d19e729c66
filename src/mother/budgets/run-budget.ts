import { documentKey, phaseLimits, type Phase, type ResourceBudget, type RunId, type StreamId } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import type { Timer } from '../../ledger/index.ts';

/** What one run may spend, as its work sees it. */
export interface RunBudget {
  readonly limits: ResourceBudget['per_run'];
  /** Everything that is spent is reserved in each of these first. */
  readonly counters: readonly StreamId[];
  /** How long it has worked, waiting for people left out. */
  activeMs(): number;
  /** Time does not count while a person is waited for. */
  whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result>;
  /** Works under a signal that is raised when the phase or the run has used its time; rejects then with `phase.timed_out` or `run.timed_out`. */
  withinPhase<Result>(phase: Phase, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export interface RunBudgetPorts {
  readonly runId: RunId;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits: ResourceBudget['per_run'];
  /** Active time that the run had used before this process went on with it. */
  readonly activeMsBefore: number;
}

export function openRunBudget({ runId, clock, timer, limits, activeMsBefore }: RunBudgetPorts): RunBudget {
  let waitingSince: number | undefined;
  let waits = 0;
  let waitedMs = 0;
  const begunMs = clock.monotonicMs();
  const activeMs = (): number => {
    const now = clock.monotonicMs();
    return activeMsBefore + (now - begunMs) - waitedMs - (waitingSince === undefined ? 0 : now - waitingSince);
  };
  return {
    limits,
    counters: [documentKey.runBudget(runId)],
    activeMs,
    async whileWaiting(wait) {
      if (waits === 0) waitingSince = clock.monotonicMs();
      waits += 1;
      try {
        return await wait();
      } finally {
        waits -= 1;
        if (waits === 0 && waitingSince !== undefined) {
          waitedMs += clock.monotonicMs() - waitingSince;
          waitingSince = undefined;
        }
      }
    },
    async withinPhase(phase, signal, work) {
      const phaseMs = phaseLimits(phase).timeout_sec * 1_000;
      const runMs = limits.max_duration_sec * 1_000;
      const over = new AbortController();
      const enteredMs = activeMs();
      const timedOut = (): KeelsonError<'run.timed_out'> | KeelsonError<'phase.timed_out'> | undefined => {
        if (activeMs() >= runMs) return runTimedOut(runId, limits.max_duration_sec);
        return activeMs() - enteredMs >= phaseMs ? phaseTimedOut(phase, phaseMs / 1_000) : undefined;
      };
      // Waiting moves the end, so when the time seems over it is looked at again.
      let stop = (): void => {};
      const watch = (): void => {
        const leftMs = Math.min(runMs - activeMs(), phaseMs - (activeMs() - enteredMs));
        if (leftMs <= 0) return over.abort();
        stop = timer.after(Math.max(1, Math.ceil(leftMs)), watch);
      };
      watch();
      try {
        return await work(AbortSignal.any([signal, over.signal]));
      } catch (error) {
        throw (over.signal.aborted && !signal.aborted ? timedOut() : undefined) ?? error;
      } finally {
        stop();
      }
    },
  };
}

function phaseTimedOut(phase: Phase, limitSec: number): KeelsonError<'phase.timed_out'> {
  return new KeelsonError('phase.timed_out', { message: `The phase ${phase} had used its ${limitSec} seconds.`, nextStep: 'Ask for less at once, use a faster model, or give the phase more time.', data: { phase, limit_sec: limitSec } });
}

function runTimedOut(runId: RunId, limitSec: number): KeelsonError<'run.timed_out'> {
  return new KeelsonError('run.timed_out', { message: `The run had used its ${limitSec} seconds.`, nextStep: 'Ask for less at once, or start it with more time.', data: { run_id: runId, limit_sec: limitSec } });
}
