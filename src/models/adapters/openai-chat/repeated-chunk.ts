import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';
import { textsOf } from './read-message.ts';

/** Models write in tokens, and few tokens are longer; what is shorter may honestly come twice. */
const TELLING_CHARS_MIN = 24;

/** Rows of dashes and deep indents are single tokens that may honestly come twice, whatever their length. */
const TELLING_DISTINCT_CHARS_MIN = 6;

/**
 * Whether a chunk that is the same, byte for byte, as the one before it must be that one again, sent twice by something
 * on the way. `beganCall` says that the one before began a call.
 */
export function isRepeatedChunk(chunk: WireObject, beganCall: boolean): boolean {
  if (beganCall || textOf(chunk['obfuscation']) !== '') return true;
  return listOf(chunk['choices']).some((item) => {
    const choice = objectOf(item) ?? {};
    return textOf(choice['finish_reason']) !== '' || textsOf(objectOf(choice['delta']) ?? {}).some(isTelling);
  });
}

function isTelling(text: string): boolean {
  return text.length >= TELLING_CHARS_MIN && new Set(text).size >= TELLING_DISTINCT_CHARS_MIN;
}
