import type { Random } from '../../kernel/index.ts';

/** Long enough for a hiccup to pass, short enough that a person does not notice the first one. */
export const BACKOFF_BASE_MS = 500;
export const BACKOFF_FACTOR = 2;
/** Nobody waits longer for the same model without having been asked to. */
export const BACKOFF_MS_MAX = 30_000;
/** A server that asks for more than this is not worth waiting for while there are others. */
export const RETRY_AFTER_HONOURED_MS_MAX = 60_000;

export interface BackoffOptions {
  /** How often the model has failed so far, at least once. */
  readonly tries: number;
  /** As the server asked. */
  readonly retryAfterMs?: number | undefined;
  /** Until the call must have ended. */
  readonly leftMs: number;
  readonly random: Random;
}

/**
 * How long to wait before the same model is asked again: anywhere between nothing and a bound that doubles each time, so
 * that callers who failed together do not come back together; never less than the server asked for. Undefined when it is
 * not worth waiting: too much was asked, or nothing would be left of the time.
 */
export function backoffMs({ tries, retryAfterMs = 0, leftMs, random }: BackoffOptions): number | undefined {
  if (retryAfterMs > RETRY_AFTER_HONOURED_MS_MAX) return undefined;
  const boundMs = Math.min(BACKOFF_MS_MAX, BACKOFF_BASE_MS * BACKOFF_FACTOR ** (tries - 1));
  const waitMs = Math.max(retryAfterMs, Math.floor(boundMs * fraction(random)));
  return waitMs < leftMs ? waitMs : undefined;
}

/** Evenly from 0 up to 1, without 1. */
function fraction(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
}
