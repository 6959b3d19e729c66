import { type ArchiveEntry, archiveRefused, type OpenArchive } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { entryPath } from './entry-names.ts';
import { isZeroBlock, readPaxRecords, readTarHeader, TAR_BLOCK_BYTES, type TarHeader } from './tar-header.ts';
import { decodeName, demandChecksum, demandProportion, inflateBounded } from './unpack-bytes.ts';

/** What an entry before the entry said about it. */
interface Notes {
  readonly path?: string;
  readonly sizeBytes?: number;
}

/** Notes about owners and times are of no use here; one that changes what an entry is would be. */
const IGNORED_NOTES: ReadonlySet<string> = new Set(['mtime', 'atime', 'ctime', 'uid', 'gid', 'uname', 'gname', 'comment', 'charset', 'hdrcharset']);
const IGNORED_NOTE_FAMILIES = ['SCHILY.', 'LIBARCHIVE.', 'APPLE.', 'RHT.', 'git.'];
/** Records that say something about the next entry. */
const NOTE_TYPES: ReadonlySet<string> = new Set(['x', 'g', 'L']);
/** A note holds one name and a few numbers. */
const NOTE_BYTES_MAX = 64 * 1024;

export function readTar(tar: Buffer, limits: ArchiveLimits): OpenArchive {
  const entries: ArchiveEntry[] = [];
  let notes: Notes = {};
  let at = 0;
  for (;;) {
    const block = tar.subarray(at, at + TAR_BLOCK_BYTES);
    if (block.length === TAR_BLOCK_BYTES && isZeroBlock(block)) break;
    const header = readTarHeader(block);
    demandOneSize(header, notes);
    const { sizeBytes } = header;
    const contentAt = at + TAR_BLOCK_BYTES;
    if (contentAt + sizeBytes > tar.length) throw archiveRefused('archive.damaged', 'an entry is cut', header.name);
    const content = tar.subarray(contentAt, contentAt + sizeBytes);
    at = contentAt + Math.ceil(sizeBytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;
    const more = notesOf(header, content, notes);
    if (more) {
      notes = more;
      continue;
    }
    const entry = entryOf(header, notes.path ?? header.name, content, limits);
    if (entry) entries.push(entry);
    if (entries.length > limits.entriesMax) throw archiveRefused('archive.too_many_entries', `it may hold ${limits.entriesMax} entries`);
    notes = {};
  }
  demandEnd(tar, at, notes);
  return { format: 'tar', entries };
}

/** A note is for sizes that a header has no room for. Where the two differ, programs find different entries behind them. */
function demandOneSize({ type, sizeBytes, name }: TarHeader, notes: Notes): void {
  if (notes.sizeBytes === undefined) return;
  if (NOTE_TYPES.has(type)) throw archiveRefused('archive.ambiguous', 'a size may be meant for the entry or for a note about it', name);
  if (notes.sizeBytes !== sizeBytes) throw archiveRefused('archive.mismatch', 'it has two sizes', name);
}

/** Two empty blocks end it, and nothing but zeros fills it up. */
function demandEnd(tar: Buffer, at: number, notes: Notes): void {
  const rest = tar.subarray(at);
  if (rest.length < 2 * TAR_BLOCK_BYTES || notes.path !== undefined || notes.sizeBytes !== undefined) throw archiveRefused('archive.damaged', 'it is cut');
  if (!isZeroBlock(rest)) throw archiveRefused('archive.foreign_data', 'something follows behind its end');
}

/** What this record says about the next one; undefined when it is an entry of its own. */
function notesOf(header: TarHeader, content: Buffer, notes: Notes): Notes | undefined {
  if (!NOTE_TYPES.has(header.type)) return undefined;
  if (content.length > NOTE_BYTES_MAX) throw archiveRefused('archive.damaged', 'a note about an entry is too long');
  const found = header.type === 'L' ? { path: longName(content) } : paxNotes(readPaxRecords(content));
  const isForAll = header.type === 'g';
  const saysTwice = found.path !== undefined && notes.path !== undefined;
  if (saysTwice || (isForAll && (found.path !== undefined || found.sizeBytes !== undefined))) {
    throw archiveRefused('archive.ambiguous', 'it names an entry twice, or several entries at once');
  }
  return { ...notes, ...found };
}

function longName(content: Buffer): string {
  return decodeName(content.at(-1) === 0 ? content.subarray(0, -1) : content);
}

function paxNotes(records: ReadonlyMap<string, string>): Notes {
  for (const key of records.keys()) {
    const isKnown = key === 'path' || key === 'size' || IGNORED_NOTES.has(key) || IGNORED_NOTE_FAMILIES.some((family) => key.startsWith(family));
    if (!isKnown) throw archiveRefused('archive.unknown_method', `it relies on a note that is not known here: ${key.slice(0, 40)}`);
  }
  const [path, size] = [records.get('path'), records.get('size')];
  if (size !== undefined && !/^\d{1,12}$/.test(size)) throw archiveRefused('archive.damaged', 'a size cannot be read');
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { sizeBytes: Number(size) }) };
}

