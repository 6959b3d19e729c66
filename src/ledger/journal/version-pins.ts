import { runVersionsAccepted, type PinnedVersions, type RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LogReader, LogWriter } from '../log/log.ts';
import type { Fence } from '../request.ts';
import { readRun } from './read-run.ts';

/** What a run needs to find again. The solver's set is not among it: the run carries it whole. */
type VersionKind = Exclude<keyof PinnedVersions, 'solver_set'>;

/** For each kind and name, the versions at hand. A kind that is left out is not looked at. */
export type AvailableVersions = { readonly [Kind in VersionKind]?: Readonly<Record<string, readonly string[]>> };

export interface MissingVersion {
  readonly kind: VersionKind;
  readonly name: string;
  readonly version: string;
}

export function missingVersions(pins: PinnedVersions, available: AvailableVersions): MissingVersion[] {
  return KINDS.flatMap((kind) => {
    const atHand = available[kind];
    if (atHand === undefined) return [];
    return Object.entries(pins[kind] ?? {})
      .filter(([name, version]) => atHand[name]?.includes(version) !== true)
      .map(([name, version]) => ({ kind, name, version }));
  });
}

const KINDS = ['prompts', 'contracts', 'formulas', 'tools', 'server_tools', 'policy', 'models'] as const satisfies readonly VersionKind[];

/** Enough of a hash to tell two of them apart. */
const SHOWN_CHARS_MAX = 12;

export function versionsUnavailable(runId: RunId, missing: readonly MissingVersion[]): KeelsonError {
  const named = missing.map(({ kind, name, version }) => `${name} ${version.slice(0, SHOWN_CHARS_MAX)} (${kind})`).join(', ');
  return new KeelsonError('journal.versions_unavailable', {
    message: `The run ${runId} was started under versions that are not at hand: ${named}.`,
    nextStep: `Bring back what is named and resume the run, or let it go on under what there is now: keelson resume ${runId} --accept-versions "why".`,
    data: { missing: [...missing] },
  });
}

/** What a run must use: what it was started under, or what a person accepted since. */
export async function pinsOfRun(reader: LogReader, runId: RunId): Promise<PinnedVersions> {
  return (await readRun(reader, runId)).pins;
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
