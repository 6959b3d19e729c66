import type { JsonObject, RoleId, ToolCallDecision } from '../../contracts/index.ts';
import { demandAvailable, type HostFacts } from '../registry/availability.ts';
import type { ToolCatalogue } from '../registry/catalogue.ts';
import type { ToolPlace } from '../registry/tool.ts';
import type { ApprovalPort } from './approvals.ts';
import { reasonsToAsk, refuseBlocked } from './decide-call.ts';
import type { Judges } from './judge-intentions.ts';
import { decisionOn, judgeCall, prepare } from './prepare-call.ts';
import { actionFor, type RoleActions } from './role-rules.ts';
import type { WorkspaceSnapshot } from './workspace-snapshot.ts';

export interface PreviewPorts {
  readonly catalogue: ToolCatalogue;
  readonly place: ToolPlace;
  readonly judges: Judges;
  readonly roles: RoleActions;
  readonly hasProgram: HostFacts['hasProgram'];
  readonly snapshot: Pick<WorkspaceSnapshot, 'fits'>;
  readonly alsoAsks?: ApprovalPort['alsoAsks'];
}

export interface CallPreview {
  readonly decision: Omit<ToolCallDecision, 'approval_id'>;
  readonly reasons: readonly string[];
  readonly isUndoable: boolean;
}

/** Everything up to the approval, and nothing after it: what a call would do and what the policy says. */
export async function previewCall(call: { readonly toolId: string; readonly arguments: JsonObject; readonly roleId?: RoleId }, { catalogue, place, judges, roles, snapshot, hasProgram, alsoAsks }: PreviewPorts): Promise<CallPreview> {
  const tool = catalogue.get(call.toolId);
  const roleId = call.roleId ?? (tool.definition.allowed_roles[0] as RoleId);
  await demandAvailable(tool, { place, hasProgram });
  const prepared = prepare(tool, call.arguments, place);
  const constraints = await actionFor(tool, roleId, roles);
  const decided = await judgeCall(prepared, place, judges, snapshot);
  refuseBlocked(tool, decided.intentions);
  const { approval_id: _none, ...decision } = decisionOn(prepared, roleId, decided, place);
  const reasons = reasonsToAsk(tool, decided, constraints.requires_approval === true);
  const also = await alsoAsks?.({ decision, reasons, isUndoable: decided.is_undoable, origins: [], touches: tool.touches });
  return { decision, reasons: [...new Set([...reasons, ...(also ?? [])])], isUndoable: decided.is_undoable };
}
