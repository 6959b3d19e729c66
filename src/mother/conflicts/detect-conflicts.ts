import type { CriticReport, RoleId } from '../../contracts/index.ts';
import { opposedClaims, twoReadings } from './disagreeing-sources.ts';
import { quorumOf } from './quorum.ts';
import { LOW_CONFIDENCE_BELOW, STANDS_BY_ITS_WORK_FROM, type ConflictSide, type CriticWord, type DetectedConflict, type ReviewedWork, type RoundReview } from './round-review.ts';

/**
 * Compares what the roles of one round brought. Every conflict has exactly one type, and work that is in one conflict is in
 * no second. The order decides: a critic against code first (its tests speak for it or not), then sources that contradict
 * each other, proposals for the same thing, one role whose own findings disagree, and last a maker's own doubt.
 */
export function detectConflicts({ works, critic }: RoundReview): DetectedConflict[] {
  const criticised = critic === undefined ? undefined : againstCode(works, critic);
  const refused = critic !== undefined && isRefused(works, critic) ? works.filter(({ hasPatch }) => hasPatch) : [];
  let free = works.filter((work) => !refused.includes(work));
  const found: DetectedConflict[] = criticised === undefined ? [] : [criticised];
  for (const detect of [contradictingEvidence, competingProposals, ambiguousRetrieval, lowConfidence]) {
    for (const { conflict, between } of detect(free)) {
      found.push(conflict);
      free = free.filter((work) => !between.includes(work));
    }
  }
  return found;
}

/** A critic's no to code that nobody stands by: there is nothing to settle, the work goes back. */
export function isUnopposed({ works, critic }: RoundReview): boolean {
  return critic !== undefined && isRefused(works, critic) && againstCode(works, critic) === undefined;
}

/** Code leaves the review when all who made it and the critic agree; the makers agree by handing it in. */
function isRefused(works: readonly ReviewedWork[], { report }: CriticWord): boolean {
  const makers = works.filter(({ hasPatch }) => hasPatch).map(({ roleId }) => roleId);
  const roles = [...new Set<RoleId>([...makers, 'critic'])];
  return !quorumOf({ rule: 'all', roles }, [...makers.map((roleId) => ({ roleId, agrees: true })), { roleId: 'critic', agrees: report.verdict === 'pass' }]).isMet;
}

function againstCode(works: readonly ReviewedWork[], critic: CriticWord): DetectedConflict | undefined {
  if (!isRefused(works, critic)) return undefined;
  const code = works.filter(({ hasPatch }) => hasPatch);
  const areTested = code.every(({ testsPassed }) => testsPassed === true);
  const standing = areTested ? code : code.filter(({ confidence }) => confidence >= STANDS_BY_ITS_WORK_FROM);
  const [first, ...others] = sidesOf(standing);
  return first === undefined ? undefined : { type: areTested ? 'test_vs_review' : 'critic_vs_coder', sides: [first, ...others, criticSide(critic)] };
}

interface Found {
  readonly conflict: DetectedConflict;
  readonly between: readonly ReviewedWork[];
}

function contradictingEvidence(works: readonly ReviewedWork[]): Found[] {
  const taken = new Set<ReviewedWork>();
  return pairsOf(works).flatMap(([one, other]): Found[] => {
    const claims = taken.has(one) || taken.has(other) ? undefined : opposedClaims(one, other);
    if (claims === undefined) return [];
    taken.add(one).add(other);
    const [first, second] = namesOf([one, other]);
    const sides = [claimSide(one, claims[0], first ?? one.roleId), claimSide(other, claims[1], second ?? other.roleId)] as const;
    return [{ conflict: { type: 'evidence_contradiction', sides }, between: [one, other] }];
  });
}

/** Asked the same side by side, and answered differently: one of them can be taken. */
function competingProposals(works: readonly ReviewedWork[]): Found[] {
  const groups = Map.groupBy(works, ({ sequence, intent }) => `${sequence}:${asOneLine(intent)}`);
  return [...groups.values()].flatMap((between): Found[] => {
    const [first, ...others] = sidesOf(between);
    if (first === undefined || new Set(between.map(({ output }) => asOneLine(output))).size < 2) return [];
    return [{ conflict: { type: 'competing_proposals', sides: [first, ...others] }, between }];
  });
}

/** Enough was found, and it can be read in two ways. */
function ambiguousRetrieval(works: readonly ReviewedWork[]): Found[] {
  return works.flatMap((work): Found[] => {
    const claims = work.lacksEvidence ? undefined : twoReadings(work);
    if (claims === undefined) return [];
    const sides = [claimSide(work, claims[0], `${work.roleId}, first reading`), claimSide(work, claims[1], `${work.roleId}, second reading`)] as const;
    return [{ conflict: { type: 'retrieval_ambiguity', sides }, between: [work] }];
  });
}

function lowConfidence(works: readonly ReviewedWork[]): Found[] {
  return works.filter(({ confidence }) => confidence < LOW_CONFIDENCE_BELOW).map((work) => ({ conflict: { type: 'low_confidence_output', sides: [sideOf(work, work.roleId)] }, between: [work] }));
}

function pairsOf(works: readonly ReviewedWork[]): (readonly [ReviewedWork, ReviewedWork])[] {
  return works.flatMap((one, at) => works.slice(at + 1).map((other) => [one, other] as const));
}

/** The role's own name where it is the only one of it, so that an arbiter can name it simply. */
function namesOf(works: readonly ReviewedWork[]): string[] {
  return works.map(({ roleId }, at) => (works.filter((other) => other.roleId === roleId).length === 1 ? roleId : `${roleId} ${at + 1}`));
}

function sidesOf(works: readonly ReviewedWork[]): ConflictSide[] {
  const names = namesOf(works);
  return works.map((work, at) => sideOf(work, names[at] ?? work.roleId));
}

export function sideOf(work: ReviewedWork, name: string): ConflictSide {
  const { roleId, subtaskId, confidence, artifactIds, citations, risk, modelCalls, output, evidence } = work;
  return { name, roleId, subtaskId, stands: 'for', confidence, evidenceCount: artifactIds.length + citations, risk, modelCalls, artifactIds, position: output.trim() || 'It said nothing about its work.', evidence };
}

/** In a dispute about one claim only what is cited for that claim speaks for it. */
function claimSide(work: ReviewedWork, { claim, citations }: ReviewedWork['claims'][number], name: string): ConflictSide {
  return { ...sideOf(work, name), evidenceCount: citations.length, position: claim, evidence: citations.map((cited) => ('source' in cited ? `${cited.source}: ${cited.quote}` : `${cited.document_id}: ${cited.quote}`)) };
}

function criticSide({ report, artifactId, citations }: CriticWord): ConflictSide {
  return { name: 'critic', roleId: 'critic', subtaskId: null, stands: 'against', confidence: report.confidence.score, evidenceCount: 1 + citations, risk: report.risk.level, modelCalls: 1, artifactIds: [artifactId], position: objectionsOf(report), evidence: report.required_fixes.map(({ fix, test }) => `To be fixed: ${fix} Shown by: ${test}`) };
}

export function objectionsOf({ reasons }: CriticReport): string {
  return reasons.join(' ');
}

function asOneLine(text: string): string {
  return text.normalize('NFKC').toLowerCase().split(/\s/).filter((word) => word !== '').join(' ');
}
