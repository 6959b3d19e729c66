import { StepKey, type AppendKey, type RunId, type Sha256 } from '../../contracts/index.ts';
import { canonicalHash, sha256Hex } from '../../kernel/index.ts';
import { valueInvalid } from './journal-errors.ts';

const APPEND_KEY_CHARS_MAX = 256;

export function stepKeyOf(prefix: string, key: string, effect: string): StepKey {
  const path = prefix === '' ? key : `${prefix}/${key}`;
  const parsed = StepKey.safeParse(path);
  if (parsed.success) return parsed.data;
  throw valueInvalid({ key: path, effect, part: 'key' }, parsed.error);
}

/** The same step of the same run asking for the same thing is the same deed, however often it is attempted. */
export function idempotencyKeyOf(runId: RunId, key: StepKey, requestHash: Sha256): Sha256 {
  return canonicalHash([runId, key, requestHash]);
}

/** Recognises a record of a step that was already written; `part` says which of its records it is. */
export function appendKeyOf(runId: RunId, key: StepKey, part: string): AppendKey {
  const plain = `${runId}:${key}:${part}`;
  return plain.length <= APPEND_KEY_CHARS_MAX ? plain : `${runId}:${sha256Hex(key)}:${part}`;
}
