import type { ActionDirective, LossHyperparameters } from '../../contracts/index.ts';
import { cellOf, isWorsening, macroStateOf, type RoundReading } from './macro-state.ts';

/** Where a round stands, in figures alone. */
export interface CourseStanding {
  readonly reading: RoundReading;
  /** The gradients of the rounds before this one, the oldest first. */
  readonly earlier: readonly number[];
  readonly replans: number;
  /** No further plan is allowed, whatever the figures say. */
  readonly isLastRound: boolean;
}

export type Course = { readonly to: 'deliver' } | { readonly to: 'give_up'; readonly because: 'spent' | 'divergence' | 'replans' } | { readonly to: 'act'; readonly state: ActionDirective };

/** The cascade of the cells; then, where it would go on, what forbids going on. A recorded round decides by it again. */
export function courseOf({ reading, earlier, replans, isLastRound }: CourseStanding, limits: Omit<LossHyperparameters, 'time_budget_ms'>): Course {
  const state = macroStateOf(cellOf(reading, limits));
  if (state === 'success') return { to: 'deliver' };
  if (state === 'abandon') return { to: 'give_up', because: 'spent' };
  if (isDiverging([...earlier, reading.gradient], limits)) return { to: 'give_up', because: 'divergence' };
  return isLastRound || replans >= limits.max_replans ? { to: 'give_up', because: 'replans' } : { to: 'act', state };
}

function isDiverging(gradients: readonly number[], limits: Omit<LossHyperparameters, 'time_budget_ms'>): boolean {
  const last = gradients.slice(-limits.worsening_rounds_max);
  return last.length === limits.worsening_rounds_max && last.every((one) => isWorsening(one, limits));
}
