import { REPAIR_ESCALATIONS_MAX, RetrievalReport, runRetryTaken, type FinalResult, type GateCheck, type Phase } from '../../contracts/index.ts';
import { endingOfResult, endingOfImpossible } from '../termination/ending-of-result.ts';
import { timestamp } from '../../kernel/index.ts';
import { listAttention } from '../../oversight/index.ts';
import type { Ending } from '../termination/ending.ts';
import { factsOf } from '../termination/run-facts.ts';
import { hasOneWay, type PastRound } from '../../loops/index.ts';
import { executePlan, type Executed } from './execute-phase.ts';
import { perceiveTask, planTask, type Planned } from './plan-phase.ts';
import { reviewRound } from './review-phase.ts';
import { say } from './say.ts';
import type { Dispatched, Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

/** What the work came to, and where it stood then; the rest is summing up. */
export interface WorkEnd {
  readonly ending: Ending;
  readonly result: FinalResult | null;
  readonly phase: Phase;
  /** How many phases were left until then. */
  readonly visits: number;
  /** What was looked at before the last phase of work is left as a success. */
  readonly checks: readonly GateCheck[];
}

/**
 * From words to a checked result: plan, execute and review, with repair between the rounds. Each phase is left through its
 * gates and in no other way. It ends with a result of the solver, or with the reason why there can be none.
 */
export async function workOnTask(work: TaskWork): Promise<WorkEnd> {
  const { phases, budget, signal } = work;
  const end = (ending: Ending, result: FinalResult | null = null, checks: readonly GateCheck[] = []): WorkEnd => ({ ending, result, phase: phases.current(), visits: phases.visits(), checks });
  const first = await budget.withinPhase('plan', signal, async (until) => {
    const task = await perceiveTask(work, until);
    return { task, planned: await planTask(work, task, 1, until) };
  });
  if ('impossible' in first.planned) return end(endingOfImpossible(first.planned.impossible));
  await phases.leave({ exit: 'success', reason: 'There is a plan.' }, first.planned.checks);
  const history: PastRound[] = [];
  const earlier: Dispatched[] = [];
  let round: Round = { round: 1, task: first.task, plan: first.planned.plan, said: first.planned.said, avoided: first.planned.avoided, wary: first.planned.wary, doubted: first.planned.doubted, earlier };
  for (;;) {
    const current = round;
    const executed = await budget.withinPhase('execute', signal, (until) => executePlan(work, current, until));
    await phases.leave({ exit: 'success', reason: 'Every subtask that was begun has its verdict.' }, executed.checks);
    const reviewed = await budget.withinPhase('review', signal, async (until) => {
      const isDenied = await wasDenied(work, executed);
      return reviewRound(work, { round: current, dispatched: executed.dispatched, history: [...history], isDenied, isHopeless: isDenied || current.round > repairsAllowed(work) || executed.dispatched.some(isUnheardOf) || hasOneWay(work.engine) }, until);
    });
    earlier.push(...executed.dispatched);
    if (reviewed.kind === 'result') {
      const ending = endingOfResult(reviewed.result, await factsOf(work.runId, work.ports.ledger.log), { lastRound: `execute/${current.round}/`, failedAt: executed.failedAt, because: reviewed.because, lacksEvidence: executed.dispatched.some(lacksEvidence), hasOneWay: hasOneWay(work.engine) });
      if (reviewed.result.directive === 'abandon') return end(ending, reviewed.result);
      await phases.leave({ exit: 'success', reason: reviewed.result.summary }, reviewed.checks);
      const waiting = await listAttention(work.ports.ledger.documents, { runId: work.runId, now: timestamp(work.ports.clock) });
      // A question that stands open is about something that has not happened: the result would be told too early.
      if (waiting.length > 0) return end({ ...ending, reason: 'blocked', details: `${waiting.length} ${waiting.length === 1 ? 'question waits' : 'questions wait'} for a person, so the result does not stand yet.`, canRetry: true, suggestedAction: 'user_input' }, reviewed.result);
      return end(ending, reviewed.result, [{ gate_id: 'nothing_waiting', result: 'passed', detail: 'no approval and no question of the run is open', refs: [] }]);
    }
    const { directive, request, doneAgain } = reviewed;
    earlier.push(...doneAgain);
    history.push({ request, directive });
    await phases.leave({ exit: 'needs_repair', reason: directive.rationale }, []);
    await say(work.ports.writer, work.runId, `repair/${current.round}`, runRetryTaken.type, { phase: 'repair', role_id: null, remaining: Math.max(0, repairsAllowed(work) - current.round), why: directive.rationale });
    const outcomes = executed.dispatched.map(({ outcome }) => outcome);
    const replanned: Planned | { readonly impossible: Parameters<typeof endingOfImpossible>[0] } = await budget.withinPhase('repair', signal, (until) => planTask(work, current.task, current.round + 1, until, { directive, previous: { plan: current.plan, outcomes } }));
    if ('impossible' in replanned) return end(endingOfImpossible(replanned.impossible));
    await phases.leave({ exit: 'success', reason: `Planned anew: ${directive.directive}.` }, replanned.checks);
    round = { round: current.round + 1, task: current.task, plan: replanned.plan, said: [...current.said, ...replanned.said], avoided: replanned.avoided, wary: replanned.wary, doubted: replanned.doubted, directive, earlier: [...earlier] };
  }
}

/** How often a plan is made anew: the repairs that the usual model is given here, and one on a larger model where the phase says so. The solver may stop sooner. */
function repairsAllowed({ ports }: TaskWork): number {
  const { max_retries: retries, on_exceed: onExceed } = ports.runSettings.phases('repair');
  return retries + (onExceed === 'escalate' ? REPAIR_ESCALATIONS_MAX : 0);
}

/** Work that failed, and no retrieval for it brought enough. */
function lacksEvidence({ outcome, artifacts }: Dispatched): boolean {
  const reports = retrievalsOf(artifacts);
  return outcome.status === 'failed' && reports.length > 0 && reports.every(({ gates_passed: isEnough }) => !isEnough);
}

/** The files do not speak of it at all, in whatever words it was looked for: another plan brings nothing out of them that is not in them. */
function isUnheardOf(dispatched: Dispatched): boolean {
  return lacksEvidence(dispatched) && retrievalsOf(dispatched.artifacts).every(({ measured, gates }) => measured.top1_score < gates.min_top1_score);
}

function retrievalsOf(artifacts: Dispatched['artifacts']): RetrievalReport[] {
  return artifacts.filter(({ reference }) => reference.type === 'RetrievalReport').map(({ content }) => RetrievalReport.parse(content));
}

/** A no of a person to something that failed work rests on: planning it anew would only ask again for what they do not want. */
async function wasDenied({ runId, ports }: TaskWork, { failedAt }: Executed): Promise<boolean> {
  if (failedAt.length === 0) return false;
  const { denied } = await factsOf(runId, ports.ledger.log);
  return denied.some(({ call }) => failedAt.some((place) => call.startsWith(place)));
}
