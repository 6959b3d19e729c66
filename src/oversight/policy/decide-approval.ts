import { RequiredApprover, type ApprovalPolicy, type ApprovalTrigger, type Name } from '../../contracts/index.ts';
import { scopeOf } from './also-asks.ts';
import { askingRules, factsOf, type ApprovalCase } from './approval-case.ts';
import { policyThatFits, triggersThatHold } from './approval-conditions.ts';
import { durationMs } from './duration.ts';
import { mayHideMore } from './hidden-questions.ts';
import { mustAsk, runsProgram, type Ground } from './must-ask.ts';
import { staysInside } from './waivable-rules.ts';

/** What is done about a call that needs a yes. It counts for this call only: the next one is decided anew. */
export type ApprovalDecision =
  | ({ readonly kind: 'ask'; readonly requiredApprover: RequiredApprover; readonly expiresInMs: number; readonly triggers: readonly Name[] } & Ground)
  | ({ readonly kind: 'automatic'; readonly answer: 'approved' | 'denied' } & Ground);

/** The rule of a no that is given because nobody can be asked. */
export const NOBODY_THERE = 'approval.nobody_there';

/**
 * Asks a person or answers in their place. In this order: what was refused stays refused; a policy that denies; nobody
 * to ask is a no; what only a person decides is asked; then a policy that allows, a remembered yes, and the mode.
 */
export function decideApproval(question: ApprovalCase): ApprovalDecision {
  const { call, attendance, deniedBefore } = question;
  const facts = factsOf(question);
  const policy = policyThatFits(question.policies, facts);
  const never = call.decision.intentions.find(({ verdict }) => verdict.decision === 'block' || verdict.decision === 'deny');
  if (never !== undefined) return denied('approval.blocked', `No approval changes the rule ${never.verdict.rule}.`);
  if (deniedBefore !== undefined) return denied('approval.denied_before', `The same action was refused before: ${deniedBefore.reason}`);
  if (policy?.decision === 'deny') return denied('approval.policy_denies', `A policy denies ${scopeOf(policy)}.`);
  if (attendance === 'unattended') return denied(NOBODY_THERE, 'It needs a yes, and nobody is there to give one.');
  const held = triggersThatHold(question.triggers, facts);
  const ground = groundToAsk(question, policy, held);
  if (ground !== undefined) return asked(ground, question, policy?.decision === 'ask' ? policy : undefined, held);
  return approvedBy(question, policy) ?? asked({ rule: 'approval.mode', explanation: `The mode ${question.mode} asks about this.` }, question, undefined, []);
}

function groundToAsk(question: ApprovalCase, policy: ApprovalPolicy | undefined, held: readonly ApprovalTrigger[]): Ground | undefined {
  if (policy?.decision === 'ask') return { rule: 'approval.policy_asks', explanation: `A policy asks about ${scopeOf(policy)}.` };
  const [trigger] = held;
  if (trigger !== undefined) return { rule: 'approval.trigger', explanation: `The contract of ${question.call.decision.role_id} asks for a yes by its trigger ${trigger.trigger_id}.` };
  return mustAsk(question);
}

/** Who or what says yes in the person's place. Only reached by what a person need not decide each time. */
function approvedBy(question: ApprovalCase, policy: ApprovalPolicy | undefined): ApprovalDecision | undefined {
  const { mode } = question;
  const remembered = rememberedYes(question);
  if (policy?.decision === 'allow') return approved('approval.policy_allows', `A policy allows ${scopeOf(policy)}.`);
  if (remembered !== undefined) return approved('approval.remembered', `${remembered.answeredBy} said yes to this very action before, until ${remembered.expiresAt}.`);
  if (mode === 'session') return approved('approval.mode_session', 'It can be taken back, and the mode session lets that through.');
  if (mode === 'workspace_session' && isInsideWorkspace(question)) return approved('approval.mode_workspace_session', 'It stays inside the workspace and can be taken back, and the mode workspace_session lets that through.');
  return undefined;
}

/** A yes that was remembered, while it lasts: from its end on it permits nothing. */
function rememberedYes({ remembered, now }: ApprovalCase): ApprovalCase['remembered'] {
  return remembered !== undefined && now < remembered.expiresAt ? remembered : undefined;
}

/** Whether no part of a call reaches out of the workspace. A call that tells nothing of what it does is taken to reach out. */
function isInsideWorkspace({ call, confinement = 'none' }: ApprovalCase): boolean {
  const { intentions } = call.decision;
  const isInside = intentions.every((part) => {
    if (part.kind === 'path') return part.verdict.rule === 'path.inside_workspace';
    return part.kind === 'words' || (runsProgram(part) && confinement === 'offline');
  });
  return intentions.length > 0 && isInside && !call.touches.includes('other_apps') && askingRules(call).every(staysInside);
}

/**
 * Whoever is asked for must satisfy all that ask, also those whose question may lie hidden behind another; the first to
 * give up waiting ends it for all.
 */
function asked(ground: Ground, { expiresInMs, call, triggers }: ApprovalCase, policy: ApprovalPolicy | undefined, held: readonly ApprovalTrigger[]): ApprovalDecision {
  const asking = [...held, ...(policy === undefined ? [] : [policy])];
  const mayAsk = call.decision.intentions.some(mayHideMore) ? triggers : [];
  const ranks = [...asking, ...mayAsk].map(({ required_approver: approver }) => RequiredApprover.options.indexOf(approver ?? 'owner'));
  const waits = asking.flatMap(({ expires_in: expiresIn }) => (expiresIn === undefined ? [] : [durationMs(expiresIn)]));
  return {
    kind: 'ask',
    requiredApprover: RequiredApprover.options[Math.max(0, ...ranks)] ?? 'security',
    expiresInMs: waits.length === 0 ? expiresInMs : Math.min(...waits),
    triggers: held.map(({ trigger_id: triggerId }) => triggerId),
    ...ground,
  };
}

function approved(rule: string, explanation: string): ApprovalDecision {
  return { kind: 'automatic', answer: 'approved', rule, explanation };
}

function denied(rule: string, explanation: string): ApprovalDecision {
  return { kind: 'automatic', answer: 'denied', rule, explanation };
}
