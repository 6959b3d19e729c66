import type { JsonValue } from '../../contracts/index.ts';
import { decodeJson, KeelsonError } from '../../kernel/index.ts';

/** How models write calls when the way their provider has for it was lost. */
const MARKS = ['<tool_call>', '<tool_use>', '<function=', '<function_call>', '<invoke name=', '<|tool_call', '<|python_tag|>', '[TOOL_CALLS]'];
const NAMING = ['name', 'tool', 'tool_name', 'function'];
const GIVING = ['arguments', 'parameters', 'args', 'input'];
/** A call is short; what is longer is an answer that has JSON in it. */
const CALL_CHARS_MAX = 20_000;

/** Whether a text reads like a call of one of these tools. It is only ever answered with words, never executed. */
export function readsLikeCall(text: string, names: readonly string[]): boolean {
  const said = text.trim();
  if (said.length > CALL_CHARS_MAX) return false;
  if (MARKS.some((mark) => said.includes(mark)) && names.some((name) => said.includes(name))) return true;
  if (!['{', '[', '`'].includes(said.charAt(0))) return false;
  const value = valueOf(said);
  return (Array.isArray(value) ? value : [value]).some((one) => namesTool(one, names));
}

function namesTool(value: JsonValue | undefined, names: readonly string[]): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const named = NAMING.map((key) => value[key]);
  if (named.some((inner) => namesTool(inner, names))) return true;
  return GIVING.some((key) => key in value) && named.some((name) => typeof name === 'string' && names.includes(name));
}

function valueOf(text: string): JsonValue | undefined {
  try {
    return decodeJson(text).value;
  } catch (error) {
    if (error instanceof KeelsonError && error.code.startsWith('json.')) return undefined;
    throw error;
  }
}
