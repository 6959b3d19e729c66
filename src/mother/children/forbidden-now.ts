import { runDirectiveIssued, runPlanMade, type PlanDirective, type RunId } from '../../contracts/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { mustNotOf } from '../../loops/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { toolsForbidden, type Round } from '../task/round.ts';

/** The tools that nobody is given in the round in which a run is, as its own record tells it: whoever works there can hand none of them on. */
export async function forbiddenNow(runId: RunId, log: Pick<Ledger['log'], 'read'>): Promise<ReadonlySet<string>> {
  let directive: PlanDirective | undefined;
  let avoided: Round['avoided'] = [];
  for await (const { event } of runEntries(runId, log)) {
    if (event.payload === null) continue;
    if (event.type === runDirectiveIssued.type) directive = runDirectiveIssued.payload.parse(event.payload).directive;
    if (event.type === runPlanMade.type) avoided = mustNotOf(runPlanMade.payload.parse(event.payload).calibration, undefined);
  }
  return toolsForbidden({ avoided, ...(directive !== undefined && { directive }) });
}
