import type { GateCheck, Phase, RoleAci, StorageRef } from '../../contracts/index.ts';
import { gateHolds, gatesIn, parseGateExpression } from './gate-expression.ts';

/** What was looked at so far, by gate. What is not in it was not looked at. */
export type GateFacts = ReadonlyMap<string, GateCheck>;

export function gateFacts(checks: readonly GateCheck[]): GateFacts {
  return new Map(checks.map((check) => [check.gate_id, check]));
}

/** Something waived counts as done: the waiver stands in the receipt. */
export function isOpenIn(facts: GateFacts): (gateId: string) => boolean | undefined {
  return (gateId) => {
    const result = facts.get(gateId)?.result;
    return result === undefined ? undefined : result !== 'failed';
  };
}

/** One check for each condition under which the contract lets the role leave a phase; all of them must be open. */
export function exitChecks(contract: Pick<RoleAci, 'role_id' | 'phase_exit_criteria'>, phase: Phase, facts: GateFacts): GateCheck[] {
  return contract.phase_exit_criteria
    .filter((criterion) => criterion.phase === phase)
    .flatMap(({ exit_when: conditions }) => conditions.map((condition) => checkOf(contract.role_id, condition, facts)));
}

function checkOf(roleId: string, condition: string, facts: GateFacts): GateCheck {
  const expression = parseGateExpression(condition);
  const named = [...new Set(gatesIn(expression))];
  const isOpen = isOpenIn(facts);
  const holds = gateHolds(expression, isOpen) === true;
  const seen = named.map((gateId) => `${gateId}: ${shown(isOpen(gateId))}`).join(', ');
  return {
    gate_id: `${roleId}: ${condition}`,
    result: holds ? 'passed' : 'failed',
    detail: holds ? `It holds (${seen}).` : `It does not hold (${seen}).`,
    refs: named.flatMap((gateId): StorageRef[] => facts.get(gateId)?.refs ?? []),
  };
}

function shown(isOpen: boolean | undefined): string {
  if (isOpen === undefined) return 'not looked at';
  return isOpen ? 'yes' : 'no';
}
