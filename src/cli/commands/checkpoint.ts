import { checkpointCreate, checkpointList, type CheckpointList, type KnownGoodCheckpoint } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';
import { minutes } from './run-report-text.ts';

export interface CheckpointOptions {
  readonly label?: string;
  readonly json?: boolean;
}

/** Keeps a place of a run. */
export async function checkpoint(surface: Surface, run: string, { label, json }: CheckpointOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const kept = await client.call(checkpointCreate, { run, ...(label !== undefined && { label }) }, { signal, idempotencyKey: newKey() });
  if (!kept.ok) return showFailure(surface, kept.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(kept.value)}\n` : renderKept(kept.value));
  return EXIT.ok;
}

/** Lists the places of a run. */
export async function checkpoints(surface: Surface, run: string, { json }: CheckpointOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const listed = await client.call(checkpointList, { run }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(listed.value)}\n` : renderPlaces(listed.value));
  return EXIT.ok;
}

export function renderKept({ checkpoint_id: id, run_id: runId, label, event_seq: at, artifact_head_refs: artifacts, irreversible_side_effect_refs: effects, run_workspace_snapshot_ref: snapshot }: KnownGoodCheckpoint): string {
  return `${[
    `${id} keeps ${runId} at event ${at}: ${printable(label)}.`,
    `${artifacts.length} ${artifacts.length === 1 ? 'artifact' : 'artifacts'}, ${effects.length === 0 ? 'nothing that cannot be taken back' : `${effects.length} that cannot be taken back`}.`,
    ...(snapshot === undefined ? ['The files that it changed are too many or too large to be kept; they can be put back while the folder is not changed otherwise.'] : []),
    `keelson fork ${runId} --checkpoint ${id}`,
  ].join('\n')}\n`;
}

export function renderPlaces({ run_id: runId, checkpoints: places }: CheckpointList): string {
  if (places.length === 0) return `${runId} has left no phase yet; keelson checkpoint ${runId} keeps where it stands.\n`;
  const lines = places.map(({ checkpoint_id: id, event_seq: at, label, created_by_ref: by, created_at: when, irreversible_side_effects: effects }) => `  ${String(at).padStart(5)}  ${minutes(when)}  ${printable(label)}${id === null ? '' : ` (${id}, by ${printable(by)})`}${effects === 0 ? '' : `; ${effects} before it cannot be taken back`}`);
  return `${[`${runId} can be returned to at these events:`, ...lines, `keelson fork ${runId} --at EVENT goes on from one of them.`].join('\n')}\n`;
}
