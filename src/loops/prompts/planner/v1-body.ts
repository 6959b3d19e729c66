import type { PlanCalibration, PlanDirective, RoleAci, RoleId, SubtaskOutcome, Plan, TaskSpec, ToldFact } from '../../../contracts/index.ts';
import { withoutOurMarkup } from '../../../context/index.ts';
import { isDecidedByMemory } from '../../planner/calibration.ts';
import { factText, isVouchedFor } from '../../planner/fact-text.ts';
import { directionOf } from '../../planner/direction.ts';
import type { MustNot } from '../../planner/must-not.ts';
import { material } from '../material.ts';
import { bullets, numbered, paragraphs, section } from '../role-prompt.ts';
import { outcomeText, taskText } from '../told.ts';

export interface PlanQuestion {
  readonly task: TaskSpec;
  readonly roles: readonly RoleAci[];
  readonly toolsOf: ReadonlyMap<RoleId, readonly string[]>;
  readonly said: readonly string[];
  readonly context: string;
  readonly calibration: readonly PlanCalibration[];
  readonly facts?: readonly ToldFact[];
  readonly mustNot: readonly MustNot[];
  readonly directive?: PlanDirective;
  readonly previous?: { readonly plan: Plan; readonly outcomes: readonly SubtaskOutcome[] };
}

export function renderPlanQuestion({ task, roles, toolsOf, said, context, calibration, facts = [], mustNot, directive, previous }: PlanQuestion): string {
  return paragraphs(
    section('Task', material('task', taskText(task))),
    section('Said by the person since', said.length === 0 ? '' : material('said_since', numbered(said))),
    section('Roles and their tools', bullets(roles.map((role) => roleLine(role, toolsOf.get(role.role_id) ?? [])))),
    section('The place', context === '' ? '' : material('place', context)),
    section('Known from earlier runs', factsTold(facts.filter(isVouchedFor))),
    section('Read in earlier runs from sources that nobody vouches for', factsTold(facts.filter((fact) => !isVouchedFor(fact)))),
    section('SHOULD PREFER', learnt('exploit', calibration)),
    section('ASK FIRST', learnt('caution', calibration)),
    section('Known trouble with what the person named', named(calibration)),
    section('MUST NOT', mustNot.length === 0 ? '' : material('memory', bullets(mustNot.map(({ kind, what, why }) => `${kind} ${JSON.stringify(what)}: ${why}`)))),
    section('The last round', previous === undefined ? '' : material('last_round', lastRound(previous))),
    section('Direction for this round', directive === undefined ? '' : `${directionOf(directive)}\n${material('reason', `Criterion that was missed: ${directive.failed_criterion}\n${directive.rationale}`)}`),
  );
}

/** A plan that may not be dispatched, and everything that is wrong with it. */
export function renderPlanRepair(question: PlanQuestion, refused: string, problems: readonly string[]): string {
  return paragraphs(renderPlanQuestion(question), section('Your last answer was refused', `${material('refused_plan', refused)}\nWhat is wrong with it:\n${withoutOurMarkup(numbered(problems))}\nAnswer again, whole, with every one of these mended and nothing else made worse.`));
}

function roleLine({ role_id, purpose }: RoleAci, tools: readonly string[]): string {
  return withoutOurMarkup(`${role_id}: ${purpose} Tools: ${tools.join(', ') || 'none'}.`);
}

function learnt(action: PlanCalibration['action'], calibration: readonly PlanCalibration[]): string {
  const found = calibration.filter((entry) => entry.action === action && isDecidedByMemory(entry));
  return found.length === 0 ? '' : material('memory', bullets(found.map(({ space, entity, reason }) => `${space} with ${entity}: ${reason}`)));
}

/** Facts are data, whoever stated them: they may be out of date, and what a result rests on is looked at again. */
function factsTold(facts: readonly ToldFact[]): string {
  return facts.length === 0 ? '' : `Each with where it stands. It was so when it was read; look again at what the result rests on.\n${material('memory', bullets(facts.map(factText)))}`;
}

/** They want it all the same: it is tried, with what is known of it. */
function named(calibration: readonly PlanCalibration[]): string {
  const found = calibration.filter((entry) => !isDecidedByMemory(entry));
  return found.length === 0 ? '' : `It may be used because they named it. Plan for what went wrong before.\n${material('memory', bullets(found.map(({ space, entity, reason }) => `${space} with ${entity}: ${reason}`)))}`;
}

/** What was planned and what came of it, subtask by subtask, with all evidence. */
function lastRound({ plan, outcomes }: NonNullable<PlanQuestion['previous']>): string {
  const criteria = `Criteria of the task:\n${numbered(plan.task_criteria.map(({ criterion }) => criterion))}`;
  const subtasks = plan.subtasks.map(({ subtask_id, sequence, role_id, intent }, at) => {
    const title = `Subtask ${at + 1} (sequence ${sequence}, ${role_id}: ${intent})`;
    const outcome = outcomes.find((candidate) => candidate.subtask_id === subtask_id);
    return outcome === undefined ? `${title}: was not begun` : outcomeText(outcome, title);
  });
  return [criteria, ...subtasks].join('\n\n');
}
