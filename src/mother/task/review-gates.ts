import { DEFAULT_LOSS_HYPERPARAMETERS, type CodePatch, type GateCheck } from '../../contracts/index.ts';
import { missingArtifacts, type KeptArtifact } from '../artifacts/artifact-gates.ts';
import { factsOfArtifacts } from '../artifacts/artifact-facts.ts';
import { exitChecks, gateFacts } from '../roles/exit-checks.ts';
import type { Criticism } from './consult-critic.ts';
import { blockingFindings } from './reviewed-works.ts';
import type { Dispatched, Round } from './round.ts';
import type { Refusal } from './settle-conflicts.ts';
import type { TaskWork } from './task-ports.ts';

/** What a review knows beside the work itself. */
export interface AboutReview {
  readonly round: Round;
  readonly code: CodePatch | undefined;
  readonly criticism: Criticism | undefined;
  /** Whether something of the review stands against the work already. */
  readonly isRefused: boolean;
}

const CRITERION = 'What the contracts of the roles ask for in a review is there';

/** One check for each thing without which the contract of a role does not let its work leave the review. */
export function reviewGates({ engine, ports }: Pick<TaskWork, 'engine' | 'ports'>, dispatched: readonly Dispatched[], about: AboutReview): GateCheck[] {
  const checks = dispatched
    .filter(({ outcome }) => outcome.status === 'matched')
    .flatMap((one) => {
      const artifacts = [...one.artifacts, ...criticReport(about)];
      const facts = gateFacts([...one.facts, ...factsOfArtifacts(artifacts, one.calls), ...factsOfReview(one, about)]);
      const present = missingArtifacts(one.role, 'review', { gates: facts, artifacts, waivers: one.waivers, policies: ports.roles.registry.policies });
      return [...present, ...exitChecks(one.role, 'review', new Map([...facts, ...gateFacts(present)]))];
    });
  // Where no model works there is no critic and nobody who makes claims; what is there was looked at all the same.
  return engine.kind === 'model' ? checks : checks.map((check) => (check.result === 'failed' ? { ...check, result: 'waived', detail: `${check.detail} No model works in this run, and without one nobody can bring it.` } : check));
}

/** Closed gates as a criterion of the whole that was missed, so that the work goes back with what it owes. */
export function owedInReview(checks: readonly GateCheck[]): Refusal[] {
  const closed = checks.filter(({ result }) => result === 'failed');
  return closed.length === 0 ? [] : [{ criterion: CRITERION, evidence: closed.map(({ gate_id: gate, detail }) => `${gate}: ${detail}`).join(' '), evidence_refs: closed.flatMap(({ refs }) => refs), isOpen: false }];
}

function factsOfReview(one: Dispatched, { round, code, criticism, isRefused }: AboutReview): GateCheck[] {
  const isLast = round.round > DEFAULT_LOSS_HYPERPARAMETERS.max_replans;
  const findings = blockingFindings(one);
  const overruled = criticism !== undefined && !('unresolved' in criticism) && criticism.word.report.verdict === 'fail' && !isRefused ? criticism : undefined;
  const citesByContract = one.role.required_artifacts.some(({ artifact_type: type }) => type === 'ResearchNotes') || one.artifacts.some(({ reference }) => reference.type === 'ResearchNotes');
  const checks: GateCheck[] = [
    { gate_id: 'repair_exhausted', result: isLast ? 'passed' : 'failed', detail: `This is round ${round.round}.`, refs: [] },
    { gate_id: 'citations_resolve', result: findings.length === 0 ? 'passed' : 'failed', detail: findings.length === 0 ? 'No finding stands against its citations.' : findings.map(({ finding }) => finding).join(' '), refs: [] },
  ];
  if (code === undefined) checks.push({ gate_id: 'code_changed', result: 'failed', detail: 'The run leaves no code changed.', refs: [] });
  if (overruled !== undefined) checks.push({ gate_id: 'critic_passed', result: 'waived', detail: 'The critic objected, and the conflict about it was settled for the work.', refs: [overruled.ref] });
  if (!citesByContract) checks.push({ gate_id: 'citations_attached', result: 'waived', detail: 'Its contract asks for no claims that cite.', refs: [] });
  return checks;
}

/** The critic speaks of the whole, so its report belongs to each work. */
function criticReport({ criticism }: AboutReview): KeptArtifact[] {
  if (criticism === undefined || 'unresolved' in criticism || criticism.ref.sha256 === undefined) return [];
  return [{ reference: { artifact_id: criticism.word.artifactId, type: 'CriticReport', hash: criticism.ref.sha256 }, content: criticism.word.report }];
}
