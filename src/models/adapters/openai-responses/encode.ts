import type { ModelRequest, OfferedTool, OutputSchema, ToolChoice } from '../../../contracts/index.ts';
import type { Target, WireRequest } from '../adapter.ts';
import { effortFor, samplingFor } from '../openai-shared/reasoning-fields.ts';
import { requestBody } from '../openai-shared/request-body.ts';
import { sortedTools } from '../openai-shared/request-content.ts';
import { requestHeaders } from '../openai-shared/request-headers.ts';
import { stableSchema } from '../openai-shared/stable-schema.ts';
import { isStrictSchema } from '../openai-shared/strict-schema.ts';
import { encodeConversation } from './encode-input.ts';

/** OpenAI refuses to seal the reasoning of models that have none; every family since reasons. */
const FAMILIES_WITHOUT_REASONING = ['gpt-3.5', 'gpt-4', 'chatgpt-', 'gpt-5-chat', 'ft:gpt-3.5', 'ft:gpt-4'];

/** OpenAI refuses to write less. */
const OUTPUT_TOKENS_MIN = 16;

/**
 * What seldom changes comes first, then the conversation, then what may differ from call to call. The format knows
 * neither stop sequences nor a seed. Nothing is kept by the provider, so it hands its reasoning out sealed instead.
 */
export function encodeResponses(request: ModelRequest, target: Target): WireRequest {
  const hasTools = request.tools.length > 0;
  const effort = effortFor(request, target);
  const { instructions, input } = encodeConversation(request.messages, target.provider);
  return {
    path: '/responses',
    headers: requestHeaders(target),
    body: requestBody({
      model: target.name,
      instructions,
      tools: hasTools ? sortedTools(request.tools).map(functionTool) : undefined,
      tool_choice: hasTools ? toolChoice(request.tool_choice) : undefined,
      text: request.output === null ? undefined : textFormat(request.output),
      input,
      max_output_tokens: Math.max(OUTPUT_TOKENS_MIN, request.max_output_tokens),
      ...samplingFor(request, target),
      reasoning: effort === undefined ? undefined : { effort },
      include: sealsReasoning(effort, target) ? ['reasoning.encrypted_content'] : undefined,
      store: false,
      stream: true,
    }),
  };
}

function sealsReasoning(effort: string | undefined, { name, provider }: Target): boolean {
  if (!provider.is_first_party) return false;
  return effort !== undefined || !FAMILIES_WITHOUT_REASONING.some((family) => name.startsWith(family));
}

/** Left unsaid, the format would hold arguments to the schema strictly and refuse schemas that do not allow it. */
function functionTool({ name, description, parameters }: OfferedTool): unknown {
  return { type: 'function', name, description, parameters: stableSchema(parameters), strict: false };
}

/** Without a word a model that has tools may use them. */
function toolChoice(choice: ToolChoice): unknown {
  if (choice === 'auto') return undefined;
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.name };
}

function textFormat({ name, schema }: OutputSchema): unknown {
  return { format: { type: 'json_schema', name, strict: isStrictSchema(schema), schema: stableSchema(schema) } };
}
