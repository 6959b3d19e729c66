import { taskReplayExport, taskReplayPreview, taskReplayRun, type ReplayExportReceipt, type TaskReplayMode, type TaskReplayOrder, type TaskReplayPreview, type TaskReplayReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';

export interface ReplayOptions {
  readonly mode: TaskReplayMode;
  readonly preview?: boolean;
  /** Where what a replay needs is to be written. */
  readonly export?: string;
  readonly models?: TaskReplayOrder['models'];
  readonly allowQueries?: boolean;
  readonly json?: boolean;
}

/** More than these are counted and not listed. */
const LISTED_MAX = 20;

/** Goes through a run once more, or says what that would come to. */
export async function replay(surface: Surface, run: string, { mode, preview, export: file, models = 'same_model_if_available', allowQueries = false, json }: ReplayOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const order: TaskReplayOrder = { run, mode, models, allow_external_queries: allowQueries };
  if (file !== undefined) {
    const written = await client.call(taskReplayExport, { run, file }, { signal });
    if (!written.ok) return showFailure(surface, written.error, asJson);
    await terminal.writeOut(asJson ? `${JSON.stringify(written.value)}\n` : renderExport(written.value));
    return EXIT.ok;
  }
  if (preview === true) {
    const shown = await client.call(taskReplayPreview, order, { signal });
    if (!shown.ok) return showFailure(surface, shown.error, asJson);
    await terminal.writeOut(asJson ? `${JSON.stringify(shown.value)}\n` : renderPreview(shown.value));
    return EXIT.ok;
  }
  const replayed = await client.call(taskReplayRun, order, { signal, idempotencyKey: newKey() });
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

export function renderExport({ source_run_id: runId, file, redactions, left_out: leftOut }: ReplayExportReceipt): string {
  const taken = redactions === 0 ? 'Nothing had to be taken out of it' : `${redactions} ${redactions === 1 ? 'place that tells a secret or somebody’s data was' : 'places that tell secrets or somebody’s data were'} taken out of it`;
  return `${[`What a replay of ${runId} needs was written to ${printable(file)}. ${taken}.`, ...(leftOut.length === 0 ? [] : ['Left out:', ...listed(leftOut)])].join('\n')}\n`;
}

export function renderReplay({ request, verdict, ended, steps, events, divergences, verdicts = [], spent, story, faults }: TaskReplayReport): string {
  const told = request.replay_mode === 'audit_reconstruction' ? story.map(({ at, what }) => `  ${at}  ${printable(what)}`) : [];
  const again = request.replay_mode === 'deterministic_reexecution' ? ' What its tools did and what was looked at in the folder was done again, on a copy, and came out as recorded.' : '';
  const sentences: Readonly<Record<TaskReplayReport['verdict'], string>> = {
    reconstructed: `${request.source_run_id} ended with ${ended.original ?? 'nothing yet'}. The log is whole; this is what it tells:`,
    damaged: 'The log is damaged, so what it tells cannot be relied on:',
    identical: `${request.source_run_id} comes out the same: ${steps.answered} of ${steps.recorded} steps were answered from the record, and ${events.identical} of ${events.compared} events are identical.${again} It ends with ${ended.replayed ?? 'nothing'}.`,
    agrees: `${request.source_run_id} comes to the same when its models are asked again. It ends with ${ended.replayed ?? 'nothing'}.`,
    diverged: `${request.source_run_id} does not come out the same${events.compared === 0 ? '' : `: ${events.identical} of ${events.compared} events are identical`}. It ended with ${ended.original ?? 'nothing yet'}, and now ends with ${ended.replayed ?? 'nothing'}.`,
  };
  return `${[sentences[verdict], ...listed(faults), ...listed(divergences.map(({ divergence_kind: kind, explanation }) => `${kind}: ${explanation}`)), ...judgedLines(verdicts), ...(spent === undefined ? [] : [`Asking again took ${spent.tokens} tokens and $${spent.cost_usd.toFixed(4)}.`]), ...told].join('\n')}\n`;
}

function judgedLines(verdicts: NonNullable<TaskReplayReport['verdicts']>): string[] {
  if (verdicts.length === 0) return [];
  return ['How the criteria were judged, then and now:', ...listed(verdicts.map(({ criterion, original, replayed }) => `${criterion}: ${original ?? 'not at all'}, ${replayed ?? 'not at all'}`))];
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - LISTED_MAX;
  return [...lines.slice(0, LISTED_MAX).map((line) => `  ${printable(line)}`), ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
