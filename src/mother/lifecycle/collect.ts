import { z } from 'zod';
import { ArchiveDestination, ArtifactMetadata, collectionEnded, documentKey, NonEmptyText, RUN_STATUS_BY_REASON, TerminationRecord, type ArtifactId, type ArtifactRetention, type GarbageCollectionReport, type RunId, type RunStatus } from '../../contracts/index.ts';
import { hasCode, KeelsonError, timestamp } from '../../kernel/index.ts';
import type { Documents, Leases, Ledger, WorkQueue } from '../../ledger/index.ts';
import { OUTSIDE_QUEUE, createArtifactKeeper, type ArtifactKeeper, type KeeperPorts } from './artifact-keeper.ts';
import { fateOf, type Fate } from './fate.ts';
import { sweepScratch, type ScratchFolders } from './sweep-scratch.ts';

export interface CollectPorts extends KeeperPorts {
  readonly ledger: KeeperPorts['ledger'] & Pick<Ledger, 'store'>;
  readonly leases: Pick<Leases, 'hold'>;
  readonly queue: Pick<WorkQueue, 'claim' | 'complete' | 'fail'>;
  readonly policy: ArtifactRetention;
  /** Absent where programs keep nothing between calls. */
  readonly scratch?: ScratchFolders;
}

/** One at a time collects; a second one would only meet what the first has changed. */
const COLLECTOR_LEASE = 'collector';
const PAGE = 200;
/** So many errors tell what is wrong; a disk that is full would otherwise fill the report. */
const ERRORS_MAX = 100;

/**
 * Looks at every artifact once and lets each meet its fate, one append each. An error on one of them is noted and the scan
 * goes on; a scan that is stopped leaves a log in which every artifact is either as it was or as it was to be.
 */
export async function collectGarbage(ports: CollectPorts, signal: AbortSignal): Promise<GarbageCollectionReport> {
  return ports.leases.hold(COLLECTOR_LEASE, 'collector', { signal }, async ({ token }, held) => {
    const startedAt = timestamp(ports.clock);
    const keeper = createArtifactKeeper(ports);
    const count = { scanned_count: 0, scheduled_deletion: 0, archived: 0, protected: 0, announced: 0 };
    const errors: GarbageCollectionReport['errors'] = [];
    let stopped: string | undefined;
    for await (const metadata of allArtifacts(ports.ledger.documents)) {
      if (held.aborted) stopped = 'It was told to stop.';
      if (errors.length >= ERRORS_MAX) stopped = `There were ${ERRORS_MAX} errors.`;
      if (stopped !== undefined) break;
      if (metadata.deleted_at !== undefined) continue;
      count.scanned_count += 1;
      try {
        const { kind } = await meet(metadata.artifact_id, keeper, ports);
        if (kind === 'deleted') count.scheduled_deletion += 1;
        else if (kind === 'archived' || kind === 'protected' || kind === 'announced') count[kind] += 1;
      } catch (error) {
        errors.push({ artifact_id: metadata.artifact_id, error: messageOf(error) });
      }
    }
    await removeOutside(ports);
    const swept = ports.scratch === undefined || stopped !== undefined ? [] : await sweepScratch(ports.scratch, ports.ledger.documents, startedAt);
    // What was stored ahead of an event that never came: a process died in between.
    const loose = stopped === undefined ? await ports.ledger.blobs.sweep() : 0;
    const report: GarbageCollectionReport = { started_at: startedAt, ...count, errors, ...(swept.length > 0 && { scratch_removed: swept }), ...(loose > 0 && { contents_removed: loose }), ...(stopped !== undefined && { stopped }) };
    await ports.writer.append({ key: `collection:${startedAt}:${token}`, events: [{ type: collectionEnded.type, streamId: startedAt, payload: { report } }] });
    if (report.scheduled_deletion + report.archived + loose > 0) await ports.ledger.store.forgetRemoved();
    return report;
  });
}

