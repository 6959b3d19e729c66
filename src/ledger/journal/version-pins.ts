import { runVersionsAccepted, type PinnedVersions, type RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LogReader, LogWriter } from '../log/log.ts';
import type { Fence } from '../request.ts';
import { readRun } from './read-run.ts';

/** For each kind and name, the versions at hand. */
export type AvailableVersions = Readonly<Record<keyof PinnedVersions, Readonly<Record<string, readonly string[]>>>>;

export interface MissingVersion {
  readonly kind: keyof PinnedVersions;
  readonly name: string;
  readonly version: string;
}

export function missingVersions(pins: PinnedVersions, available: AvailableVersions): MissingVersion[] {
  const kinds: readonly (keyof PinnedVersions)[] = ['prompts', 'contracts', 'formulas'];
  return kinds.flatMap((kind) =>
    Object.entries(pins[kind])
      .filter(([name, version]) => available[kind][name]?.includes(version) !== true)
      .map(([name, version]) => ({ kind, name, version })),
  );
}

export function versionsUnavailable(runId: RunId, missing: readonly MissingVersion[]): KeelsonError {
  const named = missing.map(({ kind, name, version }) => `${name} ${version} (${kind})`).join(', ');
  return new KeelsonError('journal.versions_unavailable', {
    message: `The run ${runId} was started under versions that are not at hand: ${named}.`,
    nextStep: 'Install the versions that are named, or have a person accept others for the rest of this run.',
    data: { missing: [...missing] },
  });
}

export interface AcceptVersions {
  readonly runId: RunId;
  readonly reader: LogReader;
  readonly writer: LogWriter;
  readonly fence?: Fence;
  readonly versions: PinnedVersions;
  readonly acceptedBy: string;
  readonly reason: string;
}

/** Records that a person lets a run go on under other versions than it was started with. */
export async function acceptVersions({ runId, reader, writer, fence, versions, acceptedBy, reason }: AcceptVersions): Promise<void> {
  const { acceptances } = await readRun(reader, runId);
  const payload = { run_id: runId, pinned_versions: versions, accepted_by: acceptedBy, reason };
  await writer.append({
    // Numbered, so that of two people who answer at the same time only one is heard and the other is told.
    key: `${runId}:versions.${acceptances + 1}`,
    events: [{ type: runVersionsAccepted.type, streamId: runId, payload }],
    fences: fence === undefined ? [] : [fence],
  });
}
