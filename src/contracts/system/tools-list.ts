import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { JsonObject, NonEmptyText, Sha256 } from '../core/index.ts';
import { SandboxDecision, ToolDefinition, ToolId, ToolStats } from '../tools/index.ts';

/** What a tool may touch at all. */
export const Touched = z.enum(['workspace_read', 'workspace_write', 'programs', 'network', 'person', 'other_apps']);
export type Touched = z.infer<typeof Touched>;

export const ToolEntry = z.strictObject({
  definition: ToolDefinition,
  touches: z.array(Touched),
  /** Why it cannot be used here; null when it can. */
  unavailable: NonEmptyText.nullable(),
  stats: ToolStats.nullable(),
});
export type ToolEntry = z.infer<typeof ToolEntry>;

/** A tool of another server that a person has not accepted as it is now. */
export const WaitingToolEntry = z.strictObject({
  tool_id: ToolId,
  server: NonEmptyText,
  /** What the server says of it; words of a stranger. */
  description: z.string(),
  /** What it takes. */
  input_schema: JsonObject,
  definition_hash: Sha256,
  /** What changed since it was accepted; empty for one that never was. */
  changes: z.array(NonEmptyText),
});
export type WaitingToolEntry = z.infer<typeof WaitingToolEntry>;

export const ToolsListRequest = z.strictObject({ tool_id: NonEmptyText.optional() });
export type ToolsListRequest = z.infer<typeof ToolsListRequest>;

export const ToolsReport = z.strictObject({
  tools: z.array(ToolEntry),
  /** Tools of other servers that are not offered, and why. */
  left_out: z.array(z.strictObject({ name: NonEmptyText, reason: NonEmptyText })),
  waiting: z.array(WaitingToolEntry),
  sandbox: SandboxDecision,
  /** Hosts that programs may reach; none at all when empty. */
  network: z.array(z.string()),
});
export type ToolsReport = z.infer<typeof ToolsReport>;

export const toolsList = defineQuery({
  id: 'tools.list',
  request: ['ToolsListRequest', ToolsListRequest],
  response: ['ToolsReport', ToolsReport],
  failureCodes: ['input.invalid', 'tool.unknown', 'tool.unavailable', 'model.settings_invalid'],
  behaviours: {
    empty: 'There are always the built-in tools, except those that are disabled.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'A tool that cannot be used here is listed with the reason; a server of tools that does not answer is named.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const ToolsAcceptRequest = z.strictObject({ tool_id: ToolId, /** Exactly the definition that the person read. */ definition_hash: Sha256 });
export type ToolsAcceptRequest = z.infer<typeof ToolsAcceptRequest>;

export const ToolsAccepted = z.strictObject({ tool_id: ToolId, definition_hash: Sha256 });
export type ToolsAccepted = z.infer<typeof ToolsAccepted>;

export const toolsAccept = defineCommand({
  id: 'tools.accept',
  request: ['ToolsAcceptRequest', ToolsAcceptRequest],
  response: ['ToolsAccepted', ToolsAccepted],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'tool.unknown', 'tool.unavailable', 'tool.definition_changed', 'model.settings_invalid', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'Refuses a name that no server offers.',
    blocked: 'Refuses a definition that is no longer the one that was read.',
    degraded: 'None: it is accepted or it is not.',
    error: 'Shows the error with its code and what to do next.',
  },
});