/** What a scan would do now, without doing it. */
export async function previewCollection({ ledger, policy, clock }: Pick<CollectPorts, 'policy' | 'clock'> & { readonly ledger: Pick<Ledger, 'documents'> }, each: (metadata: ArtifactMetadata, fate: Fate) => void): Promise<GarbageCollectionReport> {
  const now = timestamp(clock);
  const count = { scanned_count: 0, scheduled_deletion: 0, archived: 0, protected: 0, announced: 0 };
  for await (const metadata of allArtifacts(ledger.documents)) {
    const fate = fateOf(metadata, await statusOfRun(metadata.run_id, ledger.documents), policy, now);
    if (fate.kind === 'gone') continue;
    count.scanned_count += 1;
    if (fate.kind === 'deleted') count.scheduled_deletion += 1;
    else if (fate.kind !== 'kept') count[fate.kind] += 1;
    each(metadata, fate);
  }
  return { started_at: now, ...count, errors: [] };
}

/** Decides on what stands now, and once more when somebody came between. */
async function meet(id: ArtifactId, keeper: ArtifactKeeper, ports: CollectPorts): Promise<Fate> {
  try {
    return await meetOnce(id, keeper, ports);
  } catch (error) {
    if (!hasCode(error, 'ledger.sequence_conflict') && !hasCode(error, 'ledger.key_reused')) throw error;
    return meetOnce(id, keeper, ports);
  }
}

async function meetOnce(id: ArtifactId, keeper: ArtifactKeeper, { ledger, policy, clock }: CollectPorts): Promise<Fate> {
  const standing = await keeper.standing(id);
  if (standing === undefined) return { kind: 'gone' };
  const fate = fateOf(standing.metadata, await statusOfRun(standing.metadata.run_id, ledger.documents), policy, timestamp(clock));
  if (fate.kind === 'archived') await keeper.archive(id, standing, policy.archive, fate.why);
  if (fate.kind === 'announced') await keeper.announce(id, standing, fate.deletesAt, fate.why);
  if (fate.kind === 'deleted') await keeper.remove(id, standing, fate.why);
  return fate;
}

/** How its run ended; undefined while it has not. */
export async function statusOfRun(runId: RunId, documents: Pick<Documents, 'get'>): Promise<RunStatus | undefined> {
  const stored = TerminationRecord.safeParse((await documents.get(documentKey.termination(runId), 'termination'))?.body);
  return stored.success ? RUN_STATUS_BY_REASON[stored.data.reason] : undefined;
}

const META_PREFIX = 'artifact_meta:';

/** Page by page, so that a store of any size is gone through in the same memory. */
export async function* allArtifacts(documents: Pick<Documents, 'list'>): AsyncGenerator<ArtifactMetadata> {
  for (let after: string | undefined; ; ) {
    const page = await documents.list(META_PREFIX, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* page.map(({ body }) => ArtifactMetadata.parse(body));
    after = page.at(-1)?.key;
    if (page.length < PAGE) return;
  }
}

const OutsideFile = z.strictObject({ destination: ArchiveDestination.exclude(['compressed_redis']), location: NonEmptyText });
const REMOVALS_AT_ONCE = 50;
const RETRY_AFTER_MS = 60 * 60 * 1000;

/** Removes what lies outside and was given up in the log. What cannot be reached now is tried again. */
async function removeOutside({ queue, outside, clock }: CollectPorts): Promise<void> {
  for (;;) {
    const { claimed } = await queue.claim({ queue: OUTSIDE_QUEUE, owner: 'collector', limit: REMOVALS_AT_ONCE });
    for (const claim of claimed) {
      try {
        const { destination, location } = OutsideFile.parse(claim.body);
        await (await outside(destination)).remove(location);
        await queue.complete(claim);
      } catch (error) {
        await queue.fail(claim, { retryAtMs: clock.nowMs() + RETRY_AFTER_MS, reason: messageOf(error) });
      }
    }
    if (claimed.length < REMOVALS_AT_ONCE) return;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof KeelsonError) return `${error.message} [${error.code}]`;
  return error instanceof Error && error.message !== '' ? error.message : 'It failed without saying why.';
}
