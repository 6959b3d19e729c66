import type { ChildOrder, RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { RunPorts } from '../run-life.ts';

export interface Deadline {
  /** Raised with `run.deadline_passed` when the time is over, also when that was long before anybody looked. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** The time by which a child has to be done, by the calendar: waiting for a person counts, and so does a machine that was off. */
export function watchDeadline(runId: RunId, order: Pick<ChildOrder, 'deadline_at'> | undefined, { clock, timer }: Pick<RunPorts, 'clock' | 'timer'>): Deadline {
  const over = new AbortController();
  if (order === undefined) return { signal: over.signal, stop: () => undefined };
  const leftMs = (): number => Date.parse(order.deadline_at) - clock.nowMs();
  let callOff = (): void => undefined;
  const watch = (): void => {
    const left = leftMs();
    if (left <= 0) over.abort(deadlinePassed(runId, order.deadline_at));
    else callOff = timer.after(left, watch);
  };
  watch();
  return { signal: over.signal, stop: () => callOff() };
}

export function deadlinePassed(runId: RunId, deadlineAt: string): KeelsonError<'run.deadline_passed'> {
  return new KeelsonError('run.deadline_passed', { message: `The run was to be done by ${deadlineAt}, and was not.`, nextStep: 'Hand the work over again with more time, or in smaller parts.', data: { run_id: runId, deadline_at: deadlineAt } });
}
