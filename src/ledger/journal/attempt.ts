import type { Timer } from './ports.ts';

export type Attempt<Result> =
  | { readonly is: 'answered'; readonly result: Result }
  | { readonly is: 'failed'; readonly error: unknown }
  /** It was told to stop and has not answered in time; it may still do so. */
  | { readonly is: 'silent'; readonly late: Promise<Attempt<Result>> };

export interface AttemptBounds {
  readonly signal: AbortSignal;
  readonly timer: Timer;
  readonly graceMs: number;
}

/** Does something once. It is never waited for longer than the grace once it has been told to stop. */
export async function attempt<Result>(perform: () => Promise<Result>, { signal, timer, graceMs }: AttemptBounds): Promise<Attempt<Result>> {
  const answer = settle(perform);
  let callOff = (): void => {};
  let wait = (): void => {};
  const silence = new Promise<Attempt<Result>>((resolve) => {
    wait = () => void (callOff = timer.after(graceMs, () => resolve({ is: 'silent', late: answer })));
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    signal.removeEventListener('abort', wait);
    callOff();
  }
}

async function settle<Result>(perform: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { is: 'answered', result: await perform() };
  } catch (error) {
    return { is: 'failed', error };
  }
}
