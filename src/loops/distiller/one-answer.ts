import { z } from 'zod';
import type { JsonObject, ModelRequest } from '../../contracts/index.ts';

/** What is asked beside all tasks: once, without tools, for one answer of a known form. */
export interface OneAnswer {
  readonly head: string;
  readonly body: string;
  readonly answer: readonly [name: string, schema: z.ZodType];
  readonly maxOutputTokens: number;
}

export function oneAnswer({ head, body, answer: [name, schema], maxOutputTokens }: OneAnswer): ModelRequest {
  return {
    messages: [{ role: 'system', text: head }, { role: 'user', content: [{ type: 'text', text: body }] }],
    tools: [],
    tool_choice: 'none',
    output: { name, schema: z.toJSONSchema(schema, { io: 'input' }) as JsonObject },
    max_output_tokens: maxOutputTokens,
    temperature: null,
    top_p: null,
    stop: [],
    seed: null,
    reasoning_effort: null,
  };
}
