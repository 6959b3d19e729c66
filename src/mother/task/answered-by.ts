import { runPrepared, runToolRouted, type RunId, type ToolId } from '../../contracts/index.ts';
import type { PhasedRunPorts } from './task-ports.ts';

/** What is told with the start of a run stands within its first entries. */
const START_ENTRIES = 8;

/** The one tool to which the whole of a run was given when it began; undefined for every other run. */
export async function answeringTool(runId: RunId, { ledger }: Pick<PhasedRunPorts, 'ledger'>): Promise<ToolId | undefined> {
  const start = (await ledger.log.read({ aggregate: 'run', id: runId }, { limit: START_ENTRIES })).map(({ event }) => event);
  const told = (type: string): unknown => start.find((event) => event.type === type)?.payload ?? undefined;
  if (runPrepared.payload.safeParse(told(runPrepared.type)).data?.engine !== 'tool') return undefined;
  return runToolRouted.payload.safeParse(told(runToolRouted.type)).data?.decision.chosen?.tool_id;
}
