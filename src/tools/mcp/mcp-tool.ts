import { z } from 'zod';
import { ToolDefinition, type JsonObject, type RoleId, type ToolId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Tool } from '../registry/tool.ts';
import { judgeListedTools, sideEffectsOf, type ListedTool } from './listed-tool.ts';
import type { ServerTools } from './list-tools.ts';
import type { McpServer } from './server.ts';
import { McpToolOutput, showToolOutput, toolOutput } from './tool-output.ts';
import { definitionChanged, changesSince, proposedPin, type ProposedPin } from './tool-pins.ts';

export interface AcceptedTool {
  readonly server: McpServer;
  readonly toolId: ToolId;
  readonly listed: ListedTool;
  /** What was accepted: the call is refused when the server tells something else by then. */
  readonly pin: ProposedPin;
  readonly trustsAnnotations: boolean;
  /** A server that is a program of this machine may do more than talk to another. */
  readonly isProgram: boolean;
  readonly allowedRoles: readonly [RoleId, ...RoleId[]];
}

/** Behind every tool that is built in: a request in plain words never means one of another server. */
const PRIORITY = 1;

/** A tool of a server, as the registry and the runner know tools. */
export function mcpTool({ server, toolId, listed, pin, trustsAnnotations, isProgram, allowedRoles }: AcceptedTool): Tool<Record<string, unknown>, McpToolOutput> {
  const sideEffects = sideEffectsOf(listed, trustsAnnotations);
  const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(McpToolOutput, { io: 'output' });
  const definition = ToolDefinition.parse({
    tool_id: toolId,
    tool_name: titleOf(listed),
    version: '1.0.0',
    category: 'network',
    input_schema: describedInput(listed),
    output_schema: outputSchema,
    side_effects: sideEffects,
    handles_patterns: [],
    keywords: [],
    priority: PRIORITY,
    timeout_ms: server.callTimeoutMs,
    max_retries: 0,
    approval_required: sideEffects !== 'read_only',
    allowed_roles: allowedRoles,
    cost_tier: 'free',
    entrypoint: `mcp/${server.name}/${listed.name}`,
  } satisfies Record<keyof Omit<ToolDefinition, 'rate_limit' | 'max_bytes'>, unknown>);
  return {
    definition,
    input: null,
    output: McpToolOutput,
    touches: isProgram ? ['programs', 'network'] : ['network'],
    taint: 'external_untrusted',
    intentions: () => [{ kind: 'remote', server: server.name, name: listed.name }],
    async perform(input, { signal }) {
      const result = await server.call({ name: listed.name, arguments: input, signal, verify: (now) => holdToPin(pin, listed.name, now) });
      return toolOutput(toolId, listed.outputSchema, result);
    },
    show: showToolOutput,
  };
}

/** Where a model reads what a tool is for: definitions have no other place for it. */
function describedInput({ description, inputSchema }: ListedTool): JsonObject {
  const own = inputSchema['description'];
  const words = [description, typeof own === 'string' ? own : undefined].filter((part) => part !== undefined && part !== '');
  return words.length === 0 ? inputSchema : { ...inputSchema, description: words.join('\n') };
}

function titleOf({ name, title, annotations }: ListedTool): string {
  const hinted = annotations?.['title'];
  return title || (typeof hinted === 'string' && hinted) || name;
}

function holdToPin(pin: ProposedPin, name: string, { tools }: ServerTools): void {
  const [now] = judgeListedTools(pin.server, tools.filter((one) => typeof one === 'object' && one !== null && 'name' in one && one.name === name), ['*']);
  if (now === undefined || !now.isUsable) {
    const reason = now === undefined ? 'the server no longer has it' : now.reason;
    throw new KeelsonError('tool.unavailable', { message: `${pin.tool_id} cannot be used: ${reason}.`, nextStep: 'List the tools again and use another.', data: { tool_id: pin.tool_id, reason } });
  }
  const changes = changesSince({ ...pin, accepted_by: 'pinned' }, proposedPin(pin.server, pin.tool_id, now.listed));
  if (changes.length > 0) throw definitionChanged(pin.tool_id, pin.server, changes);
}
