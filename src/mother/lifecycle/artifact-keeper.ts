import {
  ArchivedArtifact,
  Artifact,
  artifactArchived,
  artifactDeleted,
  artifactDeletionAnnounced,
  artifactMarked,
  ArtifactMetadata,
  artifactRegistered,
  artifactRestored,
  documentKey,
  type ArchivePlace,
  type ArtifactId,
  type ArtifactMark,
  type ArtifactRetention,
  type LogEntry,
  type Name,
  type Timestamp,
} from '../../contracts/index.ts';
import { KeelsonError, timestamp, type Clock } from '../../kernel/index.ts';
import { enqueueOperation, type Ledger, type LedgerOperation, type LogWriter, type NewEvent } from '../../ledger/index.ts';
import { readArchive, writeArchive, type ArchivePorts } from './archive-content.ts';
import { announceDeletion, archive, remove, restore } from './artifact-life.ts';

/** What lay outside of the store and has to be removed there; it waits here until that is done. */
export const OUTSIDE_QUEUE = 'archived-files';

export interface KeeperPorts extends Pick<ArchivePorts, 'outside'> {
  readonly ledger: Pick<Ledger, 'log' | 'documents' | 'blobs' | 'prepareErasure'>;
  /** Writes as Mother, who alone writes where an artifact stands. */
  readonly writer: LogWriter;
  readonly clock: Clock;
}

/** Where an artifact stands, with the place in its stream up to which that is known. */
export interface Standing {
  readonly metadata: ArtifactMetadata;
  readonly sequence: number;
  /** The entries that hold what it is or where its content lies. */
  readonly contents: readonly number[];
}

export interface Marking {
  readonly mark: ArtifactMark;
  readonly by: Name;
  readonly why: string;
  /** The same command again changes nothing. */
  readonly key: string;
  readonly change: (metadata: ArtifactMetadata, now: Timestamp) => ArtifactMetadata;
}

/**
 * Changes where artifacts stand. Every change is one append that is refused when anything happened to the artifact since it
 * was looked at: a star that comes at the last moment is never overtaken by a deletion that was decided before it.
 */
export interface ArtifactKeeper {
  standing(id: ArtifactId): Promise<Standing | undefined>;
  mark(id: ArtifactId, marking: Marking): Promise<ArtifactMetadata>;
  announce(id: ArtifactId, standing: Standing, deletesAt: Timestamp, why: string): Promise<ArtifactMetadata>;
  archive(id: ArtifactId, standing: Standing, to: ArtifactRetention['archive'], why: string): Promise<ArtifactMetadata>;
  restore(id: ArtifactId, standing: Standing, why: string): Promise<ArtifactMetadata>;
  remove(id: ArtifactId, standing: Standing, why: string): Promise<ArtifactMetadata>;
}

const HOLDS_CONTENT: ReadonlySet<string> = new Set([artifactRegistered.type, artifactRestored.type, artifactArchived.type]);

