import { z } from 'zod';
import { PositiveCount, Timestamp, UnitInterval } from '../core/index.ts';
import { ToolDefinition } from './tool-definition.ts';
import { ToolId } from './tool-id.ts';

/** Every deterministic tool and the order in which the router tries them; kept under `registry:tools`. */
export const ToolRegistry = z
  .strictObject({
    registry_version: z.literal('tools:v1'),
    updated_at: Timestamp,
    tools: z.array(ToolDefinition),
    routing_order: z.array(ToolId),
    default_timeout_ms: PositiveCount,
    allow_fallback_to_llm: z.boolean(),
    tool_success_rates: z.record(ToolId, UnitInterval),
  })
  .refine((registry) => new Set(toolIds(registry)).size === registry.tools.length, {
    path: ['tools'],
    message: 'a tool is registered twice',
  })
  .refine((registry) => isPermutation(registry.routing_order, toolIds(registry)), {
    path: ['routing_order'],
    message: 'the routing order names each registered tool once and nothing else',
  })
  .refine((registry) => Object.keys(registry.tool_success_rates).every((id) => toolIds(registry).includes(id)), {
    path: ['tool_success_rates'],
    message: 'a success rate is given for a tool that is not registered',
  });
export type ToolRegistry = z.infer<typeof ToolRegistry>;

function toolIds(registry: { tools: readonly ToolDefinition[] }): string[] {
  return registry.tools.map((tool) => tool.tool_id);
}

function isPermutation(left: readonly string[], right: readonly string[]): boolean {
  const wanted = new Set(right);
  return left.length === right.length && new Set(left).size === wanted.size && left.every((item) => wanted.has(item));
}
