import type { Phase, RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Timer } from '../../ledger/index.ts';

export interface PhaseTime {
  readonly runId: RunId;
  readonly phase: Phase;
  readonly phaseSec: number;
  readonly timer: Timer;
  activeMs(): number;
  /** Without what children worked: they are held to times of their own. */
  ownMs(): number;
  /** What the run may use now, a person's raises included. */
  runSec(): Promise<number>;
}

/**
 * Works under a signal that is raised when the phase or the run has used its time; rejects then with `phase.timed_out` or
 * `run.timed_out`. Waiting moves the end, and so does a person who gives more time: when it seems over it is looked again.
 */
export async function withinPhaseTime<Result>(time: PhaseTime, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { runId, phase, phaseSec, timer, activeMs, ownMs } = time;
  const over = new AbortController();
  const enteredMs = ownMs();
  let runSec = await time.runSec();
  let isDone = false;
  let stop = (): void => {};
  const leftMs = (): number => Math.min(runSec * 1_000 - activeMs(), phaseSec * 1_000 - (ownMs() - enteredMs));
  const watch = (): void => {
    const left = leftMs();
    if (left > 0) stop = timer.after(Math.ceil(left), lookAgain);
    else over.abort(activeMs() >= runSec * 1_000 ? runTimedOut(runId, runSec) : phaseTimedOut(phase, phaseSec));
  };
  const lookAgain = async (): Promise<void> => {
    // What cannot be read gives no more time.
    runSec = await time.runSec().catch(() => runSec);
    if (!isDone) watch();
  };
  watch();
  try {
    return await work(AbortSignal.any([signal, over.signal]));
  } catch (error) {
    throw over.signal.aborted && !signal.aborted ? over.signal.reason : error;
  } finally {
    isDone = true;
    stop();
  }
}

function phaseTimedOut(phase: Phase, limitSec: number): KeelsonError<'phase.timed_out'> {
  return new KeelsonError('phase.timed_out', { message: `The phase ${phase} had used its ${limitSec} seconds.`, nextStep: 'Ask for less at once, use a faster model, or give the phase more time under `runs.phases` in the configuration.', data: { phase, limit_sec: limitSec } });
}

function runTimedOut(runId: RunId, limitSec: number): KeelsonError<'run.timed_out'> {
  return new KeelsonError('run.timed_out', { message: `The run had used its ${limitSec} seconds.`, nextStep: 'Ask for less at once, or start it with more time.', data: { run_id: runId, limit_sec: limitSec } });
}