export function createArtifactKeeper({ ledger, writer, clock, outside }: KeeperPorts): ArtifactKeeper {
  const { log, documents, blobs } = ledger;
  const archives: ArchivePorts = { blobs, outside };
  const now = (): Timestamp => timestamp(clock);

  const standing = async (id: ArtifactId): Promise<Standing | undefined> => {
    // The stream first: what is written between the two looks makes the append that follows be refused.
    const entries = await wholeStream(id, log);
    const stored = entries.length === 0 ? undefined : await documents.get(documentKey.artifactMeta(id));
    if (stored === undefined) return undefined;
    const contents = entries.filter(({ event }) => HOLDS_CONTENT.has(event.type) && event.payload !== null).map(({ event }) => event.sequence);
    return { metadata: ArtifactMetadata.parse(stored.body), sequence: entries.length, contents };
  };

  const write = async (id: ArtifactId, { sequence }: Standing, event: Omit<NewEvent, 'streamId'>, operations: readonly LedgerOperation[] = [], key = `${id}:${event.type}:${sequence}`): Promise<void> => {
    await writer.append({ key, events: [{ ...event, streamId: id }], expected: [{ stream: { aggregate: 'artifact', id }, sequence }], ...(operations.length > 0 && { operations }) });
  };

  const erasure = async (id: ArtifactId, { contents }: Standing, why: string): Promise<LedgerOperation[]> => {
    const entries = contents.map((sequence) => ({ stream: { aggregate: 'artifact', id } as const, sequence }));
    return entries.length === 0 ? [] : [await ledger.prepareErasure({ entries, reason: why, requestedBy: writer.author.actor }, writer)];
  };

  const active = async (id: ArtifactId): Promise<Artifact | undefined> => {
    const stored = await documents.get(documentKey.artifact(id), 'artifact');
    return stored === undefined ? undefined : Artifact.parse(stored.body);
  };

  const archived = async (id: ArtifactId): Promise<ArchivedArtifact | undefined> => {
    const stored = await documents.get(documentKey.archivedArtifact(id), 'archived_artifact');
    return stored === undefined ? undefined : ArchivedArtifact.parse(stored.body);
  };

  return {
    standing,
    async mark(id, { mark, by, why, key, change }) {
      const stands = await standing(id);
      if (stands === undefined) throw artifactUnknown(id);
      const appendKey = `artifact-mark:${key}`;
      if ((await log.appended(appendKey)).length > 0) return stands.metadata;
      const metadata = change(stands.metadata, now());
      await write(id, stands, { type: artifactMarked.type, payload: { metadata, why, mark, marked_by: by } }, [], appendKey);
      return metadata;
    },
    async announce(id, stands, deletesAt, why) {
      const metadata = announceDeletion(stands.metadata, deletesAt, now());
      const type = (await active(id))?.type ?? (await archived(id))?.artifact.type ?? 'Artifact';
      await write(id, stands, { type: artifactDeletionAnnounced.type, payload: { metadata, why, artifact_type: type, deletes_at: deletesAt } });
      return metadata;
    },
    async archive(id, stands, to, why) {
      const metadata = archive(stands.metadata, now());
      const found = await active(id);
      if (found === undefined) throw alreadyArchived(id, (await archived(id))?.archive.destination ?? to.destination);
      const { content, ...artifact } = found;
      const { place, operations } = await writeArchive(id, await blobs.read(content), to, archives);
      await write(id, stands, { type: artifactArchived.type, payload: { metadata, why, archived: { artifact, archive: place } } }, [...operations, ...(await erasure(id, stands, why))]);
      return metadata;
    },
    async restore(id, stands, why) {
      const metadata = restore(stands.metadata);
      const found = await archived(id);
      if (found === undefined) throw new KeelsonError('artifact.not_archived', { message: `${id} is not archived.`, nextStep: 'There is nothing to restore; `keelson artifact ID` opens it.', data: { artifact_id: id } });
      const { ref, operations } = await blobs.prepare(await readArchive(found, archives));
      const artifact: Artifact = { ...found.artifact, content: ref };
      await write(id, stands, { type: artifactRestored.type, payload: { metadata, why, artifact } }, [...operations, ...(await erasure(id, stands, why)), ...removals(id, found.archive, clock.nowMs())]);
      return metadata;
    },
    async remove(id, stands, why) {
      const metadata = remove(stands.metadata, now());
      const lies = await archived(id);
      const known = lies?.artifact ?? (await active(id));
      if (known === undefined) throw artifactUnknown(id);
      const isOutside = lies !== undefined && lies.archive.location !== undefined;
      const payload = { metadata, why, artifact_type: known.type, hash: known.hash, ...(isOutside && { outside: lies.archive }) };
      await write(id, stands, { type: artifactDeleted.type, payload }, [...(await erasure(id, stands, why)), ...(lies === undefined ? [] : removals(id, lies.archive, clock.nowMs()))]);
      return metadata;
    },
  };
}

/** What lies outside goes only after the log says so: before that somebody could still want it. */
function removals(id: ArtifactId, { destination, location }: ArchivePlace, dueMs: number): LedgerOperation[] {
  return location === undefined ? [] : [enqueueOperation({ queue: OUTSIDE_QUEUE, id: `${id}:${dueMs}`, dueMs, body: { destination, location } })];
}

const PAGE = 500;

async function wholeStream(id: ArtifactId, log: Pick<Ledger['log'], 'read'>): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const page = await log.read({ aggregate: 'artifact', id }, { after: entries.length, limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return entries;
  }
}

export function artifactUnknown(typed: string): KeelsonError<'artifact.unknown'> {
  return new KeelsonError('artifact.unknown', { message: `Nothing is kept under ${typed}.`, nextStep: '`keelson artifacts` lists what there is; what was erased or is past its time is gone.', data: { artifact: typed } });
}

function alreadyArchived(id: ArtifactId, destination: string): KeelsonError<'artifact.archived'> {
  return new KeelsonError('artifact.archived', { message: `${id} lies in the archive (${destination}).`, nextStep: `Bring it back first: keelson artifact restore ${id}`, data: { artifact_id: id, destination } });
}
