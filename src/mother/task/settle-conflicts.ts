import type { CodePatch, CriterionVerdict, StorageRef, SubtaskId } from '../../contracts/index.ts';
import type { ReviewFinding } from '../../evaluation/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { detectConflicts, isUnopposed, objectionsOf } from '../conflicts/detect-conflicts.ts';
import { recordConflict } from '../conflicts/record-conflict.ts';
import { resolveConflict, type Settlement } from '../conflicts/resolve-conflict.ts';
import type { DetectedConflict } from '../conflicts/round-review.ts';
import { conflictPorts, type InDispute } from './conflict-ports.ts';
import { codeOfRun, consultCritic, type Criticism } from './consult-critic.ts';
import { blockingFindings, findingsInCode, patchesOf, refsOfArtifacts, reviewedWork } from './reviewed-works.ts';
import type { Dispatched, Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

/** Why work goes back although its criteria are met: a criterion of the whole that it missed. */
export type Refusal = Pick<CriterionVerdict, 'criterion' | 'evidence' | 'evidence_refs'> & { readonly isOpen: boolean };

export interface SettledReview {
  /** As it stands after the conflicts: what was done again stands in the place of what it replaces. */
  readonly dispatched: readonly Dispatched[];
  /** Proposals that were not taken. They stay in the record and leave the result. */
  readonly setAside: ReadonlySet<SubtaskId>;
  readonly refusals: readonly Refusal[];
  /** Everything that was done once more, taken or not. */
  readonly doneAgain: readonly Dispatched[];
  /** Whether what would be judged is not what it was before. */
  readonly hasChanged: boolean;
}

/** What the run has changed in code, and what a critic says to it. */
export interface AboutCode {
  readonly code: CodePatch | undefined;
  readonly criticism: Criticism | undefined;
}

const CRITERION = {
  blocked: 'No finding of the review stands against what was handed in',
  critic: 'The critic passes the changed code',
  relied: 'What was handed in can be relied on',
} as const;

/**
 * Everything that roles disagree about in a round, settled before anybody decides on the whole. A blocking finding comes
 * first and no vote, number or arbiter takes it back; then the conflict table; what is left open ends the run.
 */
export async function settleConflicts(work: TaskWork, at: string, round: Round, dispatched: readonly Dispatched[], { code, criticism }: AboutCode, signal: AbortSignal): Promise<SettledReview> {
  const matched = dispatched.filter(({ outcome }) => outcome.status === 'matched');
  const inCode = code === undefined ? [] : findingsInCode(code);
  const blocked = matched.flatMap((one) => blockingFindings(one).map((finding) => refusalOfFinding(finding, refsOfArtifacts(one.artifacts))));
  const open = matched.filter((one) => blockingFindings(one).length === 0 && (inCode.length === 0 || patchesOf(one.artifacts).length === 0));
  const word = criticism === undefined || 'unresolved' in criticism ? undefined : criticism.word;
  const review = { works: open.map(reviewedWork), ...(word !== undefined && { critic: word }) };
  const refusals: Refusal[] = [...blocked, ...silentCritic(criticism)];
  if (criticism !== undefined && !('unresolved' in criticism) && isUnopposed(review)) refusals.push(criticsRefusal(criticism));
  const state: Standing = { dispatched: [...dispatched], setAside: new Set(), hasChanged: false, doneAgain: [] };
  const conflicts = detectConflicts(review);
  const shown = code === undefined ? [] : [code];
  for (const [nth, conflict] of conflicts.entries()) {
    const key = `${at}/conflict-${nth + 1}`;
    const detectedAtMs = await work.journal.now(`${key}/detected-at`);
    const dispute: InDispute = { key, round, dispatched: state.dispatched, replaced: new Map(), shown, ...(word !== undefined && { critic: word }) };
    const settlement = await resolveConflict(conflict, conflictPorts(work, dispute, signal));
    state.doneAgain.push(...dispute.replaced.values());
    // Work that was done again may have changed files also where it is not taken.
    state.hasChanged ||= dispute.replaced.size > 0;
    const { conflict_id: id } = await recordConflict({ runId: work.runId, key, journal: work.journal, conflict, detectedAtMs, settlement }, work.ports);
    if (settlement.decision === 'blocked') throw unresolved(id, conflict, settlement);
    if (settlement.decision === 'accepted') apply(state, conflict, settlement, dispute);
    else refusals.push(refusalOf(conflict, settlement, criticism));
  }
  const left = conflicts.length === 0 ? code : await codeOfRun(work, `${at}/settled`, round, [...dispatched, ...state.doneAgain], signal);
  return { ...state, refusals: joined([...(await refusalsOfCode(work, at, round, state.dispatched, left, shown, signal)), ...refusals]) };
}

/**
 * What stands against the code that is left when all conflicts are settled. A larger model may have changed it meanwhile, also
 * in work that was not taken: what no critic has seen is shown to one, and its no sends the code back.
 */
async function refusalsOfCode(work: TaskWork, at: string, round: Round, dispatched: readonly Dispatched[], left: CodePatch | undefined, shown: readonly CodePatch[], signal: AbortSignal): Promise<Refusal[]> {
  if (left === undefined) return [];
  const found = findingsInCode(left).map((finding) => refusalOfFinding(finding, []));
  if (shown.some(({ diff }) => diff === left.diff)) return found;
  const criticism = await consultCritic(work, `${at}/settled`, round, left, dispatched, signal);
  if (criticism === undefined || 'unresolved' in criticism) return [...found, ...silentCritic(criticism)];
  return criticism.word.report.verdict === 'pass' ? found : [...found, criticsRefusal(criticism)];
}

interface Standing {
  dispatched: Dispatched[];
  readonly setAside: Set<SubtaskId>;
  hasChanged: boolean;
  readonly doneAgain: Dispatched[];
}

/** What a settlement changes in the result: work is replaced, a proposal set aside, or a finding marked as the weaker one. */
function apply(state: Standing, { type, sides }: DetectedConflict, { winner, rationale }: Settlement, { replaced }: InDispute): void {
  const made = winner === undefined ? undefined : replaced.get(winner.name);
  if (made !== undefined) state.dispatched = state.dispatched.map((one) => (one.subtask.subtask_id === made.subtask.subtask_id ? made : one));
  const losers = sides.filter((side) => side !== winner && side.subtaskId !== null && side.subtaskId !== winner?.subtaskId).map(({ subtaskId }) => subtaskId);
  if (type === 'competing_proposals') {
    for (const id of losers) if (id !== null) state.setAside.add(id);
    state.hasChanged = true;
  }
  if (type === 'evidence_contradiction' || (type === 'retrieval_ambiguity' && made === undefined)) {
    const noted = type === 'evidence_contradiction' ? losers : [winner?.subtaskId];
    const note = type === 'evidence_contradiction' ? 'Set aside as the weaker finding' : `What counts: ${winner?.position ?? ''}`;
    state.dispatched = state.dispatched.map((one) => (noted.includes(one.subtask.subtask_id) ? withNote(one, `${note} (${rationale})`) : one));
    state.hasChanged = true;
  }
}

/** The words of the role stay as they are; what was decided about them stands before them. */
function withNote(one: Dispatched, note: string): Dispatched {
  const { output } = one.outcome;
  return { ...one, outcome: { ...one.outcome, output: `[${note}] ${typeof output === 'string' ? output : JSON.stringify(output)}` } };
}

function refusalOfFinding({ finding, fix, test, refs }: ReviewFinding, about: readonly StorageRef[]): Refusal {
  return { criterion: CRITERION.blocked, evidence: `${finding} Fix: ${fix} Shown by: ${test}`, evidence_refs: refs.length > 0 ? [...refs] : [...about], isOpen: false };
}

/** A critic that cannot be heard has not passed anything. */
function silentCritic(criticism: Criticism | undefined): Refusal[] {
  return criticism !== undefined && 'unresolved' in criticism ? [{ criterion: CRITERION.critic, evidence: `The critic could not be heard: ${criticism.unresolved}`, evidence_refs: [], isOpen: true }] : [];
}

function criticsRefusal({ word: { report }, ref }: Exclude<Criticism, { unresolved: string }>): Refusal {
  const fixes = report.required_fixes.map(({ fix, test }) => `Fix: ${fix} Shown by: ${test}`);
  return { criterion: CRITERION.critic, evidence: [objectionsOf(report), ...fixes].join(' '), evidence_refs: [ref], isOpen: false };
}

function refusalOf({ type }: DetectedConflict, { rationale, words }: Settlement, criticism: Criticism | undefined): Refusal {
  const ofCritic = type === 'critic_vs_coder' || type === 'test_vs_review' ? criticism : undefined;
  if (words === undefined && ofCritic !== undefined && !('unresolved' in ofCritic)) return criticsRefusal(ofCritic);
  return { criterion: CRITERION.relied, evidence: words === undefined ? rationale : `A person wants it otherwise: ${words}`, evidence_refs: [] satisfies StorageRef[], isOpen: false };
}

/** One verdict for each criterion, with everything that was said about it. */
function joined(refusals: readonly Refusal[]): Refusal[] {
  return [...Map.groupBy(refusals, ({ criterion }) => criterion)].map(([criterion, all]) => ({ criterion, evidence: all.map(({ evidence }) => evidence).join(' '), evidence_refs: all.flatMap(({ evidence_refs: refs }) => refs), isOpen: all.every(({ isOpen }) => isOpen) }));
}

/** What kind of help is missing where the table itself says to stop. */
const MARK = { evidence_contradiction: 'needs_investigation', retrieval_ambiguity: 'insufficient_evidence' } as const;

function unresolved(id: string, { type }: DetectedConflict, { rationale }: Settlement): KeelsonError<'conflict.unresolved'> {
  const mark = type in MARK ? MARK[type as keyof typeof MARK] : undefined;
  return new KeelsonError('conflict.unresolved', {
    message: `Roles of this run disagree (${type.replaceAll('_', ' ')}), and nothing settled it. ${rationale}`,
    nextStep: mark === undefined ? 'Say what shall count, where you can be asked, or let a stronger model do it.' : 'Look into what was found, name the source that counts, and run it again.',
    data: { conflict_id: id, conflict_type: type, ...(mark !== undefined && { mark }) },
  });
}
