import { z } from 'zod';
import { ArgumentOrigin, JsonObject, JudgedIntention, RoleId, Sha256, ToolApprovalAnswer, ToolCallDecision, ToolId, type PolicyDecision, type RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { Tool } from '../registry/tool.ts';
import type { ApprovalPort } from './approvals.ts';

/** What a decision is about. */
const DecideRequest = z.strictObject({ tool_id: ToolId, role_id: RoleId, arguments: JsonObject, definition_hash: Sha256, action_hash: Sha256 });
const Decided = z.strictObject({ intentions: z.array(JudgedIntention), is_undoable: z.boolean(), origins: z.array(ArgumentOrigin).default([]), also_asked: z.array(z.string()).default([]), edit_refused: z.string().optional() });
export type Decided = z.infer<typeof Decided>;

/** The policy is part of the world: what it said once, a resumed run hears again. */
export function decideEffect(judge: () => Promise<Decided>): EffectDefinition<z.infer<typeof DecideRequest>, Decided> {
  return { name: 'tool.decide', sideEffect: 'read_only', request: DecideRequest, result: Decided, perform: judge };
}

const ApproveRequest = z.strictObject({ decision: ToolCallDecision.omit({ approval_id: true }), reasons: z.array(z.string()), is_undoable: z.boolean(), origins: z.array(ArgumentOrigin).optional() });

/** Asking a person; asked again after a crash, under the same key, so that an answer given meanwhile is found. */
export function approveEffect(approvals: ApprovalPort, runId: RunId, call: string, touches: readonly string[]): EffectDefinition<z.infer<typeof ApproveRequest>, ToolApprovalAnswer> {
  return {
    name: 'tool.approve',
    sideEffect: 'idempotent_write',
    request: ApproveRequest,
    result: ToolApprovalAnswer,
    perform: ({ decision, reasons, is_undoable: isUndoable, origins = [] }, { idempotencyKey, signal }) => approvals.request({ runId, call, idempotencyKey, decision, reasons, isUndoable, origins, touches }, signal),
  };
}

const NEVER: ReadonlySet<PolicyDecision> = new Set<PolicyDecision>(['block', 'deny']);

export function isBlocked({ intentions }: Pick<Decided, 'intentions'>): boolean {
  return intentions.some(({ verdict }) => NEVER.has(verdict.decision));
}

/** What is never done, whoever approves. */
export function refuseBlocked({ definition }: Tool, intentions: readonly JudgedIntention[]): void {
  const blocked = intentions.find(({ verdict }) => NEVER.has(verdict.decision));
  if (blocked === undefined) return;
  const { rule, decision, explanation } = blocked.verdict;
  throw new KeelsonError('tool.refused_by_policy', {
    message: `The policy does not let ${definition.tool_id} do this: ${explanation}`,
    nextStep: `Find another way; no approval changes the rule ${rule}.`,
    data: { tool_id: definition.tool_id, rule, decision },
  });
}

/** Why a person must say yes; none when nobody need be asked. */
export function reasonsToAsk({ definition }: Tool, { intentions, is_undoable, also_asked = [] }: Pick<Decided, 'intentions' | 'is_undoable'> & Partial<Decided>, needsApproval: boolean): string[] {
  const asked = intentions.filter(({ verdict }) => verdict.decision === 'ask' || verdict.decision === 'gate').map(({ verdict }) => `${verdict.rule}: ${verdict.explanation}`);
  if (definition.approval_required) asked.push(`tool.approval_required: ${definition.tool_name} always needs a yes.`);
  if (needsApproval) asked.push('role.requires_approval: the contract of the role demands a yes for this tool.');
  // What cannot be taken back needs a yes of its own (Law 1).
  if (!is_undoable) asked.push('undo.not_kept: the workspace is too large for copies, so what this changes could not be taken back.');
  return [...new Set([...asked, ...also_asked])];
}
