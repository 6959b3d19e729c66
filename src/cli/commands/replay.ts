import { taskReplayPreview, taskReplayRun, type TaskReplayMode, type TaskReplayPreview, type TaskReplayReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';

export interface ReplayOptions {
  readonly mode: TaskReplayMode;
  readonly preview?: boolean;
  readonly json?: boolean;
}

/** More than these are counted and not listed. */
const LISTED_MAX = 20;

/** Goes through a run once more, or says what that would come to. */
export async function replay(surface: Surface, run: string, { mode, preview, json }: ReplayOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  if (preview === true) {
    const shown = await client.call(taskReplayPreview, { run, mode }, { signal });
    if (!shown.ok) return showFailure(surface, shown.error, asJson);
    await terminal.writeOut(asJson ? `${JSON.stringify(shown.value)}\n` : renderPreview(shown.value));
    return EXIT.ok;
  }
  const replayed = await client.call(taskReplayRun, { run, mode }, { signal, idempotencyKey: newKey() });
  if (!replayed.ok) return showFailure(surface, replayed.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(replayed.value)}\n` : renderReplay(replayed.value));
  return replayed.value.verdict === 'diverged' || replayed.value.verdict === 'damaged' ? EXIT.failed : EXIT.ok;
}

export function renderPreview({ source_run_id: runId, replay_mode: mode, steps, not_repeatable: notRepeatable, side_effects_not_repeated: changed }: TaskReplayPreview): string {
  return `${[
    `${runId} in the mode ${mode}: ${steps} recorded ${steps === 1 ? 'step' : 'steps'}.`,
    ...(notRepeatable.length === 0 ? ['Every step could be repeated.'] : ['These may come out otherwise each time, so that they are only read from the record:', ...listed(notRepeatable)]),
    ...(changed.length === 0 ? ['It changed nothing.'] : ['These changed or cost something, and are not done again:', ...listed(changed)]),
  ].join('\n')}\n`;
}

export function renderReplay({ request, verdict, ended, steps, events, divergences, story, faults }: TaskReplayReport): string {
  const told = request.replay_mode === 'audit_reconstruction' ? story.map(({ at, what }) => `  ${at}  ${printable(what)}`) : [];
  const verdicts: Readonly<Record<TaskReplayReport['verdict'], string>> = {
    reconstructed: `${request.source_run_id} ended with ${ended.original ?? 'nothing yet'}. The log is whole; this is what it tells:`,
    damaged: 'The log is damaged, so what it tells cannot be relied on:',
    identical: `${request.source_run_id} comes out the same: ${steps.answered} of ${steps.recorded} steps were answered from the record, and ${events.identical} of ${events.compared} events are identical. It ends with ${ended.replayed ?? 'nothing'}.`,
    diverged: `${request.source_run_id} does not come out the same: ${events.identical} of ${events.compared} events are identical. It ended with ${ended.original ?? 'nothing yet'}, and now ends with ${ended.replayed ?? 'nothing'}.`,
  };
  return `${[verdicts[verdict], ...listed(faults), ...listed(divergences.map(({ divergence_kind: kind, explanation }) => `${kind}: ${explanation}`)), ...told].join('\n')}\n`;
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - LISTED_MAX;
  return [...lines.slice(0, LISTED_MAX).map((line) => `  ${printable(line)}`), ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
