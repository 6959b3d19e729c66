import type { ActionDirective, Criterion, FailureCharge, FinalResult, FormulaEvaluationReceipt, JsonValue, LossHyperparameters, PlanDirective, SubtaskOutcome, ToolId, Urgency } from '../../contracts/index.ts';
import type { Doubt } from './doubt.ts';
import { isSameTarget, targetOfInput } from '../validators/primary-target.ts';
import { chargesOf } from './accountability.ts';
import { blockedBy, toolsOf } from './blocked.ts';
import { experienceOfEnd, experiencesOfAction, experiencesOfNovelty, experiencesOfSecondChances, type Experience } from './experience.ts';
import { abandonedResult, closeEnoughResult, deliveredResult, measuredOf, type EndCause } from './final-result.ts';
import { courseOf } from './course.ts';
import { urgencyOf } from './macro-state.ts';
import { measureRound, type GradientVersion, type MeasurePorts, type Measures } from './measure-round.ts';
import { rationaleFor } from './rationale.ts';
import type { RoundInput, StoppedTask, TaskStanding } from './round-input.ts';
import { failureClassOf, judgedCriteria, missesOf, mostStubborn, unmetCriteria, type Miss } from './shortfall.ts';

export type Decision =
  | { readonly kind: 'directive'; readonly directive: PlanDirective; readonly urgency: Urgency; readonly receipts: readonly FormulaEvaluationReceipt[] }
  | { readonly kind: 'result'; readonly result: FinalResult; readonly because: EndCause; readonly charges: readonly FailureCharge[]; readonly receipts: readonly FormulaEvaluationReceipt[] };

export interface Decided {
  readonly decision: Decision;
  readonly experiences: readonly Experience[];
}

export interface SolverRules extends MeasurePorts {
  readonly limits: LossHyperparameters;
  readonly gradientVersion: GradientVersion;
}

type Spent = Extract<EndCause, 'divergence' | 'replans' | 'time'>;

const WHY: Readonly<Record<Spent, string>> = {
  divergence: 'the result got worse in two rounds in a row.',
  replans: 'planning it anew as often as is allowed did not bring it.',
  time: 'the time that it may take is nearly used up.',
};

/** What to do after a round. Given the same standing, ids and time it decides the same: there is nothing else to go by. */
export function decideRound(input: RoundInput, rules: SolverRules): Decided {
  const criteria = judgedCriteria(input, input.judged);
  const measures = measureRound(input, criteria, rules.limits, rules);
  const unmet = unmetCriteria(input, input.judged);
  const learnt = { ...input, loss: measures.loss };
  const newTools = novelTools(input);
  const worked = [...experiencesOfNovelty(learnt, newTools), ...experiencesOfSecondChances(learnt, secondChances(input, newTools))];
  // Whoever said no has not shown that the way was wrong: it is not remembered as that (Law 3).
  const ended = (result: FinalResult): Experience[] => (result.directive === 'abandon' && input.isDenied === true ? [] : [experienceOfEnd(learnt, result.directive, result.summary)]);
  const end = (result: FinalResult, because: EndCause): Decided => ({
    decision: { kind: 'result', result, because, charges: chargesOf({ task: input.task, plan: input.plan, outcomes: input.outcomes, judged: input.judged, because, result }), receipts: measures.receipts },
    experiences: [...ended(result), ...worked],
  });
  if ('accepted' in input.judged) return end(deliveredResult(input, measures, input.judged.accepted, unmet), unmet.length === 0 ? 'all_met' : 'close_enough');
  const { partialOutput } = input.judged;
  const course = courseHere(input, input.judged.isLastRound, measures, unmet, rules);
  if (course.to === 'deliver') return end(closeEnoughResult(input, measures, partialOutput, unmet), 'close_enough');
  if (course.to === 'give_up') return end(givenUp(input, measures, missesOf(criteria), unmet, partialOutput, WHY[course.because]), course.because);
  return direct(input, measures, missesOf(criteria), course.state, rules, worked);
}

/** A run that was stopped from outside still hands back what it reached. Nothing is learnt: the cause was not the work. */
export function decideStopped(standing: StoppedTask, partialOutput: JsonValue, why: string, rules: SolverRules): Decided {
  const criteria = judgedCriteria(standing, standing.judged);
  const measures = measureRound(standing, criteria, rules.limits, rules);
  const result = givenUp(standing, measures, missesOf(criteria), unmetCriteria(standing, standing.judged), partialOutput, why);
  return { decision: { kind: 'result', result, because: 'stopped', charges: [], receipts: measures.receipts }, experiences: [] };
}

