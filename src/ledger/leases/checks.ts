import { KeelsonError } from '../../kernel/index.ts';
import { LEASE_TTL_MS_MAX, RECORD_NAME_CHARS_MAX } from '../limits.ts';

/** Names are keys of the store: printable, without spaces, so that no two can be mistaken for each other. */
export function checkName(path: string, name: string): void {
  const isBounded = name.length > 0 && name.length <= RECORD_NAME_CHARS_MAX;
  if (isBounded && [...name].every((character) => character > ' ' && character <= '~')) return;
  throw invalid(path, `expected 1 to ${RECORD_NAME_CHARS_MAX} printable ASCII characters without spaces`);
}

export function checkTtl(ttlMs: number): void {
  if (Number.isSafeInteger(ttlMs) && ttlMs > 0 && ttlMs <= LEASE_TTL_MS_MAX) return;
  throw invalid('ttlMs', `expected a whole number of milliseconds from 1 to ${LEASE_TTL_MS_MAX}`);
}

export function invalid(path: string, message: string): KeelsonError {
  return new KeelsonError('input.invalid', {
    message: `The request was not carried out: ${path} is wrong (${message}).`,
    nextStep: `Correct ${path} and ask again; nothing was changed.`,
    data: { issues: [{ path, message }] },
  });
}
