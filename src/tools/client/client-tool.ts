import { z } from 'zod';
import { CLIENT_TOOL_PREFIX, ToolDefinition, type ClientFunction, type RoleId } from '../../contracts/index.ts';
import { compileJsonSchema, KeelsonError } from '../../kernel/index.ts';
import { hiddenInValue } from '../mcp/hidden-characters.ts';
import { ANSWER_TIME_MS } from '../builtin/people/limits.ts';
import type { Tool } from '../registry/tool.ts';

const Output = z.strictObject({ output: z.string() });
type Output = z.infer<typeof Output>;

/** Behind every other tool: a request in plain words never means one of them. */
const PRIORITY = 1;

/** Why a function cannot be offered to a model; undefined when it can. The words are those of a stranger, as a server's are. */
export function faultOfFunction(one: ClientFunction): string | undefined {
  const hidden = hiddenInValue(one);
  if (hidden !== undefined) return `its definition holds ${hidden}`;
  if (one.parameters['type'] !== 'object') return 'its parameters are not described as an object';
  try {
    compileJsonSchema(one.parameters);
    return undefined;
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return `the schema of its parameters cannot be used: ${error.message}`;
  }
}

/**
 * A function that whoever started the run calls for it. What it does is done on the other side and cannot be seen from here: what
 * comes back is a stranger's word. To ask for it twice is to ask once, for the call has one id, so a run that is gone on with asks again.
 */
export function clientTool({ name, description, parameters }: ClientFunction, allowedRoles: readonly [RoleId, ...RoleId[]]): Tool<Record<string, unknown>, Output> {
  const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(Output, { io: 'output' });
  const own = parameters['description'];
  const words = [description, ...(typeof own === 'string' ? [own] : [])].filter((text) => text !== '');
  const definition = ToolDefinition.parse({
    tool_id: `${CLIENT_TOOL_PREFIX}${name}`,
    tool_name: name,
    version: '1.0.0',
    category: 'network',
    input_schema: words.length === 0 ? parameters : { ...parameters, description: words.join('\n') },
    output_schema: outputSchema,
    side_effects: 'idempotent_write',
    handles_patterns: [],
    keywords: [],
    priority: PRIORITY,
    timeout_ms: ANSWER_TIME_MS,
    max_retries: 0,
    approval_required: false,
    allowed_roles: allowedRoles,
    cost_tier: 'free',
    entrypoint: `client/${name}`,
  } satisfies Record<keyof Omit<ToolDefinition, 'rate_limit' | 'max_bytes'>, unknown>);
  return {
    definition,
    input: null,
    output: Output,
    touches: ['network'],
    taint: 'external_untrusted',
    intentions: () => [{ kind: 'remote', server: 'the client', name, isBrought: true }],
    perform: async (input, { askClient }) => ({ output: await askClient({ name, arguments: input as ClientFunction['parameters'] }) }),
    show: ({ output }) => (output === '' ? 'The function gave nothing back.' : output),
  };
}
