import type { ParallelQuorum } from '../../contracts/index.ts';
import { canonicalHash, invariant } from '../../kernel/index.ts';
import { quorum, type Arrival } from './quorum.ts';

/** One question to one model. Must end when its signal is aborted. */
export type Attempt<Answer> = (signal: AbortSignal) => Promise<Answer>;

/** More models side by side than this cost more than their agreement is worth. */
export const ATTEMPTS_MAX = 8;

/** Whether an answer can be used, and the JSON value by which it is compared with others. */
export type Judge<Answer> = (answer: Answer) => { readonly isValid: true; readonly output: unknown } | { readonly isValid: false; readonly why: string };

/** Why one of several questions did not settle the matter. */
export interface AttemptReason {
  readonly index: number;
  readonly why: string;
  readonly error?: unknown;
}

export type TogetherOutcome<Answer> =
  | { readonly kind: 'agreed'; readonly answer: Answer; readonly index: number; readonly losers: Promise<void> }
  | { readonly kind: 'none'; readonly reasons: readonly AttemptReason[]; readonly losers: Promise<void> };

export interface TogetherOptions<Answer> {
  readonly attempts: readonly Attempt<Answer>[];
  readonly rule: ParallelQuorum;
  readonly judge: Judge<Answer>;
  readonly signal: AbortSignal;
}

/**
 * Asks several models at once and settles which answer counts. As soon as that is settled the others are cancelled; `losers`
 * resolves when they have ended, for whoever must settle their bills. Rejects with the signal's reason when it is aborted.
 */
export function askTogether<Answer>({ attempts, rule, judge, signal }: TogetherOptions<Answer>): Promise<TogetherOutcome<Answer>> {
  invariant(attempts.length > 0 && attempts.length <= ATTEMPTS_MAX, `between 1 and ${ATTEMPTS_MAX} models are asked at once`);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<TogetherOutcome<Answer>>();
  const arrived: Arrival<Answer>[] = [];
  const others = new AbortController();
  const stop = (): void => {
    others.abort(signal.reason);
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });

  const take = (arrival: Arrival<Answer>, losers: Promise<void>): void => {
    arrived.push(arrival);
    const state = quorum(arrived, attempts.length, rule);
    if (state.kind === 'open' || others.signal.aborted) return;
    others.abort(new DOMException('Another answer settled the matter.', 'AbortError'));
    signal.removeEventListener('abort', stop);
    if (state.kind === 'agreed') resolve({ kind: 'agreed', answer: state.by.answer, index: state.by.index, losers });
    else resolve({ kind: 'none', reasons: reasonsOf(arrived, attempts.length), losers });
  };
  const settle = Promise.withResolvers<void>();
  const running = attempts.map(async (attempt, index) => take(await arrivalOf(attempt, index, judge, others.signal), settle.promise));
  // A judge that throws is a defect: it is told at once, and nothing goes on behind it.
  Promise.all(running).catch((error: unknown) => {
    others.abort(error);
    signal.removeEventListener('abort', stop);
    reject(error);
  });
  void Promise.allSettled(running).then(() => settle.resolve());
  return promise;
}

/** The first valid answer of several models. */
export function firstValid<Answer>(attempts: readonly Attempt<Answer>[], isValid: (answer: Answer) => boolean, signal: AbortSignal): Promise<TogetherOutcome<Answer>> {
  return askTogether({ attempts, rule: 'first_valid', judge: (answer) => (isValid(answer) ? { isValid: true, output: null } : { isValid: false, why: 'the answer is not valid' }), signal });
}

async function arrivalOf<Answer>(attempt: Attempt<Answer>, index: number, judge: Judge<Answer>, signal: AbortSignal): Promise<Arrival<Answer>> {
  let answer: Answer;
  try {
    answer = await attempt(signal);
  } catch (error) {
    return { index, kind: 'failed', error };
  }
  const verdict = judge(answer);
  return verdict.isValid ? { index, kind: 'valid', answer, digest: canonicalHash(verdict.output) } : { index, kind: 'invalid', answer, why: verdict.why };
}

/** One reason for each that was asked, in that order. */
function reasonsOf<Answer>(arrived: readonly Arrival<Answer>[], asked: number): AttemptReason[] {
  return Array.from({ length: asked }, (_, index) => reasonOf(index, arrived.find((each) => each.index === index)));
}

function reasonOf<Answer>(index: number, arrival: Arrival<Answer> | undefined): AttemptReason {
  switch (arrival?.kind) {
    case undefined:
      return { index, why: 'was cancelled: the others could no longer agree' };
    case 'failed':
      return { index, why: arrival.error instanceof Error ? arrival.error.message : String(arrival.error), error: arrival.error };
    case 'invalid':
      return { index, why: arrival.why };
    case 'valid':
      return { index, why: 'was valid, but too few others agreed' };
  }
}
