import type { HttpLimits } from '../http/http-port.ts';

/** A host that is there answers a handshake well within this. */
const CONNECT_MS = 10_000;
/** Large prompts on slow machines take long to read; past this a person has given up. */
const FIRST_BYTE_MS = 60_000;
/** Providers send a sign of life at least this often. */
const IDLE_MS = 60_000;
const TOTAL_MS = 600_000;
/** Far beyond the longest answer, far below what fills the memory. */
const BYTES_MAX = 64 * 1024 * 1024;

export const DEFAULT_LIMITS: HttpLimits = { connectMs: CONNECT_MS, firstByteMs: FIRST_BYTE_MS, idleMs: IDLE_MS, totalMs: TOTAL_MS, bytesMax: BYTES_MAX };

/** An error page is read to see what it says, not to keep it. */
export const ERROR_BYTES_MAX = 64 * 1024;

/** Tries at one model before the next one is asked. */
export const TRIES_PER_MODEL_MAX = 3;
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
