import type { LossHyperparameters, MacroState, Urgency } from '../../contracts/index.ts';

/** One of the 24 places that a round can stand in: two halves of Ω, D and P, and three ways the gradient can point. */
export interface Cell {
  readonly budget: 'left' | 'spent';
  readonly distance: 'near' | 'far';
  readonly gradient: 'falling' | 'flat' | 'rising';
  readonly process: 'environmental' | 'logical';
}

/** For a round with budget left and far from its goal: whether there is a signal, and whether the approach is wrong. */
const ACTION_GRID = {
  flat: { environmental: 'change_path', logical: 'break_symmetry' },
  signal: { environmental: 'refine', logical: 'change_approach' },
} as const satisfies Record<string, Record<Cell['process'], MacroState>>;

/** Ω first, then D, then the size of the gradient and P. Its sign never chooses; it only sets the urgency. */
export function macroStateOf({ budget, distance, gradient, process }: Cell): MacroState {
  if (budget === 'spent') return 'abandon';
  if (distance === 'near') return 'success';
  return ACTION_GRID[gradient === 'flat' ? 'flat' : 'signal'][process];
}

type Thresholds = Pick<LossHyperparameters, 'plateau_threshold' | 'convergence_threshold' | 'process_threshold' | 'abandon_threshold'>;

export interface RoundReading {
  readonly D: number;
  readonly P: number;
  readonly Omega: number;
  readonly gradient: number;
  /** Something required is not met. Then the round is not near, however small D is: the cascade goes on to the grid. */
  readonly isSomethingRequiredOpen: boolean;
}

/** A step of exactly ε is a signal; a distance of exactly δ is near, and Ω of exactly θ is spent. */
export function cellOf(reading: RoundReading, limits: Thresholds): Cell {
  const { gradient } = reading;
  const isFlat = Math.abs(gradient) < limits.plateau_threshold;
  return {
    budget: reading.Omega >= limits.abandon_threshold ? 'spent' : 'left',
    distance: reading.D <= limits.convergence_threshold && !reading.isSomethingRequiredOpen ? 'near' : 'far',
    gradient: isFlat ? 'flat' : gradient < 0 ? 'falling' : 'rising',
    process: reading.P > limits.process_threshold ? 'logical' : 'environmental',
  };
}

export function isWorsening(gradient: number, limits: Thresholds): boolean {
  return gradient > limits.plateau_threshold;
}

/** Less when it gets better by more than ε, more when it gets worse by more than ε. */
export function urgencyOf(gradient: number, limits: Thresholds): Urgency {
  if (isWorsening(gradient, limits)) return 'higher';
  return isWorsening(-gradient, limits) ? 'lower' : 'normal';
}
