import type { ModelRequest, ModelResponse, OfferedTool, StructuredOutput } from '../../contracts/index.ts';

/** How an answer is held to its schema with one provider: the request as it is sent, and the answer as it is meant. */
export interface SettledOutput {
  readonly request: ModelRequest;
  restore(response: ModelResponse): ModelResponse;
}

/**
 * By the provider's own means where it has them, else by a tool that takes the value, else by asking in words. Tools that
 * a model may use beside the value keep their place; then the value's tool is one more of them.
 */
export function settleOutput(request: ModelRequest, means: StructuredOutput): SettledOutput {
  const { output } = request;
  if (output === null || means === 'native') return { request, restore: (response) => response };
  if (means === 'instruction') {
    const text = `Answer with one JSON value and nothing else. It must fit this JSON Schema:\n${JSON.stringify(output.schema)}`;
    // At the end, so that what is before stays the same from turn to turn.
    return { request: { ...request, output: null, messages: [...request.messages, { role: 'user', content: [{ type: 'text', text }] }] }, restore: (response) => response };
  }
  const tool: OfferedTool = { name: output.name, description: 'Takes the final answer. Call it once, when the answer is complete.', parameters: wrapped(output.schema) };
  return {
    request: { ...request, output: null, tools: [...request.tools, tool], tool_choice: request.tools.length === 0 ? { name: output.name } : 'required' },
    restore: (response) => restoreFromTool(response, output.name, tool.parameters !== output.schema),
  };
}

/** Tools take objects; any other value travels inside one. */
function wrapped(schema: OfferedTool['parameters']): OfferedTool['parameters'] {
  return schema['type'] === 'object' ? schema : { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false };
}

function restoreFromTool(response: ModelResponse, name: string, isWrapped: boolean): ModelResponse {
  const call = response.message.content.find((part) => part.type === 'tool_call' && part.name === name);
  const others = response.message.content.filter((part) => part.type === 'tool_call' && part.name !== name);
  if (call?.type !== 'tool_call' || others.length > 0) {
    return { ...response, message: { role: 'assistant', content: response.message.content.filter((part) => part !== call) } };
  }
  const text = isWrapped ? unwrapped(call.arguments_text) : call.arguments_text;
  const kept = response.message.content.filter((part) => part.type === 'reasoning');
  return { ...response, stop_reason: response.stop_reason === 'tool_calls' ? 'end_turn' : response.stop_reason, message: { role: 'assistant', content: [...kept, { type: 'text', text }] } };
}

/** As it was written when it is not what was asked for; reading it will tell. */
function unwrapped(text: string): string {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return value === undefined ? text : JSON.stringify(value);
  } catch {
    return text;
  }
}
