import type { ModelUsage, ResponseId, ResponseRequest, ResponseResource, ResponseStatus, ResponseUsage, StopReason } from '../../contracts/index.ts';
import { choiceIn, functionsOf } from './asked-of-response.ts';

/** A response before anything was said: what the client asked for, with what holds where it said nothing. */
export function blankResource(id: ResponseId, request: ResponseRequest, createdAt: number, status: ResponseStatus): ResponseResource {
  const { text, reasoning } = request;
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status,
    incomplete_details: null,
    model: request.model,
    previous_response_id: request.previous_response_id ?? null,
    instructions: request.instructions ?? null,
    output: [],
    error: null,
    tools: functionsOf(request.tools).map(({ name, description, parameters, strict }) => ({ type: 'function', name, description: description ?? null, parameters: parameters ?? null, strict: strict ?? null })),
    tool_choice: choiceIn(request.tool_choice),
    truncation: request.truncation ?? 'disabled',
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    text: { format: text?.format ?? { type: 'text' }, ...(typeof text?.verbosity === 'string' && { verbosity: text.verbosity }) },
    top_p: request.top_p ?? 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    temperature: request.temperature ?? 1,
    reasoning: reasoning === null || reasoning === undefined ? null : { effort: reasoning.effort ?? null, summary: reasoning.summary ?? null },
    usage: null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    store: request.store ?? true,
    background: request.background ?? false,
    service_tier: 'default',
    metadata: request.metadata ?? {},
    safety_identifier: request.safety_identifier ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
  };
}

export function usageOf({ input_tokens, output_tokens, cached_input_tokens, reasoning_tokens }: ModelUsage): ResponseUsage {
  const [input, output] = [input_tokens ?? 0, output_tokens ?? 0];
  return { input_tokens: input, input_tokens_details: { cached_tokens: cached_input_tokens }, output_tokens: output, output_tokens_details: { reasoning_tokens }, total_tokens: input + output };
}

/** Why an answer is not whole; undefined for one that is. */
export function incompleteReason(reason: StopReason): string | undefined {
  if (reason === 'max_tokens') return 'max_output_tokens';
  return reason === 'content_filter' ? 'content_filter' : undefined;
}
