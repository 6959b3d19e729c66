import { DEFAULT_LOSS_HYPERPARAMETERS, type JsonValue, type LossHyperparameters } from '../../contracts/index.ts';
import { decideRound, decideStopped, type Decided, type Decision, type SolverRules } from './decide-round.ts';
import { intentSlug, noMemory, type ExperienceWriter } from './experience.ts';
import type { GradientVersion, MeasurePorts } from './measure-round.ts';
import type { RoundInput, StoppedTask, TaskStanding } from './round-input.ts';

/** Of quality alone: cost rises whatever the work does. */
const DECIDING_GRADIENT: GradientVersion = '1.0.0';

export interface SolverParts extends MeasurePorts {
  readonly hyperparameters?: Partial<LossHyperparameters>;
  /** ρ for kinds of tasks, by the slug of their intent. */
  readonly processThresholdByKind?: Readonly<Record<string, number>>;
  readonly gradientVersion?: GradientVersion;
  /** Whoever holds this can teach the memory; it is handed to the solver and to no other role. */
  readonly memory?: ExperienceWriter;
}

/**
 * The controller of the task's loop: after each round one order to the planner, or the result. It is the only one that
 * measures loss, makes directives and final results, and writes experience. It keeps no state between rounds.
 */
export interface Solver {
  round(input: RoundInput): Decision;
  /** For a run that has to end from outside, by time, money, or a person: what was reached, and no experience. */
  stop(standing: StoppedTask, partialOutput: JsonValue, why: string): Decision;
}

export function createSolver(parts: SolverParts): Solver {
  const memory = parts.memory ?? noMemory();
  const conclude = ({ decision, experiences }: Decided): Decision => {
    for (const experience of experiences) memory.write(experience);
    return decision;
  };
  return {
    round: (input) => conclude(decideRound(input, rulesFor(input, parts))),
    stop: (standing, partialOutput, why) => conclude(decideStopped(standing, partialOutput, why, rulesFor(standing, parts))),
  };
}

function rulesFor({ task }: TaskStanding, parts: SolverParts): SolverRules {
  const limits = { ...DEFAULT_LOSS_HYPERPARAMETERS, ...parts.hyperparameters };
  const kind = parts.processThresholdByKind?.[intentSlug(task.intent)];
  return { formulas: parts.formulas, mintReceipt: parts.mintReceipt, now: parts.now, limits: { ...limits, process_threshold: kind ?? limits.process_threshold }, gradientVersion: parts.gradientVersion ?? DECIDING_GRADIENT };
}
