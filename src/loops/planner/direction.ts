import { DEFAULT_LOSS_HYPERPARAMETERS, type ActionDirective, type PlanDirective, type Urgency } from '../../contracts/index.ts';
import { bullets } from '../prompts/role-prompt.ts';
import { urgencyOf } from '../solver/macro-state.ts';

/** What each order of the solver asks of the next plan. */
const CHANGE: Readonly<Record<ActionDirective, string>> = {
  refine: 'Keep the method and what already worked. Tighten it: narrower or other inputs, better parameters, a missing step. No subtask may be the same as one that failed.',
  change_path: 'Keep the method and aim it elsewhere: other files, other sources, other queries. What stood in the way will stand there again.',
  change_approach: 'Change the method: other tools, another order of work, another way to split it. Do not trust that the result came closer: what was done is wrong in itself.',
  break_symmetry: 'Leave the whole way of working: use a class of tools that no subtask of the last round used, and a split of the work that has nothing in common with it.',
};

const HOW_FAR: Readonly<Record<Urgency, string>> = {
  lower: 'It is getting better: change as little as the order asks for, and keep every subtask that matched.',
  normal: 'It neither gets better nor worse: follow the order as it stands.',
  higher: 'It is getting worse: follow the order to the letter, keep nothing of the last round that is not shown to work, and plan fewer, surer steps.',
};

const CLASS: Readonly<Record<PlanDirective['failure_class'], string>> = {
  logical: 'the approach was wrong',
  environmental: 'the world stood in the way',
  mixed: 'in part the approach was wrong, in part the world stood in the way',
};

/** The solver's order in words that say what to change and how far. Nothing is computed here: it only reads the directive. */
export function directionOf({ directive, failure_class, budget_pressure, grad_q }: Pick<PlanDirective, 'directive' | 'failure_class' | 'budget_pressure' | 'grad_q'>): string {
  return bullets([
    `Order: ${directive}. ${CHANGE[directive]}`,
    `How far: ${HOW_FAR[urgencyOf(grad_q, DEFAULT_LOSS_HYPERPARAMETERS)]}`,
    `What failed: ${CLASS[failure_class]}.`,
    `Of what the task may cost ${Math.round(budget_pressure * 100)} % is used: the plan must end well within the rest.`,
  ]);
}
