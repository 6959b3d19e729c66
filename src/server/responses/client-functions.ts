import { ClientFunctions, FunctionCallId, type ModelMessage, type ResponseRequest, type UserMessage } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { invalidInput } from '../model-api/input-content.ts';
import { choiceIn, functionsOf } from './asked-of-response.ts';

const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * The functions that a client brings to a run; undefined where there are none. A run plans which tools it needs, so that a call
 * which is demanded could not be promised: it is refused rather than left out.
 */
export async function functionsForRun({ tools, tool_choice, parallel_tool_calls: parallel }: ResponseRequest, model: string): Promise<ClientFunctions | undefined> {
  const choice = choiceIn(tool_choice);
  const allowed = typeof choice === 'object' && choice.type === 'allowed_tools' ? new Set(choice.tools.map(({ name }) => name)) : undefined;
  const mode = typeof choice === 'string' ? choice : choice.type === 'function' ? 'required' : choice.mode;
  const offered = mode === 'none' ? [] : functionsOf(tools).filter(({ name }) => allowed?.has(name) ?? true);
  const [first] = offered;
  if (first === undefined) return undefined;
  if (mode === 'required') throw demanded(first.name, model);
  const read = ClientFunctions.safeParse({ offered: offered.map(({ name, description, parameters }) => ({ name, description: description ?? '', parameters: parameters ?? NO_PARAMETERS })), side_by_side: parallel !== false });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalidInput(['tools', ...(issue?.path.slice(1) ?? [])].join('.'), issue?.message ?? 'it has another shape');
  }
  const { faultOfFunction } = await import('../../tools/index.ts');
  for (const [at, one] of read.data.offered.entries()) {
    const fault = faultOfFunction(one);
    if (fault !== undefined) throw invalidInput(`tools.${at}`, fault);
  }
  return read.data;
}

function demanded(name: string, model: string): KeelsonError<'response.not_served'> {
  return new KeelsonError('response.not_served', {
    message: `${model} plans which tools it needs, and cannot promise that it has "${name}" called, which this request demands.`,
    nextStep: 'Leave it to the model whether a function is called (tool_choice: "auto") and say in the task what it is needed for, or name a model of GET /v1/models.',
    data: { model, asked: 'tool_choice' },
  });
}

/** What stands after the last words of an assistant. */
export interface Answered {
  readonly answers: readonly { readonly callId: string; readonly output: string }[];
  /** What the person says beside it. */
  readonly words: string;
  /** Calls that the last words of the assistant asked for. */
  readonly asked: readonly string[];
}

/** What functions gave, by the end of a conversation; what was given before was given to a run that has gone on since. */
export function answeredIn(messages: readonly ModelMessage[]): Answered {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = messages[at];
  const after = messages.slice(at + 1);
  return {
    answers: after.flatMap((message) => (message.role === 'tool' ? message.content : [])).map(({ call_id: callId, content }) => ({ callId, output: textOf(content) })),
    words: after.flatMap((message) => (message.role === 'user' ? [textOf(message.content)] : [])).join('\n').trim(),
    asked: last?.role === 'assistant' ? last.content.flatMap((part) => (part.type === 'tool_call' ? [part.call_id] : [])) : [],
  };
}

/** A call of ours, which is known by its id wherever it comes from. */
export function ownCall(callId: string): FunctionCallId {
  const id = FunctionCallId.safeParse(callId);
  if (id.success) return id.data;
  throw new KeelsonError('function_call.unknown', { message: `No function was ever called under ${callId}.`, nextStep: 'Give back the call_id as it came; calls of other models are answered to them.', data: { call_id: callId } });
}

/** Only words: a picture would be nobody's to look at. */
function textOf(content: UserMessage['content']): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
