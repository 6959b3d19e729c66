import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText } from '../core/index.ts';
import { SandboxDecision, ToolDefinition, ToolStats } from '../tools/index.ts';

/** What a tool may touch at all. */
export const Touched = z.enum(['workspace_read', 'workspace_write', 'programs', 'network', 'person', 'other_apps']);
export type Touched = z.infer<typeof Touched>;

export const OfferedTool = z.strictObject({
  definition: ToolDefinition,
  touches: z.array(Touched),
  /** Why it cannot be used here; null when it can. */
  unavailable: NonEmptyText.nullable(),
  stats: ToolStats.nullable(),
});
export type OfferedTool = z.infer<typeof OfferedTool>;

export const ToolsListRequest = z.strictObject({ tool_id: NonEmptyText.optional() });
export type ToolsListRequest = z.infer<typeof ToolsListRequest>;

export const ToolsReport = z.strictObject({
  tools: z.array(OfferedTool),
  /** Tools of other servers that are not offered, and why. */
  left_out: z.array(z.strictObject({ name: NonEmptyText, reason: NonEmptyText })),
  sandbox: SandboxDecision,
  /** Hosts that programs may reach; none at all when empty. */
  network: z.array(z.string()),
});
export type ToolsReport = z.infer<typeof ToolsReport>;

export const toolsList = defineQuery({
  id: 'tools.list',
  request: ['ToolsListRequest', ToolsListRequest],
  response: ['ToolsReport', ToolsReport],
  failureCodes: ['input.invalid', 'tool.unknown', 'model.settings_invalid', 'sandbox.unavailable'],
  behaviours: {
    empty: 'There are always the built-in tools, except those that are disabled.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'A tool that cannot be used here is listed with the reason; a server of tools that does not answer is named.',
    error: 'Shows the error with its code and what to do next.',
  },
});
