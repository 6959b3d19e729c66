import { runToolStarted, type TaskReplayMode, type TaskReplayPreview } from '../../contracts/index.ts';
import { recordedEffects, type Ledger, type RecordedStep } from '../../ledger/index.ts';
import { REPEATABLE_TOOLS } from '../../tools/index.ts';
import type { SourceRun } from './source-run.ts';

/** What a replay would do, said beforehand: nothing is gone through and nothing is written. */
export async function previewReplay(run: SourceRun, mode: TaskReplayMode, { log, blobs }: Pick<Ledger, 'log' | 'blobs'>): Promise<TaskReplayPreview> {
  const { runId } = run;
  const repeatable = repeatableCalls(run);
  const { steps } = await recordedEffects({ runId, reader: log, blobs, onAnswer: async () => undefined });
  return {
    source_run_id: runId,
    replay_mode: mode,
    steps: steps.length,
    not_repeatable: steps.filter(({ key, effect }) => NOT_REPEATABLE.has(effect) || (effect === 'tool.call' && !repeatable.some((call) => key.startsWith(`${call}/`)))).map(nameOf),
    side_effects_not_repeated: steps.filter(({ sideEffect }) => sideEffect !== 'read_only').map(nameOf),
  };
}

/** A model and a person may say something else the next time. */
const NOT_REPEATABLE: ReadonlySet<string> = new Set(['model.call', 'model.together', 'person.ask', 'tool.approve', 'externalization.confirm']);

/** Where tools were called that give the same again on the same files. */
function repeatableCalls({ appends }: SourceRun): string[] {
  const started = appends.flatMap(({ entries }) => entries).filter(({ event }) => event.type === runToolStarted.type && event.payload !== null);
  return started.map(({ event }) => runToolStarted.payload.parse(event.payload)).filter(({ decision }) => REPEATABLE_TOOLS.has(decision.tool_id)).map(({ call }) => call);
}

function nameOf({ key, effect }: RecordedStep): string {
  return `${key} (${effect})`;
}
