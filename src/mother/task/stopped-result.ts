import { runDirectiveIssued, runPhaseExited, runPlanMade, runReplanRequested, runResultGiven, runSubtaskJudged, runTaskPerceived, type FinalResult, type Phase, type Plan, type PlanDirective, type ReplanRequest, type RunId, type SubtaskOutcome, type TaskSpec } from '../../contracts/index.ts';
import { mergeOutputs, type PastRound, type Solver } from '../../loops/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { sayOutput, withOutput } from './say-output.ts';
import type { TaskPorts } from './task-ports.ts';

/** Where a run stands, as its own events tell it; whoever goes on with it may know less. */
export interface RunStands {
  readonly phase: Phase;
  /** How many phases were left until now. */
  readonly visits: number;
  /** What the solver gave already. */
  readonly result: FinalResult | null;
  /** Undefined before there is a plan. */
  readonly reached?: { readonly task: TaskSpec; readonly plan: Plan; readonly round: number; readonly outcomes: readonly SubtaskOutcome[]; readonly history: readonly PastRound[] };
}

export async function standsNow(runId: RunId, { ledger }: Pick<TaskPorts, 'ledger'>): Promise<RunStands> {
  let phase: Phase = 'plan';
  let visits = 0;
  let task: TaskSpec | undefined;
  let latest: { readonly plan: Plan; readonly round: number } | undefined;
  let result: FinalResult | null = null;
  const outcomes = new Map<string, SubtaskOutcome>();
  const requests = new Map<number, ReplanRequest>();
  const directives = new Map<number, PlanDirective>();
  for await (const { event } of runEntries(runId, ledger.log)) {
    if (event.payload === null) continue;
    switch (event.type) {
      case runPhaseExited.type: {
        const { gate } = runPhaseExited.payload.parse(event.payload);
        if (gate !== null) phase = gate.next;
        visits += 1;
        break;
      }
      case runTaskPerceived.type:
        task = runTaskPerceived.payload.parse(event.payload).task;
        break;
      case runPlanMade.type:
        latest = runPlanMade.payload.parse(event.payload);
        outcomes.clear();
        break;
      case runSubtaskJudged.type: {
        const { outcome } = runSubtaskJudged.payload.parse(event.payload);
        outcomes.set(outcome.subtask_id, await withOutput(outcome, ledger.blobs));
        break;
      }
      case runReplanRequested.type: {
        const { round, request } = runReplanRequested.payload.parse(event.payload);
        requests.set(round, { ...request, failed_outcomes: await Promise.all(request.failed_outcomes.map((one) => withOutput(one, ledger.blobs))) });
        break;
      }
      case runDirectiveIssued.type: {
        const { round, directive } = runDirectiveIssued.payload.parse(event.payload);
        directives.set(round, directive);
        break;
      }
      case runResultGiven.type:
        result = await withOutput(runResultGiven.payload.parse(event.payload).result, ledger.blobs);
        break;
    }
  }
  const history = [...directives].flatMap(([round, directive]) => {
    const request = requests.get(round);
    return request === undefined ? [] : [{ request, directive }];
  });
  const reached = task === undefined || latest === undefined ? {} : { reached: { task, plan: latest.plan, round: latest.round, outcomes: [...outcomes.values()], history } };
  return { phase, visits, result, ...reached };
}

/** What a run that was stopped from outside leaves behind: what the solver gave already, or gives now for what was reached. */
export async function resultOfStop(runId: RunId, { result, reached }: RunStands, why: string, activeElapsedMs: number, solver: Solver, ports: Pick<TaskPorts, 'roleWriters' | 'ledger'>): Promise<FinalResult | null> {
  if (result !== null || reached === undefined) return result;
  const { task, plan, round, outcomes, history } = reached;
  const stopped = solver.stop({ task, plan, round, outcomes, replans: round - 1, activeElapsedMs, history }, mergeOutputs(plan, outcomes).value, why);
  if (stopped.kind !== 'result') return null;
  await sayOutput({ writer: ports.roleWriters.solver, blobs: ports.ledger.blobs }, runId, 'stopped', runResultGiven.type, { result: stopped.result, receipts: stopped.receipts });
  return stopped.result;
}
