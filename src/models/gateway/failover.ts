import type { ModelAttempt, ModelFault, ModelId, ModelResponse } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import { cancelled } from './attempt.ts';
import type { TryOutcome } from './try-outcome.ts';

/** One try, and whether it was made just now or long ago. */
export interface MadeTry {
  readonly outcome: TryOutcome;
  readonly isRecorded: boolean;
}

export interface FailoverOrder {
  readonly candidates: readonly { readonly modelId: ModelId; readonly contextTokens: number }[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** The candidates are those that may still be asked, the best first. */
  attempt(candidates: readonly ModelId[], before: readonly ModelAttempt[], leftMs: number): Promise<MadeTry>;
  /** What was shown of an answer that then failed is to be forgotten. */
  onRestart?(failed: ModelAttempt): void;
}

export interface FailoverPorts {
  readonly clock: Clock;
  /** Resolves after so long, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface FailoverAnswer {
  readonly response: ModelResponse;
  readonly attempt: ModelAttempt;
  readonly attempts: readonly ModelAttempt[];
}

/**
 * Tries until there is an answer: the same model again where waiting helps, another one where it does not. It goes by the
 * outcomes of its tries alone, so a run that is resumed takes the same path, and waits for nothing that it has waited for
 * before. Nothing is tried again after a stop.
 */
export async function callWithFailover({ candidates, deadlineMs, signal, attempt, onRestart }: FailoverOrder, { clock, wait }: FailoverPorts): Promise<FailoverAnswer> {
  const attempts: ModelAttempt[] = [];
  let left = [...candidates];
  for (;;) {
    const { outcome, isRecorded } = await attempt(left.map(({ modelId }) => modelId), attempts, deadlineMs - clock.monotonicMs());
    if (outcome.kind === 'answered') return { response: outcome.response, attempt: outcome.attempt, attempts: [...attempts, outcome.attempt] };
    const { attempt: failed, next } = outcome;
    attempts.push(failed);
    onRestart?.(failed);
    if (next.do === 'drop') left = withoutFailed(left, failed);
    if (next.do === 'stop' || left.length === 0) throw callFailed(attempts, failed);
    if (next.do === 'again' && !isRecorded && next.pause_ms > 0) await wait(next.pause_ms, signal);
    if (signal.aborted) throw cancelled(failed.model_id);
  }
}

type Candidates = FailoverOrder['candidates'][number][];

function withoutFailed(left: Candidates, { model_id: failed, fault }: ModelAttempt): Candidates {
  const tokens = left.find(({ modelId }) => modelId === failed)?.contextTokens ?? 0;
  const others = left.filter(({ modelId }) => modelId !== failed);
  // Where the conversation did not fit, it will not fit into less.
  return fault === 'context_too_long' ? others.filter(({ contextTokens }) => contextTokens > tokens) : others;
}

function callFailed(attempts: readonly ModelAttempt[], last: ModelAttempt): KeelsonError<'model.call_failed'> {
  const models = [...new Set(attempts.map(({ model_id }) => model_id))];
  const fault = last.fault ?? 'provider_error';
  return new KeelsonError('model.call_failed', {
    message: `${models.join(' and ')} gave no answer${attempts.length === 1 ? '' : ` in ${attempts.length} tries`}: ${shortly(last.detail === '' ? fault : last.detail)}.`,
    nextStep: adviceFor(fault),
    data: { fault, model_id: last.model_id, attempts: attempts.length, detail: last.detail },
  });
}

/** Providers send whole pages; one sentence holds no more than this, and the record holds the rest. */
const TOLD_CHARS_MAX = 300;

function shortly(detail: string): string {
  const [first = ''] = detail.trim().split('\n');
  const told = first.length > TOLD_CHARS_MAX ? `${first.slice(0, TOLD_CHARS_MAX)}…` : first;
  return told.endsWith('.') ? told.slice(0, -1) : told;
}

function adviceFor(fault: ModelFault): string {
  switch (fault) {
    case 'authentication':
      return 'Check the key for this provider: `keelson models --check` tries it.';
    case 'payment':
      return 'The account with this provider has no credit left; top it up or configure another model.';
    case 'not_found':
      return 'The provider does not know this model; `keelson models --check` lists what it serves.';
    case 'context_too_long':
      return 'The conversation is too long for every configured model; shorten it or configure one with a larger context.';
    case 'connection_refused':
    case 'address_unknown':
      return 'Check that the server runs and its address is right: `keelson models --check` tries it.';
    default:
      return 'Try again later, or configure a second model to fall back to.';
  }
}
