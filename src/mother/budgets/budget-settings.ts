import { DEFAULT_BUDGET, phaseLimits, type Phase, type PhaseLimits, type ResourceBudget, type RunsSection } from '../../contracts/index.ts';

export type PhaseTimes = (phase: Phase) => PhaseLimits;

/** What runs may use here, the configuration over the defaults. */
export interface RunSettings {
  readonly budget: ResourceBudget;
  readonly phases: PhaseTimes;
}

export function runSettings({ budget = {}, phases = {} }: RunsSection = {}): RunSettings {
  return {
    budget: {
      per_run: { ...DEFAULT_BUDGET.per_run, ...givenOf(budget.per_run) },
      per_user_daily: { ...DEFAULT_BUDGET.per_user_daily, ...givenOf(budget.per_user_daily) },
      global: { ...DEFAULT_BUDGET.global, ...givenOf(budget.global) },
    },
    phases: (phase) => ({ ...phaseLimits(phase), ...givenOf(phases[phase]) }),
  };
}

/** What was left out is no limit of its own. */
function givenOf<Values extends object>(values: Values | undefined): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as never;
}
