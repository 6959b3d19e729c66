import type { AssistantPart, ModelRequest, ModelResponse, OfferedTool } from '../../src/contracts/index.ts';

export const readTool: OfferedTool = {
  name: 'read_file',
  description: 'Reads a file of the workspace.',
  parameters: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'integer', minimum: 1 } }, required: ['path'], additionalProperties: false },
};

export function modelRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is in notes.txt?' }] }],
    tools: [],
    tool_choice: 'auto',
    output: null,
    max_output_tokens: 1_000,
    temperature: null,
    top_p: null,
    stop: [],
    seed: null,
    reasoning_effort: null,
    ...changes,
  };
}

export function modelResponse(content: AssistantPart[], changes: Partial<ModelResponse> = {}): ModelResponse {
  return {
    model_id: 'scripted',
    provider_response_id: null,
    message: { role: 'assistant', content },
    stop_reason: content.some(({ type }) => type === 'tool_call') ? 'tool_calls' : 'end_turn',
    usage: { input_tokens: 12, output_tokens: 5, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] },
    repairs: [],
    ...changes,
  };
}

export const textPart = (text: string): AssistantPart => ({ type: 'text', text });
export const callPart = (callId: string, name: string, argumentsText: string): AssistantPart => ({ type: 'tool_call', call_id: callId, name, arguments_text: argumentsText });
