import type { Plan, PlanDirective, ReplanRequest, SubtaskOutcome, TaskSpec } from '../../contracts/index.ts';
import type { Doubt } from './doubt.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';

/** A round that ended in a directive, as the log tells it. */
export interface PastRound {
  readonly request: ReplanRequest;
  readonly directive: PlanDirective;
}

/** Where a task stands: everything the solver knows. It keeps nothing itself, so a resumed run decides the same. */
export interface TaskStanding {
  readonly task: TaskSpec;
  /** Read, never changed: its criteria are what is met or not. */
  readonly plan: Plan;
  /** From 1. */
  readonly round: number;
  /** Of this round. */
  readonly outcomes: readonly SubtaskOutcome[];
  readonly replans: number;
  /** Without the time in which the run waited for people. */
  readonly activeElapsedMs: number;
  /** Every round before this one, the oldest first. */
  readonly history: readonly PastRound[];
  /** A no to what the work needs is why no further plan can help. */
  readonly isDenied?: boolean;
  /** What memory spoke against when the round was planned. */
  readonly doubted?: readonly Doubt[];
}

/** A task that ends from outside, perhaps before anybody judged the whole. */
export interface StoppedTask extends TaskStanding {
  readonly judged?: TaskDecision;
}

export interface RoundInput extends TaskStanding {
  readonly judged: TaskDecision;
}
