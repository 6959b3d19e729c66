import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { CommandInstanceId, JsonObject, NonEmptyText, RunId, Sha256 } from '../core/index.ts';
import { ApprovalMode } from '../oversight/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { TerminationRecord } from '../runs/termination.ts';
import { ToolCallDecision, ToolCallOutcome, ToolRouteDecision } from '../tools/index.ts';

export const ToolsPreviewRequest = z.strictObject({
  tool_id: NonEmptyText,
  arguments: JsonObject,
  /** The first of the tool's own roles when left out. */
  role_id: RoleId.optional(),
  /** The folder in which it happens; where the person is when left out. */
  workspace: NonEmptyText.optional(),
});
export type ToolsPreviewRequest = z.infer<typeof ToolsPreviewRequest>;

/** What a call would do and what the policy says to each part of it; nothing is done. */
export const ToolsPreview = z.strictObject({
  decision: ToolCallDecision.omit({ approval_id: true }),
  /** Why a person must say yes; none when it may simply be run. */
  reasons: z.array(NonEmptyText),
  is_undoable: z.boolean(),
  /** The idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type ToolsPreview = z.infer<typeof ToolsPreview>;

const refusals = [
  'input.invalid',
  'tool.unknown',
  'tool.unavailable',
  'tool.arguments_invalid',
  'tool.role_not_allowed',
  'tool.refused_by_policy',
  'path.denied',
  'model.settings_invalid',
  'sandbox.unavailable',
];

export const toolsPreview = defineQuery({
  id: 'tools.preview',
  request: ['ToolsPreviewRequest', ToolsPreviewRequest],
  response: ['ToolsPreview', ToolsPreview],
  failureCodes: refusals,
  behaviours: {
    empty: 'A tool that touches nothing has nothing to judge and needs no yes.',
    blocked: 'What the policy never allows is refused here as it would be when it is run.',
    degraded: 'Where no copies can be kept, it says that the call cannot be taken back.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const ToolsRouteRequest = z.strictObject({ request: NonEmptyText, role_id: RoleId.optional() });
export type ToolsRouteRequest = z.infer<typeof ToolsRouteRequest>;

/** Whether a tool alone answers a request in plain words, and why; nothing is done. */
export const ToolsRouteReport = z.strictObject({ decision: ToolRouteDecision });
export type ToolsRouteReport = z.infer<typeof ToolsRouteReport>;

export const toolsRoute = defineQuery({
  id: 'tools.route',
  request: ['ToolsRouteRequest', ToolsRouteRequest],
  response: ['ToolsRouteReport', ToolsRouteReport],
  failureCodes: ['input.invalid', 'model.settings_invalid'],
  behaviours: {
    empty: 'A request that proposes no tool is answered with no proposals.',
    blocked: 'Nothing blocks it: it decides and does nothing.',
    degraded: 'A tool that cannot be used here is named with the reason and not chosen.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const ToolsRunRequest = ToolsPreviewRequest.extend({
  /** The words that chose this call; they are recorded with it. Another call than the one they mean is refused. */
  routed_from: NonEmptyText.optional(),
  /** The action that a person said yes to, as the preview named it. Any other action is refused. */
  approved_action: Sha256.optional(),
  /** For this run; the configured one when left out. */
  mode: ApprovalMode.optional(),
  /** Whether a question may wait for a person; without it what needs a yes and has none is refused. */
  wait: z.boolean().default(false),
});
export type ToolsRunRequest = z.infer<typeof ToolsRunRequest>;

export const ToolsRunReport = z.strictObject({
  run_id: RunId,
  decision: ToolCallDecision,
  outcome: ToolCallOutcome,
  evidence: NonEmptyText,
  termination: TerminationRecord,
});
export type ToolsRunReport = z.infer<typeof ToolsRunReport>;

export const toolsRun = defineCommand({
  id: 'tools.run',
  request: ['ToolsRunRequest', ToolsRunRequest],
  response: ['ToolsRunReport', ToolsRunReport],
  durableWrite: 'required',
  policyChecks: ['tool_policy', 'role_contract', 'approval', 'budget'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView'],
  failureCodes: [...refusals, 'operation.idempotency_key_missing', 'tool.approval_denied', 'tool.arguments_not_allowed', 'tool.rate_limited', 'tool.too_many_bytes', 'tool.not_decided', 'tool.stopped', 'counter.exhausted', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'A tool that gives nothing back shows nothing, and its run is recorded all the same.',
    blocked: 'What needs a yes and has none for exactly this action is refused; what the policy never allows is refused whoever says yes.',
    degraded: 'A tool that fails is shown as failed, with what it had changed by then.',
    error: 'Shows the error with its code and what to do next; the refusal is recorded.',
  },
});
