import { z } from 'zod';
import { Count, PositiveCount, RunId, SemanticVersion, Timestamp, UnitInterval } from '../core/index.ts';
import { ActionDirective, LossValues } from './directive.ts';
import { RunEngine } from './engine.ts';
import { TerminationReason } from './termination.ts';

/** What the solver made of a round. */
export const CourseDecision = z.enum([...ActionDirective.options, 'accept', 'success', 'abandon']);
export type CourseDecision = z.infer<typeof CourseDecision>;

/** A round as its figures tell it; no words of the task are here. */
export const CourseRound = z.strictObject({
  round: PositiveCount,
  loss: LossValues,
  /** The change of the quality part, which decides. */
  gradient: z.number(),
  /** How much of the run's time was gone, reckoned back from Ω. */
  time_used: UnitInterval,
  /** Whether something required was not met. */
  is_required_open: z.boolean(),
  /** The gate of the whole let it through; then it is delivered, whatever the figures say. */
  is_accepted: z.boolean(),
  decided: CourseDecision,
});
export type CourseRound = z.infer<typeof CourseRound>;

/** The course that a run took, kept under `run_course:{run_id}`: what statistics and calibration read. */
export const RunCourse = z.strictObject({
  run_id: RunId,
  started_at: Timestamp,
  engine: RunEngine.nullable(),
  /** The solver's set that it was started with. */
  solver_version: SemanticVersion,
  plans: Count,
  /** Whether memory had something to say to one of its plans. */
  is_recalled: z.boolean(),
  corrections: z.strictObject({ logical: Count, environmental: Count }),
  tools: z.strictObject({ calls: Count, failed: Count }),
  executions_failed: Count,
  rounds: z.array(CourseRound),
  ended_at: Timestamp.nullable(),
  reason: TerminationReason.nullable(),
});
export type RunCourse = z.infer<typeof RunCourse>;
