import type { ControlRole, SubtaskOutcome } from '../../contracts/index.ts';
import { classOf } from '../validators/correction.ts';
import { isUnmet } from '../validators/one-verdict-each.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';
import type { EndCause } from './final-result.ts';

/** Which role answers for a failure, and for what. What only the world stood in the way of is charged to nobody. */
export interface Charge {
  readonly role: Extract<ControlRole, 'executor' | 'agent_validator' | 'meta_validator' | 'solver'>;
  readonly why: string;
}

interface Answerable {
  readonly outcomes: readonly SubtaskOutcome[];
  readonly judged?: TaskDecision;
  readonly because?: EndCause;
}

export function chargesOf({ outcomes, judged, because }: Answerable): Charge[] {
  return [...outcomes.flatMap(chargesOfOutcome), ...chargesOfJudgement(outcomes, judged), ...chargesOfEnd(because)];
}

function chargesOfOutcome(outcome: SubtaskOutcome): Charge[] {
  const unmet = outcome.criteria_verdicts.filter(isUnmet);
  const wrong = unmet.find((verdict) => verdict.required && classOf(verdict) === 'logical');
  const reported = outcome.gap_trajectory.at(-1)?.unmet_criteria ?? [];
  const hidden = unmet.find(({ criterion }) => !reported.includes(criterion));
  return [
    ...(outcome.status === 'failed' && wrong !== undefined ? [{ role: 'executor', why: `“${wrong.criterion}” was gone about in the wrong way.` } as const] : []),
    ...(hidden === undefined ? [] : [{ role: 'agent_validator', why: `“${hidden.criterion}” is not met, and the gap does not say so.` } as const]),
  ];
}

/** It answers for every way past its gate: a failed subtask let through, and a task that nobody decided about. */
function chargesOfJudgement(outcomes: readonly SubtaskOutcome[], judged: TaskDecision | undefined): Charge[] {
  if (judged === undefined) return outcomes.length === 0 ? [] : [{ role: 'meta_validator', why: 'The outcomes were neither accepted nor sent back.' }];
  const letThrough = 'accepted' in judged && outcomes.some(({ status }) => status === 'failed');
  return letThrough ? [{ role: 'meta_validator', why: 'A failed subtask was accepted.' }] : [];
}

function chargesOfEnd(because: EndCause | undefined): Charge[] {
  if (because === 'divergence') return [{ role: 'solver', why: 'Two rounds in a row took the task further from its goal.' }];
  if (because === 'replans' || because === 'time') return [{ role: 'solver', why: 'The budget was used up before a direction was found that led to the goal.' }];
  return [];
}
