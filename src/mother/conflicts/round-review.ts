import type { ArtifactId, CitedClaim, ConflictType, CriticReport, Level, RoleId, SubtaskId } from '../../contracts/index.ts';
import type { Contradiction } from '../../library/index.ts';

/** Work below this is not trusted by its own maker: it holds the opposite for as likely, so nobody else may rest on it. */
export const LOW_CONFIDENCE_BELOW = 0.5;

/** From here on a coder stands by its work against a critic; below it the critic is right without a dispute. */
export const STANDS_BY_ITS_WORK_FROM = 0.7;

/** What one role brought in one round, as a review compares it with the others. */
export interface ReviewedWork {
  readonly subtaskId: SubtaskId;
  readonly roleId: RoleId;
  /** Its group in the plan. */
  readonly sequence: number;
  readonly intent: string;
  readonly output: string;
  readonly confidence: number;
  readonly risk: Level;
  readonly artifactIds: readonly ArtifactId[];
  /** What it cites in all. */
  readonly citations: number;
  readonly claims: readonly CitedClaim[];
  readonly openQuestions: readonly string[];
  /** Where the passages that it was given disagree. */
  readonly disagreements: readonly Contradiction[];
  readonly hasPatch: boolean;
  /** Whether the tests that ran on it passed; undefined when none ran. */
  readonly testsPassed: boolean | undefined;
  /** A retrieval of it did not bring enough: too little, and not too much that disagrees. */
  readonly lacksEvidence: boolean;
  readonly modelCalls: number;
  /** What tools gave back for it, in one line each. */
  readonly evidence: readonly string[];
}

/** A critic's word on all code of the round. */
export interface CriticWord {
  readonly report: CriticReport;
  readonly artifactId: ArtifactId;
  /** Passages of the patch that its objections quote. */
  readonly citations: number;
}

export interface RoundReview {
  /** Only what the validator matched: what failed goes back to the plan without a dispute. */
  readonly works: readonly ReviewedWork[];
  readonly critic?: CriticWord;
}

/** One side of a conflict. A critic's side has no subtask: it stands against somebody else's work. */
export interface ConflictSide {
  /** No other side has it. */
  readonly name: string;
  readonly roleId: RoleId;
  readonly subtaskId: SubtaskId | null;
  readonly stands: 'for' | 'against';
  readonly confidence: number;
  readonly evidenceCount: number;
  readonly risk: Level;
  readonly modelCalls: number;
  readonly artifactIds: readonly ArtifactId[];
  readonly position: string;
  readonly evidence: readonly string[];
}

export interface DetectedConflict {
  readonly type: ConflictType;
  readonly sides: readonly [ConflictSide, ...ConflictSide[]];
}
