import { artifactTypeOfGate, type GateCheck, type Phase, type RoleAci } from '../../contracts/index.ts';
import { exitChecks, gateFacts } from '../roles/exit-checks.ts';
import { gatesIn, parseGateExpression } from '../roles/gate-expression.ts';
import { artifactCheck, missingArtifacts, type ArtifactFacts } from './artifact-gates.ts';

/** Everything that must be open before a role's part of a phase counts as done: its artifacts, then the conditions of its contract. */
export function roleGates(role: RoleAci, phase: Phase, facts: ArtifactFacts): GateCheck[] {
  const required = missingArtifacts(role, phase, facts);
  const named = typesNamedBy(role, phase).map((type) => artifactCheck(type, [], facts));
  return [...required, ...exitChecks(role, phase, gateFacts([...named, ...facts.gates.values(), ...required]))];
}

/** A contract may let one of several artifacts suffice; then each of them is looked for. */
function typesNamedBy({ phase_exit_criteria: criteria }: RoleAci, phase: Phase): string[] {
  const conditions = criteria.filter((one) => one.phase === phase).flatMap(({ exit_when: when }) => when);
  return conditions.flatMap((condition) => gatesIn(parseGateExpression(condition)).flatMap((gateId) => artifactTypeOfGate(gateId) ?? []));
}
