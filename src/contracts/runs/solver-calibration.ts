import { z } from 'zod';
import { Count, Name, PositiveCount, RunId, SemanticVersion, Timestamp, UnitInterval } from '../core/index.ts';
import { SolverParameters, SolverSet } from '../formulas/solver-set.ts';

/** So few runs say nothing that the next ones would not contradict. */
export const CALIBRATION_RUNS_MIN = 200;
/** The latest count; older ones were done by other models, tools and prompts. */
export const CALIBRATION_RUNS_MAX = 2_000;
/** Proposals that are remembered beside those that were applied. */
export const CALIBRATION_PROPOSALS_MAX = 50;

/** What a set comes to over recorded runs. Lower is better. */
export const CalibrationLoss = z.strictObject({
  /** What its decisions cost a run: 1 for a task that is not delivered, what is unmet in one that is, and a little for each round. */
  decisions: z.number().min(0),
  /** Brier's score of L, taken for the chance that the run does not deliver. */
  forecast: z.number().min(0),
});
export type CalibrationLoss = z.infer<typeof CalibrationLoss>;

const compared = z.strictObject({ before: CalibrationLoss, after: CalibrationLoss });

/** Why a set is proposed: what it was fitted on, and how it did on runs that it was not fitted on. */
export const CalibrationEvidence = z.strictObject({
  runs: z.strictObject({
    fitted: PositiveCount,
    held_out: PositiveCount,
    /** Ended for reasons that are not the work's, or decided otherwise than their record can explain. */
    left_out: Count,
    first: RunId,
    last: RunId,
  }),
  fitted: compared,
  held_out: compared,
  /** In what share of the drawings from the held-out runs it was the better one. */
  better_in: UnitInterval,
  /** Of the held-out runs' decisions: how many it takes otherwise, in how many of these nothing recorded speaks of what would come, and how many runs that delivered it gives up. */
  decisions: z.strictObject({ all: Count, otherwise: Count, unseen: Count, lost: Count }),
});
export type CalibrationEvidence = z.infer<typeof CalibrationEvidence>;

/** A set that a person may apply, known by its version. */
export const CalibrationProposal = z.strictObject({
  version: SemanticVersion,
  parameters: SolverParameters,
  based_on: SolverSet,
  evidence: CalibrationEvidence,
  proposed_at: Timestamp,
  proposed_by: Name,
});
export type CalibrationProposal = z.infer<typeof CalibrationProposal>;

export const CalibrationStanding = z.strictObject({ proposal: CalibrationProposal, state: z.enum(['proposed', 'applied', 'withdrawn']), changed_at: Timestamp });
export type CalibrationStanding = z.infer<typeof CalibrationStanding>;

/** Which set new runs are started with, kept under `calibration:solver`. */
export const CalibrationState = z.strictObject({
  /** The versions that were applied and not withdrawn; the last one is in force, and where there is none the published set is. */
  applied: z.array(SemanticVersion),
  proposals: z.array(CalibrationStanding),
  /** How many were ever proposed. */
  proposed: Count,
});
export type CalibrationState = z.infer<typeof CalibrationState>;
