import { z } from 'zod';
import { runDirectiveIssued, runOutcomeAccepted, runReplanRequested, runResultGiven, type FinalResult, type GateCheck, type PlanDirective, type ReplanRequest } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { hasOneWay, withWords, type EndCause, type PastRound, type TaskDecision } from '../../loops/index.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { settleAndJudge } from './judge-round.ts';
import { openSolver } from './open-solver.ts';
import type { Dispatched, Round } from './round.ts';
import { say } from './say.ts';
import { sayOutput } from './say-output.ts';
import type { TaskWork } from './task-ports.ts';

const Nothing = z.strictObject({});
/** A person may raise the limit at any time; the round is judged by the one it was done under. */
const TimeUsed = z.strictObject({ active_ms: z.int().min(0), time_budget_ms: z.int().positive() });

const reviewKey = (round: number): string => `review/${round}`;
const elapsedIn = (at: string): string => `${at}/elapsed`;

/** The last step before the solver decides on a round: whoever has recorded it has learnt from that round. */
export function elapsedKey(round: number): string {
  return elapsedIn(reviewKey(round));
}

export type Reviewed =
  | { readonly kind: 'result'; readonly result: FinalResult; readonly because: EndCause; readonly checks: readonly GateCheck[] }
  | { readonly kind: 'directive'; readonly directive: PlanDirective; readonly request: ReplanRequest; readonly doneAgain: readonly Dispatched[] };

export interface ToReview {
  readonly round: Round;
  readonly dispatched: readonly Dispatched[];
  /** Every round before this one. */
  readonly history: readonly PastRound[];
  /** No further plan can help: a person said no to what the work needs, or nobody is there who could make another. */
  readonly isHopeless: boolean;
  /** The first of the two. */
  readonly isDenied: boolean;
}

/** The gate of the whole: checks first, then the meta-validator; what it says goes to the solver, which alone decides what comes next. */
export async function reviewRound(work: TaskWork, { round, dispatched, history, isHopeless, isDenied }: ToReview, signal: AbortSignal): Promise<Reviewed> {
  const { runId, ports } = work;
  const at = reviewKey(round.round);
  const replans = round.round - 1;
  const { judged, plan, outcomes, doneAgain, checks } = await settleAndJudge(work, at, round, dispatched, signal);
  await sayDecision(work, at, round.round, judged);
  const { active_ms: activeElapsedMs, time_budget_ms: timeBudgetMs } = await timeAt(work, at, signal);
  const standing = { task: round.task, plan, round: round.round, outcomes, replans, activeElapsedMs, history, ...(isDenied && { isDenied }), ...(round.doubted !== undefined && { doubted: round.doubted }) };
  const solved = openSolver(ports, timeBudgetMs, work.journal.pins).round({ ...standing, judged: isHopeless && 'replan' in judged ? { ...judged, isLastRound: true } : judged });
  if (solved.kind === 'directive') {
    await say(ports.roleWriters.solver, runId, at, runDirectiveIssued.type, { round: round.round, directive: solved.directive, urgency: solved.urgency, receipts: solved.receipts });
    invariant('replan' in judged, 'an order follows only what was refused');
    return { kind: 'directive', directive: solved.directive, request: judged.replan, doneAgain };
  }
  const result = await inTheEnginesWords(work, `${at}/give-up`, round, dispatched, solved.result, signal);
  await sayOutput({ writer: ports.roleWriters.solver, blobs: ports.ledger.blobs }, runId, at, runResultGiven.type, { result, receipts: solved.receipts, ...(solved.charges.length > 0 && { charges: solved.charges }) });
  return { kind: 'result', result, because: solved.because, checks: [criteriaJudged(judged, result), ...checks] };
}

async function sayDecision({ runId, ports }: TaskWork, at: string, round: number, decision: TaskDecision): Promise<void> {
  const writer = { writer: ports.roleWriters.metaValidator, blobs: ports.ledger.blobs };
  if ('accepted' in decision) await sayOutput(writer, runId, at, runOutcomeAccepted.type, { round, outcome: decision.accepted });
  else await sayOutput(writer, runId, at, runReplanRequested.type, { round, request: decision.replan });
}

/** Time enters a run like everything from outside, so that it decides the same when it is gone on with. */
function timeAt({ journal, budget }: TaskWork, at: string, signal: AbortSignal): Promise<z.infer<typeof TimeUsed>> {
  return journal.step(elapsedIn(at), { name: 'clock.active', sideEffect: 'read_only', request: Nothing, result: TimeUsed, perform: async () => ({ active_ms: Math.round(budget.activeMs()), time_budget_ms: budget.limits.max_duration_sec * 1_000 }) }, {}, { signal });
}

/** A task that is given up leaves what was reached; who planned it says it better than a list of facts, where that can be asked. */
async function inTheEnginesWords({ engine }: TaskWork, key: string, { task }: Round, dispatched: readonly Dispatched[], result: FinalResult, signal: AbortSignal): Promise<FinalResult> {
  if (result.directive !== 'abandon') return result;
  try {
    const words = await engine.giveUp({ key, signal, task, reached: dispatched.map(({ outcome }) => outcome), unmet: result.unmet_criteria, why: result.summary });
    if (words === undefined) return result;
    // Without a model there was no second plan to speak of, and what the engine says are facts: they stand alone.
    return hasOneWay(engine) ? { ...result, summary: words.summary, next_moves: words.next_moves } : withWords(result, words);
  } catch (error) {
    // Nothing is left to say it better with; why it was given up stays what it was.
    if (endingOfError(error) === undefined) throw error;
    return result;
  }
}

function criteriaJudged(decision: TaskDecision, { directive, summary }: FinalResult): GateCheck {
  const verdicts = 'accepted' in decision ? decision.accepted.criteria_verdicts : decision.replan.criteria_verdicts;
  const detail = `${verdicts.filter(({ verdict }) => verdict === 'pass').length} of ${verdicts.length} task criteria met; the solver says ${directive}: ${summary}`;
  return { gate_id: 'criteria_judged', result: directive === 'abandon' ? 'failed' : 'passed', detail, refs: verdicts.flatMap(({ evidence_refs }) => evidence_refs) };
}
