import type { AbandonResult, AcceptResult, Criterion, FinalResult, JsonValue, OutcomeSummary, PartialResultAnswer, PreviousDirective, SuccessResult } from '../../contracts/index.ts';
import { classOf } from '../validators/correction.ts';
import type { FailedTarget } from './blocked.ts';
import type { Measures } from './measure-round.ts';
import type { TaskStanding } from './round-input.ts';
import type { Miss } from './shortfall.ts';

/** Why the solver ended a task. Only the first two deliver what was asked. */
export type EndCause = 'all_met' | 'close_enough' | 'divergence' | 'replans' | 'time' | 'stopped';

/** A person reads a handful. */
const NEXT_MOVES_MAX = 5;

type Measured = Pick<FinalResult, 'task_id' | 'loss' | 'grad_l' | 'grad_q' | 'prev_directive'>;

export function measuredOf({ task, history }: TaskStanding, { loss, gradL, gradQ }: Measures): Measured {
  const prev: PreviousDirective = history.at(-1)?.directive.directive ?? 'init';
  return { task_id: task.task_id, loss, grad_l: gradL, grad_q: gradQ, prev_directive: prev };
}

/** What the meta-validator accepted is delivered, whatever it cost. It is an `accept` only when no subtask left anything unmet either. */
export function deliveredResult(standing: TaskStanding, measures: Measures, accepted: OutcomeSummary, unmet: readonly Criterion[]): AcceptResult | SuccessResult {
  const delivered = { ...measuredOf(standing, measures), summary: accepted.summary, output: accepted.merged_output, replans: standing.replans };
  return unmet.length === 0 ? { ...delivered, directive: 'accept', unmet_criteria: [] } : { ...delivered, directive: 'success', summary: `${accepted.summary} ${listOf(unmet)}`, unmet_criteria: [...unmet] };
}

export function closeEnoughResult(standing: TaskStanding, measures: Measures, output: JsonValue, unmet: readonly Criterion[]): SuccessResult {
  return { ...measuredOf(standing, measures), directive: 'success', summary: `Close enough: everything required is met. ${listOf(unmet)}`, output, replans: standing.replans, unmet_criteria: [...unmet] };
}

interface GivenUp {
  readonly output: JsonValue;
  readonly unmet: readonly Criterion[];
  readonly misses: readonly Miss[];
  readonly targets: readonly FailedTarget[];
  readonly why: string;
}

/** What was reached, what was not, and where a person could go on: told from the facts alone. */
export function abandonedResult(standing: TaskStanding, measures: Measures, { output, unmet, misses, targets, why }: GivenUp): AbandonResult {
  const matched = standing.outcomes.filter(({ status }) => status === 'matched').length;
  const summary = `Given up: ${why} ${matched} of ${standing.plan.subtasks.length} subtasks came to what they should. ${listOf(unmet)}`;
  return { ...measuredOf(standing, measures), directive: 'abandon', summary, output, replans: standing.replans, unmet_criteria: [...unmet], next_moves: nextMoves(misses, targets) };
}

/** A model's words beside the facts. The first sentence stays ours, so that no words make a success of what was given up. */
export function withWords(result: FinalResult, answer: PartialResultAnswer): FinalResult {
  if (result.directive !== 'abandon') return result;
  return { ...result, summary: `${result.summary}\n\n${answer.summary}`, next_moves: answer.next_moves };
}

function nextMoves(misses: readonly Miss[], targets: readonly FailedTarget[]): string[] {
  const reachable = targets.map(({ toolId, target }) => `Make ${target} available to ${toolId}, or name another in its place, and run it again.`);
  const closable = misses.map(({ verdict }) =>
    verdict.verdict === 'unresolved'
      ? `Look at “${verdict.criterion}” yourself: nobody could judge it (${verdict.evidence})`
      : `Say how “${verdict.criterion}” should be reached${classOf(verdict) === 'environmental' ? ' from here' : ''}, or that it is not needed (${verdict.evidence})`,
  );
  const moves = [...reachable, ...closable].slice(0, NEXT_MOVES_MAX);
  return moves.length > 0 ? moves : ['Run it again with more time or a larger budget: it was stopped before anything could be judged.'];
}

function listOf(unmet: readonly Criterion[]): string {
  if (unmet.length === 0) return 'No criterion is unmet.';
  return `Not met: ${unmet.map(({ criterion, required }) => `“${criterion}”${required ? '' : ' (not required)'}`).join('; ')}.`;
}
