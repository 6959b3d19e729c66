import { KeelsonError } from '../../src/kernel/index.ts';
import type { LogWriter } from '../../src/ledger/index.ts';

/** At which append of an execution something goes wrong, and what. */
export interface CrashPlan {
  /** Counted from 0; a number past the last append never comes to pass. */
  readonly at: number;
  /** Whether the append is durable when it goes wrong. */
  readonly when: 'before' | 'after';
  /** `dies`: the process is gone. `fails`: it lives on and is told of a storage failure. `stops`: a person stops the run. */
  readonly how: 'dies' | 'fails' | 'stops';
}

/** Thrown in an execution that has died; nothing in the product catches it. */
export class ProcessDied extends Error {}

/** One execution of a process, until it crashes. */
export interface Execution {
  readonly writer: LogWriter;
  /** Another writer of the same process, which dies with it; its appends count as well. */
  over(writer: LogWriter): LogWriter;
  /** Raised when the run is stopped. */
  readonly signal: AbortSignal;
  /** Called by whatever a dead process could no longer do. */
  checkAlive(): void;
  appends(): number;
}

export function executionOf(writer: LogWriter, plan: CrashPlan | undefined): Execution {
  const stop = new AbortController();
  let isAlive = true;
  let count = 0;
  const checkAlive = (): void => {
    if (!isAlive) throw new ProcessDied('the process is gone');
  };
  const over = (writing: LogWriter): LogWriter => ({
    ...writing,
    async append(append) {
      checkAlive();
      count += 1;
      if (plan === undefined || count - 1 !== plan.at) return writing.append(append);
      if (plan.how === 'stops') return stopAround(plan.when, stop, () => writing.append(append));
      if (plan.when === 'after') await writing.append(append);
      if (plan.how === 'fails') throw storageFailed();
      isAlive = false;
      throw new ProcessDied('the process dies here');
    },
  });
  return { checkAlive, signal: stop.signal, appends: () => count, over, writer: over(writer) };
}

async function stopAround<Result>(when: CrashPlan['when'], stop: AbortController, write: () => Promise<Result>): Promise<Result> {
  if (when === 'before') stop.abort('A person stopped the run.');
  const written = await write();
  stop.abort('A person stopped the run.');
  return written;
}

function storageFailed(): KeelsonError {
  return new KeelsonError('ledger.storage_failed', {
    message: 'An injected failure of the storage.',
    nextStep: 'Resume the run.',
    data: { file: 'memory', detail: 'injected' },
  });
}
