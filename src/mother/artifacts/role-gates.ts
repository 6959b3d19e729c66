import { artifactTypeOfGate, type ArtifactWaiver, type GateCheck, type GateId, type Phase, type RegistryPolicies, type RoleAci } from '../../contracts/index.ts';
import { exitChecks, gateFacts } from '../roles/exit-checks.ts';
import { gatesIn, parseGateExpression } from '../roles/gate-expression.ts';
import { factsOfArtifacts } from './artifact-facts.ts';
import { artifactCheck, missingArtifacts, type KeptArtifact } from './artifact-gates.ts';
import { changesCode } from './code-patch.ts';
import type { TracedCall } from './number-traces.ts';

/** What a role did in a phase, as far as its contract asks. */
export interface RoleWork {
  readonly artifacts: readonly KeptArtifact[];
  /** In the order in which they were made. */
  readonly calls: readonly TracedCall[];
  /** Files that differ now from what they were before the work. */
  readonly changedPaths: readonly string[];
  readonly usedRetrieval: boolean;
  readonly hasTests: boolean;
  readonly waivers: readonly ArtifactWaiver[];
  readonly policies: RegistryPolicies;
  /** What else was looked at, such as `citations_resolve` or `repair_exhausted`. */
  readonly also: readonly GateCheck[];
}

/** Everything that must be open before a role's part of a phase counts as done: its artifacts, then the conditions of its contract. */
export function roleGates(role: RoleAci, phase: Phase, work: RoleWork): GateCheck[] {
  const looked = [
    fact('code_changed', changesCode(work.changedPaths)),
    fact('retrieval_used', work.usedRetrieval),
    fact('tests_available', work.hasTests),
    ...factsOfArtifacts(work.artifacts, work.calls),
    ...work.also,
  ];
  const facts = { gates: gateFacts(looked), artifacts: work.artifacts, waivers: work.waivers, policies: work.policies };
  const required = missingArtifacts(role, phase, facts);
  const named = typesNamedBy(role, phase).map((type) => artifactCheck(type, [], facts));
  return [...required, ...exitChecks(role, phase, gateFacts([...named, ...looked, ...required]))];
}

function fact(gateId: GateId, isTrue: boolean): GateCheck {
  return { gate_id: gateId, result: isTrue ? 'passed' : 'failed', detail: isTrue ? 'It is so.' : 'It is not so.', refs: [] };
}

function typesNamedBy({ phase_exit_criteria: criteria }: RoleAci, phase: Phase): string[] {
  const conditions = criteria.filter((one) => one.phase === phase).flatMap(({ exit_when: when }) => when);
  return conditions.flatMap((condition) => gatesIn(parseGateExpression(condition)).flatMap((gateId) => artifactTypeOfGate(gateId) ?? []));
}
