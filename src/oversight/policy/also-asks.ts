import type { ApprovalPolicy, ApprovalTrigger } from '../../contracts/index.ts';
import { factsOf, type ApprovalCase } from './approval-case.ts';
import { policyThatFits, triggersThatHold } from './approval-conditions.ts';

/** A policy in a few words. */
export function scopeOf({ tool_id: toolId, role_id: roleId, when }: ApprovalPolicy): string {
  return `${toolId === '*' ? 'every tool' : toolId} for ${roleId === '*' ? 'every role' : roleId}${when === undefined ? '' : ` when ${when}`}`;
}

/**
 * Why a call needs a yes that the tools themselves would let pass: a policy of the person's own, or a trigger of the
 * role's contract. Each as a rule and a sentence; what then becomes of the call is decided like any other that asks.
 */
export function alsoAsks(question: Pick<ApprovalCase, 'call' | 'tool'> & { readonly policies: readonly ApprovalPolicy[]; readonly triggers: readonly ApprovalTrigger[] }): string[] {
  const facts = factsOf(question);
  const policy = policyThatFits(question.policies, facts);
  const held = triggersThatHold(question.triggers, facts);
  return [
    ...(policy === undefined || policy.decision === 'allow' ? [] : [`approval.policy: a policy ${policy.decision === 'deny' ? 'denies' : 'asks about'} ${scopeOf(policy)}.`]),
    ...held.map(({ trigger_id: id }) => `approval.trigger: the contract of ${question.call.decision.role_id} asks for a yes by its trigger ${id}.`),
  ];
}
