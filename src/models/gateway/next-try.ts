import type { ModelFault } from '../../contracts/index.ts';
import type { Random } from '../../kernel/index.ts';
import { backoffMs } from '../failure/backoff.ts';
import { REMEDY } from '../failure/classify.ts';
import { TRIES_AFTER_SILENCE_MAX, TRIES_MAX, TRIES_PER_MODEL_MAX } from './limits.ts';
import type { NextTry } from './try-outcome.ts';

export interface FailedTry {
  readonly fault: ModelFault;
  /** As the server asked. */
  readonly retryAfterMs: number | undefined;
  /** How many tries there were in all, and at this model, this one among them. */
  readonly number: number;
  readonly tries: number;
  /** Whether the same model can be asked at once with another key. */
  readonly hasOtherKey: boolean;
  /** How many other models could still be asked. */
  readonly others: number;
  readonly leftMs: number;
  readonly random: Random;
}

/** What another key may mend. */
const OF_THE_KEY: ReadonlySet<ModelFault> = new Set<ModelFault>(['rate_limited', 'authentication', 'payment']);
/** A server that said nothing may have worked all the while, and billed for it. */
const SILENCE: ReadonlySet<ModelFault> = new Set<ModelFault>(['first_byte_timeout', 'idle_timeout']);

export function nextTry({ fault, retryAfterMs, number, tries, hasOtherKey, others, leftMs, random }: FailedTry): NextTry {
  if (REMEDY[fault] === 'give_up' || number >= TRIES_MAX || leftMs <= 0) return { do: 'stop' };
  if (hasOtherKey && OF_THE_KEY.has(fault)) return { do: 'again', pause_ms: 0 };
  const triesMax = SILENCE.has(fault) ? TRIES_AFTER_SILENCE_MAX : TRIES_PER_MODEL_MAX;
  const pauseMs = REMEDY[fault] === 'retry' && tries < triesMax ? backoffMs({ tries, retryAfterMs, leftMs, random }) : undefined;
  if (pauseMs !== undefined) return { do: 'again', pause_ms: pauseMs };
  return others > 0 ? { do: 'drop' } : { do: 'stop' };
}
