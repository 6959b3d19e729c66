import type { ProviderSettings } from '../../contracts/index.ts';
import type { HttpLimits } from '../http/http-port.ts';

/** A host that is there answers a handshake well within this. */
const CONNECT_MS = 10_000;
/** Hosted models begin to answer well within this; a local one may first have to be loaded from disk, and has all the time there is. */
const FIRST_BYTE_MS = 100_000;
/** Models have been seen to think for minutes between two signs of life. */
const IDLE_MS = 300_000;
const TOTAL_MS = 900_000;
/** Far beyond the longest answer, far below what fills the memory. */
const BYTES_MAX = 64 * 1024 * 1024;

export const DEFAULT_LIMITS: HttpLimits = { connectMs: CONNECT_MS, firstByteMs: FIRST_BYTE_MS, idleMs: IDLE_MS, totalMs: TOTAL_MS, bytesMax: BYTES_MAX };

/** What a person set for a provider, or what is right for where it runs. */
export function limitsFor({ location, timeouts_ms: set = {} }: Pick<ProviderSettings, 'location' | 'timeouts_ms'>): HttpLimits {
  const totalMs = set.total ?? TOTAL_MS;
  return {
    connectMs: set.connect ?? CONNECT_MS,
    firstByteMs: set.first_byte ?? (location === 'local' ? totalMs : FIRST_BYTE_MS),
    idleMs: set.idle ?? IDLE_MS,
    totalMs,
    bytesMax: BYTES_MAX,
  };
}

/** An error page is read to see what it says, not to keep it. */
export const ERROR_BYTES_MAX = 64 * 1024;

/** Tries at one model before the next one is asked. */
export const TRIES_PER_MODEL_MAX = 3;
/** A second one only, where the first may have been worked on in silence, and billed. */
export const TRIES_AFTER_SILENCE_MAX = 2;
/** Tries in all: an answer that needs more is not coming. */
export const TRIES_MAX = 8;

/** No wait goes beyond what is left of the time for the whole call. */
export function limitsWithin(limits: HttpLimits, leftMs: number): HttpLimits {
  const left = Math.max(1, Math.floor(leftMs));
  return {
    connectMs: Math.min(limits.connectMs, left),
    firstByteMs: Math.min(limits.firstByteMs, left),
    idleMs: Math.min(limits.idleMs, left),
    totalMs: Math.min(limits.totalMs, left),
    bytesMax: limits.bytesMax,
  };
}
