import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { canonicalJson, decodeJson, KeelsonError } from '../../kernel/index.ts';
import { CallFault } from '../failure/faults.ts';

/**
 * The arguments of an earlier call for formats that want an object where a model wrote text. A text that is none is shown
 * to the model as it wrote it: the result that follows says what was wrong with it.
 */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = decoded(text);
  if (value === undefined) return { unreadable_arguments: text };
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
}

function decoded(text: string): JsonValue | undefined {
  try {
    return decodeJson(text).value;
  } catch (error) {
    if (error instanceof KeelsonError) return undefined;
    throw error;
  }
}

/** The text of arguments that came as a value: one spelling for equal values. */
export function argumentsTextOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return canonicalJson(value ?? {});
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    throw new CallFault('garbage', 'The arguments of a tool call are nested too deep or hold half a character.', { cause: error });
  }
}
