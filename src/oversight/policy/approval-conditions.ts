import type { ApprovalPolicy, ApprovalTrigger } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { parsePolicyExpression, type PolicyExpression } from './expression.ts';
import { holds, type PolicyFacts } from './expression-holds.ts';

/** The first policy that fits the call. One whose condition cannot be read counts as fitting, unless it would allow. */
export function policyThatFits(policies: readonly ApprovalPolicy[], facts: PolicyFacts): ApprovalPolicy | undefined {
  return policies.find((policy) => {
    if (policy.tool_id !== '*' && policy.tool_id !== facts.tool) return false;
    if (policy.role_id !== '*' && policy.role_id !== facts.role) return false;
    return policy.when === undefined || isTrue(policy.when, facts, policy.decision !== 'allow');
  });
}

/** The triggers whose condition is true of the call, and those whose condition cannot be read. */
export function triggersThatHold(triggers: readonly ApprovalTrigger[], facts: PolicyFacts): ApprovalTrigger[] {
  return triggers.filter(({ condition }) => isTrue(condition, facts, true));
}

/** More than the rules of one machine have; whoever has more reads them again. */
const CONDITIONS_READ_MAX = 200;
const read = new Map<string, PolicyExpression>();

/** The same few conditions are asked of every call. What cannot be read is not kept, so that it is refused each time. */
function conditionRead(condition: string): PolicyExpression {
  const known = read.get(condition) ?? parsePolicyExpression(condition);
  if (read.size < CONDITIONS_READ_MAX) read.set(condition, known);
  return known;
}

function isTrue(condition: string, facts: PolicyFacts, whenUnreadable: boolean): boolean {
  try {
    return holds(conditionRead(condition), facts);
  } catch (error) {
    if (hasCode(error, 'policy.expression_invalid')) return whenUnreadable;
    throw error;
  }
}
