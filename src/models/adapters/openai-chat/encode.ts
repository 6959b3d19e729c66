import type { ModelRequest, OfferedTool, OutputSchema, ToolChoice } from '../../../contracts/index.ts';
import type { Target, WireRequest } from '../adapter.ts';
import { servesOpenAiModels } from '../openai-shared/openai-hosts.ts';
import { effortFor, samplingFor, stopFor } from '../openai-shared/reasoning-fields.ts';
import { requestBody } from '../openai-shared/request-body.ts';
import { sortedTools } from '../openai-shared/request-content.ts';
import { requestHeaders } from '../openai-shared/request-headers.ts';
import { stableSchema } from '../openai-shared/stable-schema.ts';
import { isStrictSchema } from '../openai-shared/strict-schema.ts';
import { chatMessages } from './encode-messages.ts';

/** What seldom changes comes first, then the conversation, then what may differ from call to call. */
export function encodeChat(request: ModelRequest, target: Target): WireRequest {
  const hasTools = request.tools.length > 0;
  return {
    path: '/chat/completions',
    headers: requestHeaders(target),
    body: requestBody({
      model: target.name,
      tools: hasTools ? sortedTools(request.tools).map(functionTool) : undefined,
      tool_choice: hasTools ? toolChoice(request.tool_choice) : undefined,
      response_format: request.output === null ? undefined : responseFormat(request.output),
      messages: chatMessages(request.messages, target.provider),
      ...outputLimit(request.max_output_tokens, target),
      ...samplingFor(request, target),
      stop: stopFor(request, target),
      seed: request.seed ?? undefined,
      reasoning_effort: effortFor(request, target),
      stream: true,
      stream_options: { include_usage: true },
    }),
  };
}

/** OpenAI's reasoning models refuse the old name, and other servers do not know the new one. */
function outputLimit(tokens: number, { provider }: Target): Readonly<Record<string, number>> {
  return servesOpenAiModels(provider) ? { max_completion_tokens: tokens } : { max_tokens: tokens };
}

function functionTool({ name, description, parameters }: OfferedTool): unknown {
  return { type: 'function', function: { name, description, parameters: stableSchema(parameters) } };
}

/** Without a word a model that has tools may use them. */
function toolChoice(choice: ToolChoice): unknown {
  if (choice === 'auto') return undefined;
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function responseFormat({ name, schema }: OutputSchema): unknown {
  return { type: 'json_schema', json_schema: { name, strict: isStrictSchema(schema), schema: stableSchema(schema) } };
}