/** The cascade of this round, as far as it goes by figures; what is spent is named by what is further gone. */
function courseHere(input: RoundInput, isLastRound: boolean, measures: Measures, unmet: readonly Criterion[], { limits, gradientVersion }: SolverRules): { readonly to: 'deliver' } | { readonly to: 'give_up'; readonly because: Spent } | { readonly to: 'act'; readonly state: ActionDirective } {
  const gradientOf = ({ gradL, gradQ }: Pick<Measures, 'gradL' | 'gradQ'>): number => (gradientVersion === '0.8.0' ? gradL : gradQ);
  const isSomethingRequiredOpen = unmet.some(({ required }) => required) || input.outcomes.some(({ status }) => status === 'failed') || isNothingOfTheWholeMet(input.plan, unmet);
  const earlier = input.history.map(({ directive }) => gradientOf({ gradL: directive.grad_l, gradQ: directive.grad_q }));
  const course = courseOf({ reading: { ...measures.loss, gradient: gradientOf(measures), isSomethingRequiredOpen }, earlier, replans: input.replans, isLastRound }, limits);
  if (course.to !== 'give_up') return course;
  return { to: 'give_up', because: course.because === 'spent' ? whatIsSpent(input, limits) : course.because };
}

/**
 * A plan may require nothing of the whole, as where all is a matter of taste. Then D is small however little was done, and a result
 * that meets none of what was to be reached would be told as close enough.
 */
function isNothingOfTheWholeMet({ task_criteria: ofTask }: TaskStanding['plan'], unmet: readonly Criterion[]): boolean {
  return ofTask.every((criterion) => unmet.includes(criterion));
}

/** Ω names two things that run out; the one that is further gone is the reason. */
function whatIsSpent({ replans, activeElapsedMs }: TaskStanding, limits: LossHyperparameters): 'replans' | 'time' {
  return activeElapsedMs * limits.max_replans > replans * limits.time_budget_ms ? 'time' : 'replans';
}

function givenUp(standing: TaskStanding, measures: Measures, misses: readonly Miss[], unmet: readonly Criterion[], output: JsonValue, why: string): FinalResult {
  const targets = blockedBy({ state: 'change_path', urgency: 'normal', outcomes: standing.outcomes, failedCriterion: '', history: [] }).newTargets;
  return abandonedResult(standing, measures, { output, unmet, misses, targets, why });
}

/** All failures of the round in one order to the planner. */
function direct(input: RoundInput, measures: Measures, misses: readonly Miss[], state: ActionDirective, { limits, gradientVersion }: SolverRules, worked: readonly Experience[]): Decided {
  const urgency = urgencyOf(gradientVersion === '0.8.0' ? measures.gradL : measures.gradQ, limits);
  const named = mostStubborn(misses) ?? unnamed(input);
  const failedCriterion = named.verdict.criterion;
  const blocked = blockedBy({ state, urgency, outcomes: input.outcomes, failedCriterion, history: input.history });
  const rationale = rationaleFor({ state, urgency, named, misses, blocked, loss: measures.loss, previous: input.history.at(-1)?.directive.loss });
  const directive: PlanDirective = {
    ...measuredOf(input, measures),
    directive: state,
    blocked_tools: [...blocked.tools],
    blocked_targets: [...blocked.targets],
    failed_criterion: failedCriterion,
    failure_class: failureClassOf(misses),
    budget_pressure: measures.loss.Omega,
    rationale,
  };
  return { decision: { kind: 'directive', directive, urgency, receipts: measures.receipts }, experiences: [...experiencesOfAction({ ...input, loss: measures.loss }, state, blocked, rationale), ...worked] };
}

/** A failed subtask whose criteria were all met has a reason instead of a criterion. */
function unnamed({ outcomes }: TaskStanding): Miss {
  const failed = outcomes.find(({ status }) => status === 'failed');
  const reason = failed?.failure_reason ?? 'the result as a whole';
  return { verdict: { criterion: reason, mode: 'plausible', required: false, verdict: 'unresolved', evidence: reason, evidence_refs: [] }, failedAttempts: 1, attempts: 1, failedRounds: 0 };
}

/** Tools with completed calls in matched subtasks that the plan before, whose symmetry was broken, did not use. */
function novelTools({ outcomes, history }: TaskStanding): ToolId[] {
  const before = history.at(-1);
  if (before?.directive.directive !== 'break_symmetry') return [];
  const known = new Set(toolsOf(before.request.failed_outcomes));
  return toolsOf(withWhatWorked(outcomes)).filter((tool) => !known.has(tool));
}

/** What memory spoke against and was used with success all the same; a tool that is new in this round is told as that. */
function secondChances({ outcomes, doubted = [] }: TaskStanding, newTools: readonly ToolId[]): Doubt[] {
  const calls = withWhatWorked(outcomes).flatMap(({ tool_calls: completed }) => completed);
  return doubted.filter(({ toolId, target }) => (target !== undefined || !newTools.includes(toolId)) && calls.some((call) => call.tool_id === toolId && (target === undefined || isSameTarget(targetOfInput(call.input) ?? '', target))));
}

/** Matched subtasks, with their completed calls alone. */
function withWhatWorked(outcomes: readonly SubtaskOutcome[]): SubtaskOutcome[] {
  return outcomes.filter(({ status }) => status === 'matched').map((outcome) => ({ ...outcome, tool_calls: outcome.tool_calls.filter((call) => call.outcome === 'completed') }));
}
