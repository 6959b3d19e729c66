import { z } from 'zod';
import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Outcome } from '../../client/index.ts';
import type { ErrorBody } from '../../contracts/index.ts';
import type { Asking, McpTool } from './offer.ts';

export interface ToolDeclaration<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
  readonly answer: (given: z.output<Input>, asking: Asking) => Promise<Outcome<z.input<Output>>>;
}

/** A tool whose arguments are checked before and whose answer after; what fails is told to the model with what to do next. */
export function defineMcpTool<Input extends z.ZodType, Output extends z.ZodType>({ name, title, description, annotations, input, output, answer }: ToolDeclaration<Input, Output>): McpTool {
  return {
    definition: { name, title, description, annotations: { title, ...annotations }, inputSchema: jsonSchema(input, 'input'), outputSchema: jsonSchema(output, 'output') },
    async call(given, asking) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return failed(invalid(name, parsed.error));
      const outcome = await answer(parsed.data, asking);
      if (!outcome.ok) return failed(outcome.error);
      const structured = output.parse(outcome.value) as Record<string, unknown>;
      return { content: [{ type: 'text', text: JSON.stringify(structured, undefined, 2) }], structuredContent: structured };
    },
  };
}

/** Every input and output of ours is an object, which is what the protocol asks for. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as Tool['inputSchema'];
}

function failed({ message, next_step: nextStep, code }: ErrorBody): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${message}\n${nextStep}\n[${code}]` }] };
}

function invalid(tool: string, { issues }: z.ZodError): ErrorBody {
  const listed = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');
  return { code: 'input.invalid', message: `The arguments of ${tool} do not fit: ${listed}.`, next_step: 'Correct these and call it again; nothing was done.', data: {} };
}
