import type { Criterion, CriterionCheck, Plan, PlannedCriterion, PlannerAnswer } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { mentions } from './mentions.ts';
import type { MustNot } from './must-not.ts';

/** The last plan and the person's words, which a new plan is held to; what it must not use it cannot be held to. */
export interface KeptDemands {
  readonly previous: Plan;
  /** Criteria that were met in the last round need no second demand. */
  readonly met: ReadonlySet<string>;
  readonly asked: string;
  readonly mustNot: readonly MustNot[];
}

type Checked = Pick<Criterion, 'criterion' | 'required'> & { readonly check: CriterionCheck };

/**
 * What the last plan had looked at because the person asked for it in so many words, and a new plan no longer demands. Another
 * plan may go another way, but not to another place: what was missed is not mended by asking for less. A check that the
 * planner thought of by itself may be given up.
 */
export function droppedDemands(answer: Pick<PlannerAnswer, 'decision' | 'task_criteria' | 'subtasks'>, { previous, met, asked, mustNot }: KeptDemands): string[] {
  if (answer.decision !== 'plan') return [];
  const demanded = checksOf([...answer.task_criteria, ...answer.subtasks.flatMap(({ success_criteria: criteria }) => criteria)]);
  const wanted = checksOf([...previous.task_criteria, ...previous.subtasks.flatMap(({ success_criteria: criteria }) => criteria)]).filter(({ criterion, check }) => !met.has(criterion) && isInWords(check, asked) && !mustNot.some(({ what }) => mentions(canonicalJson(check), what)));
  const dropped = wanted.filter(({ check }) => !demanded.some((other) => isAtLeast(other.check, check)));
  return [...new Map(dropped.map(({ criterion, check }) => [canonicalJson(check), `The last plan demanded ${JSON.stringify(criterion)}, as the person asked for it, and this one does not. Demand it again, as required and with the same check.`])).values()];
}

function checksOf(criteria: readonly (Criterion | PlannedCriterion)[]): Checked[] {
  return criteria.flatMap(({ criterion, required, check }) => (required && check !== undefined && check !== null ? [{ criterion, required, check }] : []));
}

/** Whether what a check looks at stands in the person's own words. */
function isInWords(check: CriterionCheck, asked: string): boolean {
  switch (check.kind) {
    case 'exit_code':
      return mentions(asked, check.command);
    case 'tests_pass':
      return check.command !== null && mentions(asked, check.command);
    case 'number_in_range':
      return [check.min, check.max].every((bound) => bound === null || mentions(asked, String(bound)));
    case 'text_contains':
    case 'text_lacks':
      return mentions(asked, check.text);
    // What was written in an earlier round need not be written again, and the review looks at the files that were asked for.
    case 'file_changed':
    case 'file_removed':
    case 'json_valid':
    case 'tool_completed':
    case 'citations_resolve':
    case 'answer_agrees':
    case 'untouched':
      return false;
  }
}

/** The same, or a narrower range for the same number. */
function isAtLeast(check: CriterionCheck, wanted: CriterionCheck): boolean {
  if (check.kind !== 'number_in_range' || wanted.kind !== 'number_in_range') return canonicalJson(check) === canonicalJson(wanted);
  const isSame = check.pointer === wanted.pointer && canonicalJson(check.subject) === canonicalJson(wanted.subject);
  return isSame && (check.min ?? -Infinity) >= (wanted.min ?? -Infinity) && (check.max ?? Infinity) <= (wanted.max ?? Infinity);
}
