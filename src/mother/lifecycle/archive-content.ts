import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ArchiveDestination, ArchivedArtifact, ArchivePlace, ArtifactId, ArtifactRetention } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, LedgerOperation } from '../../ledger/index.ts';

/** A place outside of the store where archived artifacts lie. Writing the same name again replaces what lies there. */
export interface OutsideArchive {
  /** Resolves when it is safe there, with where that is. */
  write(name: string, content: Uint8Array): Promise<string>;
  read(location: string): Promise<Uint8Array>;
  /** What is not there any more is removed. */
  remove(location: string): Promise<void>;
}

export interface ArchivePorts {
  readonly blobs: Pick<Blobs, 'prepare' | 'read'>;
  /** Rejects when nothing is configured for it. */
  readonly outside: (destination: Exclude<ArchiveDestination, 'compressed_redis'>) => Promise<OutsideArchive>;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Brings the content to where the policy wants it, and says where that is. What lies outside is read back before it counts. */
export async function writeArchive(id: ArtifactId, content: Uint8Array, { destination, compress: isCompressed }: ArtifactRetention['archive'], { blobs, outside }: ArchivePorts): Promise<{ readonly place: ArchivePlace; readonly operations: readonly LedgerOperation[] }> {
  const encoding = isCompressed || destination === 'compressed_redis' ? 'gzip' : 'identity';
  const stored = encoding === 'gzip' ? await compress(content) : content;
  const sha256 = sha256Hex(stored);
  const known = { destination, encoding, bytes: stored.byteLength, sha256 } as const;
  if (destination === 'compressed_redis') {
    const { ref, operations } = await blobs.prepare(stored);
    return { place: { ...known, content: ref }, operations };
  }
  const place = await outside(destination);
  const location = await place.write(`${id}.json${encoding === 'gzip' ? '.gz' : ''}`, stored);
  if (sha256Hex(await place.read(location)) !== sha256) throw unusable(id, destination, 'what was written there reads back as something else');
  return { place: { ...known, location }, operations: [] };
}

/** The content again, as it was when it was made. */
export async function readArchive({ artifact, archive }: ArchivedArtifact, { blobs, outside }: ArchivePorts): Promise<Uint8Array> {
  const { artifact_id: id, hash } = artifact;
  const { destination, encoding, content, location } = archive;
  const stored = destination === 'compressed_redis' ? await blobs.read(content ?? { key: archive.sha256 }) : await (await outside(destination)).read(location ?? '');
  if (sha256Hex(stored) !== archive.sha256) throw unusable(id, destination, 'what lies there is not what was archived');
  const whole = encoding === 'gzip' ? await expand(stored) : stored;
  if (sha256Hex(whole) !== hash) throw unusable(id, destination, 'it does not have the hash of the artifact');
  return whole;
}

function unusable(id: ArtifactId, destination: ArchiveDestination, detail: string): KeelsonError<'artifact.archive_unusable'> {
  return new KeelsonError('artifact.archive_unusable', { message: `The archive (${destination}) of ${id} cannot be used: ${detail}.`, nextStep: 'Look at the place that is configured under artifacts; nothing was changed here.', data: { artifact_id: id, destination, detail } });
}
