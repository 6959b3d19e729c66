import { artifactGate, documentKey, type ArtifactReference, type ArtifactType, type ArtifactWaiver, type GateCheck, type Phase, type RegistryPolicies, type RequiredArtifact, type RoleAci, type StorageRef } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { isOpenIn, type GateFacts } from '../roles/exit-checks.ts';
import { gateHolds, parseGateExpression } from '../roles/gate-expression.ts';
import { unmetRequirements } from './min-requirements.ts';
import { demandValid } from './register-artifact.ts';

/** An artifact with its content, read from the store. */
export interface KeptArtifact {
  readonly reference: Pick<ArtifactReference, 'artifact_id' | 'type' | 'hash'>;
  readonly content: unknown;
}

export function referenceTo({ artifact_id: id, hash }: KeptArtifact['reference']): StorageRef {
  return { kind: 'document', key: documentKey.artifact(id), sha256: hash };
}

/** What is known when a role wants to leave a phase. */
export interface ArtifactFacts {
  readonly gates: GateFacts;
  readonly artifacts: readonly KeptArtifact[];
  readonly waivers: readonly ArtifactWaiver[];
  readonly policies: RegistryPolicies;
}

/**
 * One check for each artifact that must be there when this role leaves this phase, missing or not. What the contract asks
 * for comes first, then what the registry asks of everybody whose work changed code or rests on something retrieved.
 */
export function missingArtifacts(role: Pick<RoleAci, 'role_id' | 'required_artifacts'>, phase: Phase, facts: ArtifactFacts): GateCheck[] {
  const demanded = role.required_artifacts.filter((one) => one.required_in_phases.includes(phase) && isAskedFor(one, facts.gates));
  const named = new Set(demanded.map(({ artifact_type: type }) => type));
  const compliance = complianceOf(phase, facts).filter((type) => !named.has(type));
  return [...demanded.map(({ artifact_type: type, min_requirements: requirements }) => checkOf(type, requirements, facts)), ...compliance.map((type) => checkOf(type, [], facts)), ...citationCheck(phase, facts)];
}

/** What is asked for under a condition that nobody looked at is asked for. */
function isAskedFor({ only_when: onlyWhen }: RequiredArtifact, gates: GateFacts): boolean {
  return onlyWhen === undefined || gateHolds(parseGateExpression(onlyWhen), isOpenIn(gates)) !== false;
}

const WORKING_PHASES: ReadonlySet<Phase> = new Set(['execute', 'review']);

function complianceOf(phase: Phase, { gates, policies }: ArtifactFacts): ArtifactType[] {
  if (!WORKING_PHASES.has(phase)) return [];
  const isOpen = isOpenIn(gates);
  return [
    ...(policies.require_test_results_on_code_patch && isOpen('code_changed') === true ? ['CodePatch', 'TestResults'] : []),
    ...(policies.require_retrieval_report_on_rag && isOpen('retrieval_used') === true ? ['RetrievalReport'] : []),
  ];
}

/** Work that rests on what was retrieved says where it got it from, or fails review. */
function citationCheck(phase: Phase, { gates, policies }: ArtifactFacts): GateCheck[] {
  const isOpen = isOpenIn(gates);
  if (phase !== 'review' || !policies.require_retrieval_report_on_rag || isOpen('retrieval_used') !== true) return [];
  const attached = gates.get('citations_attached');
  return [attached ?? { gate_id: 'citations_attached', result: 'failed', detail: 'Nobody looked whether the work says where its claims come from.', refs: [] }];
}

function checkOf(type: ArtifactType, requirements: readonly string[], facts: ArtifactFacts): GateCheck {
  const gateId = artifactGate(type);
  const kept = facts.artifacts.filter(({ reference }) => reference.type === type);
  const refs = kept.map(({ reference }) => referenceTo(reference));
  const faults = kept.map((one) => faultOf(one, requirements));
  if (faults.includes(undefined)) return { gate_id: gateId, result: 'passed', detail: `There is a ${type} that fits its schema.`, refs };
  const waiver = facts.waivers.find((one) => one.artifact_type === type && isWaived(one, facts.gates));
  if (waiver !== undefined) return { gate_id: gateId, result: 'waived', detail: `${waiver.granted_by} let it be missing: ${waiver.reason}`, refs: [{ kind: 'receipt', key: waiver.waiver_id }] };
  const unapproved = facts.waivers.some((one) => one.artifact_type === type) ? ' It was waived without the yes that this needs.' : '';
  return { gate_id: gateId, result: 'failed', detail: `${faults.at(-1) ?? `There is no ${type}.`}${unapproved}`, refs };
}

function faultOf({ reference, content }: KeptArtifact, requirements: readonly string[]): string | undefined {
  try {
    const unmet = unmetRequirements(reference.type, requirements, demandValid(reference.type, content));
    return unmet.length === 0 ? undefined : `The ${reference.type} is not enough: ${unmet.join(', ')}.`;
  } catch (error) {
    if (!hasCode(error, 'artifact.invalid') && !hasCode(error, 'artifact.component_unknown')) throw error;
    return error.message;
  }
}

/**
 * A waiver needs somebody's yes. The one exception is tests where there are none: that nothing says how they are run was
 * looked at, and no yes would change it.
 */
export function isWaived({ artifact_type: type, approval_id: approvalId }: Pick<ArtifactWaiver, 'artifact_type' | 'approval_id'>, gates: GateFacts): boolean {
  return approvalId !== null || (type === 'TestResults' && isOpenIn(gates)('tests_available') === false);
}