function entryOf(header: TarHeader, name: string, content: Buffer, limits: ArchiveLimits): ArchiveEntry | undefined {
  const path = entryPath(name, limits);
  if (header.type !== '0' && header.type !== '5') throw archiveRefused('archive.not_a_file', 'it is a link, a device or something else that is not a file', name);
  const kind = header.type === '5' ? 'directory' : 'file';
  if (kind === 'file' && (name.endsWith('/') || path === '.')) throw archiveRefused('archive.mismatch', 'it is a folder by one account and a file by another', name);
  if (kind === 'directory' && content.length > 0) throw archiveRefused('archive.mismatch', 'a folder has content', name);
  demandProportion(content.length, content.length, limits, name);
  // Many archives begin with the folder that was packed, which is the folder that is unpacked into.
  if (path === '.') return undefined;
  return { path, kind, sizeBytes: content.length, isExecutable: kind === 'file' && (header.mode & 0o111) !== 0, content: async () => content };
}

const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

/** Unpacks the one stream that a gzip file may hold. Two in a row, or something behind it, are two files in one. */
export async function gunzipBounded(packed: Buffer, limits: ArchiveLimits): Promise<Buffer> {
  const start = gzipContentStart(packed);
  const { bytes, usedBytes } = await inflateBounded(packed.subarray(start), limits.totalBytesMax, limits, null);
  const end = start + usedBytes;
  if (end + GZIP_TRAILER_BYTES !== packed.length) throw archiveRefused('archive.foreign_data', 'something follows behind its end');
  if (packed.readUInt32LE(end + 4) !== bytes.length) throw archiveRefused('archive.mismatch', 'its content is not as long as it says');
  demandChecksum(bytes, packed.readUInt32LE(end), null);
  return bytes;
}

function gzipContentStart(packed: Buffer): number {
  const cut = (): Error => archiveRefused('archive.damaged', 'it is cut');
  if (packed.length < GZIP_HEADER_BYTES + GZIP_TRAILER_BYTES || packed[2] !== 8) throw cut();
  const flags = packed[3] ?? 0;
  if ((flags & 0xe0) !== 0) throw archiveRefused('archive.unknown_method', 'it is packed in a way that is not known here');
  let at = GZIP_HEADER_BYTES;
  if ((flags & 4) !== 0) {
    if (at + 2 > packed.length) throw cut();
    at += 2 + packed.readUInt16LE(at);
  }
  // A file name and a comment, each up to a zero byte.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const zero = packed.indexOf(0, at);
    if (zero === -1) throw cut();
    at = zero + 1;
  }
  if ((flags & 2) !== 0) at += 2;
  if (at + GZIP_TRAILER_BYTES > packed.length) throw cut();
  return at;
}
