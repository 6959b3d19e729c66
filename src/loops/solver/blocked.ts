import type { ActionDirective, FailureClass, SubtaskOutcome, ToolCallEvidence, ToolId, Urgency } from '../../contracts/index.ts';
import { classOf } from '../validators/correction.ts';
import { isUnmet } from '../validators/one-verdict-each.ts';
import { targetOfInput } from '../validators/primary-target.ts';
import type { PastRound } from './round-input.ts';

/** A target that failed in this round, and the tool that was aimed at it. */
export interface FailedTarget {
  readonly toolId: ToolId;
  readonly target: string;
}

export interface Blocked {
  readonly tools: readonly ToolId[];
  /** Those among them that were shown to be the wrong approach, and not only blocked with the others. */
  readonly wrongTools: readonly ToolId[];
  /** All of this task so far; it only grows. */
  readonly targets: readonly string[];
  /** Those that this round added. */
  readonly newTargets: readonly FailedTarget[];
}

interface ToBlock {
  readonly state: ActionDirective;
  readonly urgency: Urgency;
  readonly outcomes: readonly SubtaskOutcome[];
  readonly failedCriterion: string;
  readonly history: readonly PastRound[];
}

/** What the next plan must not use. */
export function blockedBy(round: ToBlock): Blocked {
  const known: string[] = [...new Set(round.history.flatMap(({ directive }) => directive.blocked_targets))];
  const newTargets = uniqueTargets(failedTargets(round)).filter(({ target }) => !known.includes(target));
  const tools = blockedTools(round);
  const wrong = toolsOf(round.outcomes.filter((outcome) => outcome.status === 'failed' && failedAs('logical', outcome)));
  return { tools, wrongTools: tools.filter((tool) => wrong.includes(tool)), targets: [...known, ...newTargets.map(({ target }) => target)], newTargets };
}

/**
 * Only a wrong approach blocks tools. A stuck one blocks all tools of failing subtasks, so that something new must be
 * found; one with a signal blocks those of subtasks that failed logically: fewer when things get better, and when they get
 * worse also those of failing subtasks whose gap did not shrink.
 */
function blockedTools({ state, urgency, outcomes, failedCriterion }: ToBlock): ToolId[] {
  const failing = outcomes.filter(({ status }) => status === 'failed');
  if (state === 'break_symmetry') return toolsOf(failing);
  if (state !== 'change_approach') return [];
  const isMeant: Readonly<Record<Urgency, (outcome: SubtaskOutcome) => boolean>> = {
    lower: (outcome) => failedAs('logical', outcome) && misses(failedCriterion, outcome),
    normal: (outcome) => failedAs('logical', outcome),
    higher: (outcome) => failedAs('logical', outcome) || hasStagnated(outcome),
  };
  return toolsOf(failing.filter(isMeant[urgency]));
}

/**
 * Inputs that failed because of the world. With more latitude only those of subtasks that miss the criterion that is named;
 * with less also what was broken off or cut, and what failed in subtasks that matched in the end.
 */
function failedTargets({ urgency, outcomes, failedCriterion }: ToBlock): FailedTarget[] {
  const blocked = outcomes.filter((outcome) => failedAs('environmental', outcome));
  if (urgency === 'higher') return blocked.flatMap((outcome) => unansweredTargets(outcome, (call) => call.outcome !== 'completed'));
  return blocked
    .filter((outcome) => outcome.status === 'failed' && (urgency === 'normal' || misses(failedCriterion, outcome)))
    .flatMap((outcome) => unansweredTargets(outcome, (call) => call.outcome === 'failed'));
}

/** A target that the same tool reached after all is no dead end. */
function unansweredTargets({ tool_calls: calls }: SubtaskOutcome, isBad: (call: ToolCallEvidence) => boolean): FailedTarget[] {
  const aimed = calls.map((call) => ({ call, target: targetOfInput(call.input) }));
  return aimed.flatMap(({ call, target }, at) => {
    const isReachedLater = aimed.slice(at + 1).some((later) => later.target === target && later.call.tool_id === call.tool_id && later.call.outcome === 'completed');
    return target === undefined || !isBad(call) || isReachedLater ? [] : [{ toolId: call.tool_id, target }];
  });
}

function uniqueTargets(targets: readonly FailedTarget[]): FailedTarget[] {
  return targets.filter(({ target }, at) => targets.findIndex((other) => other.target === target) === at);
}

export function toolsOf(outcomes: readonly SubtaskOutcome[]): ToolId[] {
  return [...new Set(outcomes.flatMap(({ tool_calls: calls }) => calls.map(({ tool_id: id }) => id)))];
}

function failedAs(failureClass: FailureClass, { criteria_verdicts: verdicts }: SubtaskOutcome): boolean {
  return verdicts.some((verdict) => classOf(verdict) === failureClass);
}

function misses(criterion: string, { criteria_verdicts: verdicts }: SubtaskOutcome): boolean {
  return verdicts.some((verdict) => verdict.criterion === criterion && isUnmet(verdict));
}

/** It was corrected and came no closer. */
function hasStagnated({ gap_trajectory: trajectory }: SubtaskOutcome): boolean {
  const [first, last] = [trajectory[0], trajectory.at(-1)];
  return trajectory.length > 1 && first !== undefined && last !== undefined && last.score <= first.score;
}
