import { z } from 'zod';
import { ToolDefinition, type JsonObject, type TaintClass, type Touched } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Tool } from './tool.ts';

type Declared = Pick<ToolDefinition, 'tool_id' | 'tool_name' | 'category' | 'side_effects' | 'priority' | 'timeout_ms' | 'allowed_roles'>;
type WithDefault = 'version' | 'handles_patterns' | 'keywords' | 'max_retries' | 'approval_required' | 'entrypoint' | 'rate_limit' | 'max_bytes';

export interface ToolDeclaration<Input, Output> extends Declared, Partial<Pick<ToolDefinition, WithDefault>> {
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly touches: readonly Touched[];
  readonly taint: TaintClass;
  readonly alsoCosts?: Tool<Input, Output>['alsoCosts'];
  readonly readRequest?: Tool<Input, Output>['readRequest'];
  readonly availability?: Tool<Input, Output>['availability'];
  readonly intentions: Tool<Input, Output>['intentions'];
  readonly perform: Tool<Input, Output>['perform'];
  readonly show: Tool<Input, Output>['show'];
  readonly alsoTells?: Tool<Input, Output>['alsoTells'];
}

/** A built-in tool: its contract is written once, as zod, and the JSON Schema that models and people see is made from it. */
export function defineTool<Input, Output>(declaration: ToolDeclaration<Input, Output>): Tool<Input, Output> {
  const { input, output, touches, taint, alsoCosts, readRequest, availability, intentions, perform, show, alsoTells, ...rest } = declaration;
  const definition = ToolDefinition.safeParse({
    version: '1.0.0',
    handles_patterns: [],
    keywords: [],
    max_retries: 0,
    approval_required: false,
    cost_tier: 'free',
    entrypoint: `tools/builtin/${rest.tool_id}`,
    ...rest,
    input_schema: {},
    output_schema: {},
  });
  if (!definition.success) throw definitionInvalid(rest.tool_id, definition.error);
  return { definition: withSchemas(definition.data, input, output), input, output, touches, taint, intentions, perform, show, ...(alsoCosts && { alsoCosts }), ...(readRequest && { readRequest }), ...(availability && { availability }), ...(alsoTells && { alsoTells }) };
}

/** Describing a contract as JSON Schema takes long and many a run asks for few of them, so each is made when it is first read. */
function withSchemas(definition: ToolDefinition, input: z.ZodType, output: z.ZodType): ToolDefinition {
  let [ofInput, ofOutput]: [JsonObject?, JsonObject?] = [];
  return Object.defineProperties(definition, {
    input_schema: { enumerable: true, configurable: true, get: () => (ofInput ??= schemaOf(input, 'input')) },
    output_schema: { enumerable: true, configurable: true, get: () => (ofOutput ??= schemaOf(output, 'output')) },
  });
}

/** A definition with something else in it; what is not made yet stays so. */
export function definitionWith(definition: ToolDefinition, changed: Partial<ToolDefinition>): ToolDefinition {
  return Object.defineProperties({} as ToolDefinition, { ...Object.getOwnPropertyDescriptors(definition), ...Object.getOwnPropertyDescriptors(changed) });
}

/** What a caller may leave out is optional in the input, and always there in the output. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rules } = z.toJSONSchema(schema, { io });
  return rules as JsonObject;
}

function definitionInvalid(toolId: string, error: z.ZodError): KeelsonError<'tool.definition_invalid'> {
  return new KeelsonError('tool.definition_invalid', {
    message: `The definition of the tool ${toolId} is not valid.`,
    nextStep: 'Correct what is named, then register the tool again.',
    data: { tool_id: toolId, issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  });
}
