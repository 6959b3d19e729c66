import type { JsonObject, JsonValue, ModelRequest, ModelResponse, OfferedTool, OutputSchema, StopReason, ToolCallPart } from '../../contracts/index.ts';
import { compileJsonSchema, decodeJson, KeelsonError, type JsonRepair, type JsonRepairKind, type SchemaProblem } from '../../kernel/index.ts';
import { nearestName } from '../settings/nearest-name.ts';

/** A call whose arguments fit the schema of a tool that was offered. Only these are ever run. */
export interface DecodedCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What is wrong with an answer, as it is told to the model. */
export interface AnswerProblem {
  /** Undefined when it concerns the answer as a whole. */
  readonly callId?: string;
  readonly text: string;
}

export interface DecodedAnswer {
  readonly calls: readonly DecodedCall[];
  /** The value that was asked for; undefined when none was, or the model called tools first. */
  readonly output: JsonValue | undefined;
  readonly problems: readonly AnswerProblem[];
}

/** Answers that did not come to their own end, and what the model is told of them. */
const CUT_OFF: Readonly<Partial<Record<StopReason, string>>> = {
  max_tokens: 'The answer was cut off at the limit of its length, so nothing of it was done. Answer again in fewer words, with one call at a time.',
  content_filter: 'The answer was stopped by a filter, so nothing of it was done. Answer again without what the filter may have met.',
  pause: 'The answer was interrupted, so nothing of it was done. Answer again.',
  unknown: 'The answer ended for a reason that is not known, so nothing of it was done. Answer again.',
};

/**
 * Reads what a model wants done and the structured value it was asked for. An answer that was cut off has no calls: what
 * is written of them may be the half of something else.
 */
export function decodeAnswer(request: Pick<ModelRequest, 'tools' | 'output'>, response: ModelResponse): DecodedAnswer {
  const written = response.message.content.filter((part) => part.type === 'tool_call');
  // A model that refuses has answered, and wants nothing done.
  if (response.stop_reason === 'refusal') return { calls: [], output: undefined, problems: [] };
  const cut = CUT_OFF[response.stop_reason];
  if (cut !== undefined) return { calls: [], output: undefined, problems: written.length > 0 ? written.map(({ call_id }) => ({ callId: call_id, text: cut })) : request.output === null ? [] : [{ text: cut }] };
  const decoded = written.map((call) => decodeCall(call, request.tools));
  const problems = decoded.filter((item) => 'text' in item);
  const calls = decoded.filter((item) => 'arguments' in item);
  // A turn is done whole or not at all: the sense of one call may rest on another.
  if (written.length > 0) return { calls: problems.length > 0 ? [] : calls, output: undefined, problems };
  if (request.output === null) return { calls: [], output: undefined, problems: [] };
  return decodeOutput(request.output, response);
}

/** What can be read in more than one way is good enough for words, but nothing is done on it. */
const AMBIGUOUS: ReadonlySet<JsonRepairKind> = new Set<JsonRepairKind>(['duplicate_key', 'mismatched_bracket', 'missing_colon', 'missing_comma', 'missing_value', 'surrounding_text', 'truncated', 'unescaped_quote']);

function decodeCall({ call_id: callId, name, arguments_text: text }: ToolCallPart, tools: readonly OfferedTool[]): DecodedCall | Required<AnswerProblem> {
  const tool = tools.find((offered) => offered.name === name);
  if (tool === undefined) return { callId, text: `There is no tool "${name}".${meantInstead(name, tools)} Offered are: ${tools.map((offered) => offered.name).join(', ') || 'none'}.` };
  const value = read(text === '' ? '{}' : text);
  if (typeof value === 'string') return { callId, text: `The arguments for "${name}" could not be read: ${value}` };
  const doubt = value.repairs.find(({ kind }) => AMBIGUOUS.has(kind));
  if (doubt !== undefined) return { callId, text: `The arguments for "${name}" are no JSON and could mean several things (${doubt.kind.replaceAll('_', ' ')} at character ${doubt.offset}).` };
  const problems = compileJsonSchema(tool.parameters)(value.json);
  if (problems.length > 0) return { callId, text: `The arguments for "${name}" do not fit its schema: ${sentenceOf(problems)}` };
  return { callId, name, arguments: value.json as JsonObject };
}

function decodeOutput({ name, schema }: OutputSchema, response: ModelResponse): DecodedAnswer {
  const text = response.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const value = read(text);
  const failed = (problem: string): DecodedAnswer => ({ calls: [], output: undefined, problems: [{ text: problem }] });
  if (typeof value === 'string') return failed(`The answer is to be one JSON value "${name}", and could not be read as one: ${value}`);
  const problems = compileJsonSchema(schema)(value.json);
  return problems.length > 0 ? failed(`The answer does not fit the schema "${name}": ${sentenceOf(problems)}`) : { calls: [], output: value.json, problems: [] };
}

function meantInstead(name: string, tools: readonly OfferedTool[]): string {
  const meant = nearestName(name, tools.map((offered) => offered.name));
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** The value, or why there is none. */
function read(text: string): { readonly json: JsonValue; readonly repairs: readonly JsonRepair[] } | string {
  try {
    const { value, complete, repairs } = decodeJson(text);
    return complete ? { json: value, repairs } : 'it ends before the value does.';
  } catch (error) {
    if (error instanceof KeelsonError && error.code.startsWith('json.')) return error.message;
    throw error;
  }
}

function sentenceOf(problems: readonly SchemaProblem[]): string {
  return `${problems.map(({ path, message }) => `${path === '' ? 'the value' : path} ${message}`).join('; ')}.`;
}
