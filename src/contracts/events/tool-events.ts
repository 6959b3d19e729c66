import { z } from 'zod';
import { ErrorBody, Name, NonEmptyText, RunId, Sha256 } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ToolCallEvidence } from '../runs/subtask-outcome.ts';
import {
  MadeTool,
  SandboxDecision,
  ToolCallDecision,
  ToolCallOutcome,
  ToolCallStage,
  ToolId,
  ToolPin,
  ToolRegistry,
  ToolRouteDecision,
  UndoneChange,
} from '../tools/index.ts';
import { defineEvent } from './define-event.ts';

const called = { run_id: RunId, call: NonEmptyText };

/** Whether a request was answered by a tool alone, before any model was thought of. */
export const runToolRouted = defineEvent({ type: 'run.tool_routed', version: 1, payload: z.strictObject({ ...called, decision: ToolRouteDecision }) });

/** Everything was decided and the call begins; what it gave back stands in the journal. */
export const runToolStarted = defineEvent({ type: 'run.tool_started', version: 1, payload: z.strictObject({ ...called, decision: ToolCallDecision }) });

/** One tool answered a whole request: no model was asked, and nothing was spent. */
export const runToolAnswered = defineEvent({ type: 'run.tool_answered', version: 1, payload: z.strictObject({ run_id: RunId, activity: z.literal('tool_success'), tool_id: ToolId, cost_usd: z.literal(0) }) });

/** A call that did not begin, and where it was stopped. A stage of `role` or `policy` is a violation of policy. */
export const runToolRefused = defineEvent({
  type: 'run.tool_refused',
  version: 1,
  payload: z.strictObject({ ...called, tool_id: ToolId, role_id: RoleId, stage: ToolCallStage, arguments_hash: Sha256, error: ErrorBody }),
});

export const runToolEnded = defineEvent({
  type: 'run.tool_ended',
  version: 1,
  payload: z.strictObject({ ...called, action_hash: Sha256, evidence: ToolCallEvidence, outcome: ToolCallOutcome.omit({ output: true }) }),
});

/** A person had the changes of a run taken back. */
export const runChangesUndone = defineEvent({
  type: 'run.changes_undone',
  version: 1,
  payload: z.strictObject({ run_id: RunId, changes: z.array(UndoneChange), reason: NonEmptyText, undone_by: Name }),
  lifecycle: { receipt: 'reason' },
  invalidates: { invalidates_read_models: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'RunDiff'], invalidation_scope: 'same_run' },
});

/** One execution and what that makes of the tool's figures so far. */
export const toolUsed = defineEvent({
  type: 'tool.used',
  version: 1,
  payload: z.strictObject({ tool_id: ToolId, was_successful: z.boolean(), execution_ms: z.number().min(0), run_id: RunId }),
});

/** A person accepted the definition of a tool that comes from elsewhere. */
export const toolPinned = defineEvent({ type: 'tool.pinned', version: 1, payload: ToolPin });

/** A tool that a run made and that met its tests and examples; from now on it is in the catalogue. */
export const toolMade = defineEvent({ type: 'tool.made', version: 1, payload: z.strictObject({ tool: MadeTool, run_id: RunId }) });

export const registryToolsPublished = defineEvent({
  type: 'registry.tools_published',
  version: 1,
  payload: z.strictObject({ registry: ToolRegistry, definitions_hash: Sha256 }),
});

export const sandboxDecided = defineEvent({ type: 'sandbox.decided', version: 1, payload: z.strictObject({ decision: SandboxDecision, host: NonEmptyText }) });
