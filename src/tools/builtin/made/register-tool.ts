import { z } from 'zod';
import { JsonObject, MADE_TOOL_EXAMPLES_MAX, MADE_TOOL_PREFIX, MADE_TOOL_SOURCE_CHARS_MAX, MadeTool, MadeToolExample, NonEmptyText } from '../../../contracts/index.ts';
import { canonicalJson, compileJsonSchema, sha256Hex } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Tool } from '../../registry/tool.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { resultOf } from './made-tool.ts';

const TOOL_ID = 'register_tool';
const TIMEOUT_MS = 120_000;

const Input = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,47}$/, 'expected small letters, digits and underscores').describe(`The name of the tool; it is offered as ${MADE_TOOL_PREFIX}name.`),
  description: NonEmptyText.max(200).describe('What it does, in one sentence.'),
  path: NonEmptyText.describe('The JavaScript file below the workspace that holds it. It imports nothing.'),
  function_name: MadeTool.shape.function_name.describe('The function in it. It takes one object and gives back a JSON value.'),
  input_schema: JsonObject.describe('A JSON Schema of the object that it takes.'),
  examples: z.array(MadeToolExample).min(1).max(MADE_TOOL_EXAMPLES_MAX).describe('What it must give for what; each is tried before the tool is taken.'),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ tool: MadeTool });
type Output = z.infer<typeof Output>;

/**
 * Proposes a tool for the catalogue. The function is run on every example where it can reach nothing; one that does not meet them
 * all is refused. What comes of it is a proposal: whoever runs the task takes it into the catalogue, or does not.
 */
export const registerToolTool: Tool<Input, Output> = defineTool<Input, Output>({
  tool_id: TOOL_ID,
  tool_name: 'Hand in a tool for the catalogue',
  category: 'validation',
  side_effects: 'idempotent_write',
  priority: 1,
  timeout_ms: TIMEOUT_MS,
  allowed_roles: ['toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'read', path }],
  async perform({ name, description, path, function_name: functionName, input_schema: schema, examples }, hands) {
    const { bytes } = await readInput(TOOL_ID, hands.files, path, MADE_TOOL_SOURCE_CHARS_MAX);
    const source = new TextDecoder('utf-8').decode(bytes);
    const tool: MadeTool = { tool_id: `${MADE_TOOL_PREFIX}${name}`, description, function_name: functionName, source, source_sha256: sha256Hex(bytes), input_schema: schema, examples };
    const fits = compileJsonSchema(schema);
    for (const [at, { input, output }] of examples.entries()) {
      const problems = fits(input);
      if (problems.length > 0) throw toolFailure(TOOL_ID, `Example ${at + 1} does not fit the input schema: ${problems.map(({ path: at, message }) => `${at} ${message}`).join('; ')}.`, 'Correct the example or the schema.');
      const given = await resultOf(tool, input, hands);
      if (canonicalJson(given) !== canonicalJson(output)) throw toolFailure(TOOL_ID, `For example ${at + 1} the tool gives ${JSON.stringify(given).slice(0, 300)}, and ${JSON.stringify(output).slice(0, 300)} is expected.`, 'Correct the tool or the example, and hand it in again.');
    }
    return { tool };
  },
  show: ({ tool }) => `${tool.tool_id} gives what is expected for ${tool.examples.length} ${tool.examples.length === 1 ? 'example' : 'examples'}. It is taken into the catalogue when the work is accepted.`,
});
