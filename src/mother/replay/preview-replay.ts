import type { TaskReplayMode, TaskReplayPreview } from '../../contracts/index.ts';
import { recordedEffects, type Ledger, type RecordedStep } from '../../ledger/index.ts';
import type { SourceRun } from './source-run.ts';

/** What a replay would do, said beforehand: nothing is gone through and nothing is written. */
export async function previewReplay({ runId }: SourceRun, mode: TaskReplayMode, { log, blobs }: Pick<Ledger, 'log' | 'blobs'>): Promise<TaskReplayPreview> {
  const { steps } = await recordedEffects({ runId, reader: log, blobs, onAnswer: async () => undefined });
  return {
    source_run_id: runId,
    replay_mode: mode,
    steps: steps.length,
    not_repeatable: steps.filter(({ effect }) => NOT_REPEATABLE.has(effect)).map(nameOf),
    side_effects_not_repeated: steps.filter(({ sideEffect }) => sideEffect !== 'read_only').map(nameOf),
  };
}

/** A model and a person may say something else the next time, and of no tool is it promised that it does not. */
const NOT_REPEATABLE: ReadonlySet<string> = new Set(['model.call', 'model.together', 'person.ask', 'tool.approve', 'tool.call', 'externalization.confirm']);

function nameOf({ key, effect }: RecordedStep): string {
  return `${key} (${effect})`;
}
