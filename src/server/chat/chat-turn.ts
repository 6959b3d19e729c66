import { ChatTool, type ChatRequest, type FunctionTool, type ResponseInputItem, type ModelRequest, type ResponseId, type ResponseRequest } from '../../contracts/index.ts';
import { modelRequestOf, outputOf } from '../model-api/asked-request.ts';
import { choiceIn } from '../responses/asked-of-response.ts';
import { createConversation } from '../responses/input-messages.ts';
import type { Turn } from '../responses/turn.ts';
import { itemsOfChat } from './chat-messages.ts';

/** A request of chat completions as a turn; nothing of it is kept. */
export function turnOfChat(request: ChatRequest, id: ResponseId, createdAt: number, signal: AbortSignal): Omit<Turn, 'out'> {
  const conversation = createConversation();
  conversation.add(itemsOfChat(request.messages) as ResponseInputItem[]);
  const messages = conversation.messages();
  const tools = toolsOf(request);
  const asResponse: ResponseRequest = { model: request.model, store: false, tools: tools.map((tool) => ({ ...tool })), tool_choice: choiceIn(choiceOf(request.tool_choice)), parallel_tool_calls: request.parallel_tool_calls, max_output_tokens: request.max_completion_tokens ?? request.max_tokens };
  return { id, request: asResponse, createdAt, messages, sessionId: null, signal, asked: () => askedOf(request, tools, messages) };
}

function askedOf(request: ChatRequest, tools: readonly FunctionTool[], messages: Turn['messages']): ModelRequest {
  const { response_format: format, stop } = request;
  return modelRequestOf({
    messages,
    tools,
    toolChoice: choiceIn(choiceOf(request.tool_choice)),
    output: format?.type === 'json_schema' ? outputOf(format.json_schema.name, format.json_schema.schema) : format?.type === 'json_object' ? outputOf('json_object', undefined) : null,
    outputTokensMax: request.max_completion_tokens ?? request.max_tokens,
    temperature: request.temperature,
    topP: request.top_p,
    stop: typeof stop === 'string' ? [stop] : (stop ?? []),
    seed: request.seed,
    effort: request.reasoning_effort,
  });
}

/** The functions among the tools; other kinds are for other services, and are left out. */
function toolsOf({ tools }: ChatRequest): FunctionTool[] {
  return (tools ?? []).flatMap((tool) => {
    const read = ChatTool.safeParse(tool).data;
    return read === undefined ? [] : [{ type: 'function', ...read.function }];
  });
}

function choiceOf(choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null || !('function' in choice)) return choice;
  return { type: 'function', name: (choice.function as { name?: unknown }).name };
}
