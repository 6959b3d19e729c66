import { GateReceipt, runExecutionReturned, runLlmEnded, runPhaseExited, runPlanMade, runSubtaskJudged, runToolStarted, type LogEntry, type TaskReplayReport } from '../../contracts/index.ts';
import { activityOf } from '../../ledger/index.ts';
import type { SourceRun } from './source-run.ts';

type Payload = Readonly<Record<string, unknown>>;

/** What these say beside what everybody who watches a run is told. */
const ALSO_TOLD: Readonly<Record<string, (payload: Payload) => string | undefined>> = {
  [runPlanMade.type]: (payload) => {
    const { plan, round } = runPlanMade.payload.parse(payload);
    return `Round ${round} was planned with ${plan.subtasks.length} ${plan.subtasks.length === 1 ? 'subtask' : 'subtasks'}.`;
  },
  [runPhaseExited.type]: (payload) => {
    const gate = GateReceipt.safeParse(payload['gate']).data;
    return gate === undefined ? undefined : `The phase ${gate.phase} was left: ${gate.exit.exit}.`;
  },
  [runLlmEnded.type]: () => 'A model answered.',
  [runToolStarted.type]: (payload) => `${runToolStarted.payload.parse(payload).decision.tool_id} was called.`,
  [runExecutionReturned.type]: (payload) => `${String(payload['role_id'])} handed its work back.`,
  [runSubtaskJudged.type]: () => 'A subtask was judged.',
};

/** How a run went, in its own order and without the words of anybody. */
export function storyOf({ appends }: SourceRun): TaskReplayReport['story'] {
  return appends.flatMap(({ entries }) => entries).flatMap(({ event }) => {
    const what = wordsFor(event);
    return what === undefined ? [] : [{ at: event.recorded_at, what }];
  });
}

function wordsFor(event: LogEntry['event']): string | undefined {
  if (event.payload === null) return undefined;
  return activityOf(event)?.says ?? ALSO_TOLD[event.type]?.(event.payload);
}
