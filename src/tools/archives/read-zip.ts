import { type ArchiveEntry, archiveRefused, type OpenArchive } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { entryPath } from './entry-names.ts';
import { decodeName, demandChecksum, demandProportion, inflateBounded } from './unpack-bytes.ts';
import { type CentralRecord, type EndRecord, type LocalRecord, readCentral, readEnd, readLocal } from './zip-records.ts';

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAGS = 0x0001 | 0x0040 | 0x2000;
/** The sizes stand behind the content as well; the local record need not know them. */
const SIZES_BEHIND_FLAG = 0x0008;
/** Two bits of how hard it was packed, sizes behind the content, names in UTF-8. */
const KNOWN_FLAGS = 0x0002 | 0x0004 | SIZES_BEHIND_FLAG | 0x0800;

const TYPE_MASK = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const DOS_DIRECTORY = 0x10;
const DESCRIPTOR_SIGNATURE = 0x08074b50;

/** Reads a zip file by its directory and compares every word of it with what stands before each content. */
export function readZip(zip: Buffer, limits: ArchiveLimits): OpenArchive {
  const end = readEnd(zip);
  if (end.entries > limits.entriesMax) throw archiveRefused('archive.too_many_entries', `it may hold ${limits.entriesMax} entries`);
  const records = centralRecords(zip, end);
  const places = placesOf(zip, end, records);
  const entries = records.map((record) => entryOf(zip, record, places.get(record) ?? 0, limits));
  return { format: 'zip', entries: entries.filter(({ path }) => path !== '.') };
}

function centralRecords(zip: Buffer, end: EndRecord): CentralRecord[] {
  const records: CentralRecord[] = [];
  let at = end.directoryOffset;
  for (let count = 0; count < end.entries; count += 1) {
    const { record, next } = readCentral(zip, at, end.offset);
    records.push(record);
    at = next;
  }
  if (at !== end.offset) throw archiveRefused('archive.mismatch', 'its directory holds more than it says');
  return records;
}

/**
 * Where each content begins. The entries must fill the file from its first byte to the directory, one behind the
 * other: then none lies in another, and nothing lies between, before or behind them.
 */
function placesOf(zip: Buffer, end: EndRecord, records: readonly CentralRecord[]): ReadonlyMap<CentralRecord, number> {
  const places = new Map<CentralRecord, number>();
  let expected = 0;
  for (const record of records.toSorted((one, other) => one.localOffset - other.localOffset)) {
    const name = record.name.toString('latin1');
    if (record.localOffset < expected) throw archiveRefused('archive.overlap', 'two entries share the same bytes', name);
    if (record.localOffset > expected) throw archiveRefused('archive.foreign_data', 'something lies before or between its entries', name);
    const local = readLocal(zip, record.localOffset, end.directoryOffset);
    compare(record, local, name);
    places.set(record, local.contentOffset);
    expected = entryEnd(zip, record, local, end.directoryOffset, name);
  }
  if (expected !== end.directoryOffset) throw archiveRefused('archive.foreign_data', 'something lies behind its last entry');
  return places;
}

function compare(central: CentralRecord, local: LocalRecord, name: string): void {
  const mayOmitSizes = (central.flags & SIZES_BEHIND_FLAG) !== 0;
  const isSame = (one: number, other: number): boolean => one === other || (mayOmitSizes && other === 0);
  const agrees =
    central.name.equals(local.name) &&
    central.flags === local.flags &&
    central.method === local.method &&
    isSame(central.checksum, local.checksum) &&
    isSame(central.packedBytes, local.packedBytes) &&
    isSame(central.unpackedBytes, local.unpackedBytes);
  if (!agrees) throw archiveRefused('archive.mismatch', 'the directory and the entry itself say different things', name);
}

/** Behind the content may stand its sizes once more, with or without a mark before them. */
function entryEnd(zip: Buffer, record: CentralRecord, local: LocalRecord, limit: number, name: string): number {
  const contentEnd = local.contentOffset + record.packedBytes;
  if (contentEnd > limit) throw archiveRefused('archive.damaged', 'an entry is cut', name);
  if ((record.flags & SIZES_BEHIND_FLAG) === 0) return contentEnd;
  const isMarked = contentEnd + 16 <= limit && zip.readUInt32LE(contentEnd) === DESCRIPTOR_SIGNATURE;
  const at = isMarked ? contentEnd + 4 : contentEnd;
  if (at + 12 > limit) throw archiveRefused('archive.damaged', 'an entry is cut', name);
  const isSame = zip.readUInt32LE(at) === record.checksum && zip.readUInt32LE(at + 4) === record.packedBytes && zip.readUInt32LE(at + 8) === record.unpackedBytes;
  if (!isSame) throw archiveRefused('archive.mismatch', 'the directory and the end of the entry say different things', name);
  return at + 12;
}

function entryOf(zip: Buffer, record: CentralRecord, contentOffset: number, limits: ArchiveLimits): ArchiveEntry {
  const name = decodeName(record.name);
  const path = entryPath(name, limits);
  if ((record.flags & ENCRYPTED_FLAGS) !== 0) throw archiveRefused('archive.encrypted', 'it is encrypted, so nobody can look into it first', name);
  if ((record.flags & ~KNOWN_FLAGS) !== 0 || (record.method !== STORED && record.method !== DEFLATED)) {
    throw archiveRefused('archive.unknown_method', 'it is packed in a way that is not known here', name);
  }
  const kind = kindOf(record, name);
  if (kind === 'file' && path === '.') throw archiveRefused('archive.mismatch', 'it is a folder by one account and a file by another', name);
  demandProportion(record.packedBytes, record.unpackedBytes, limits, name);
  if (kind === 'directory' && record.unpackedBytes !== 0) throw archiveRefused('archive.mismatch', 'a folder has content', name);
  if (record.method === STORED && record.packedBytes !== record.unpackedBytes) throw archiveRefused('archive.mismatch', 'its two sizes differ though it is not packed', name);
  const packed = zip.subarray(contentOffset, contentOffset + record.packedBytes);
  return {
    path,
    kind,
    sizeBytes: record.unpackedBytes,
    isExecutable: record.madeOnUnix && ((record.externalAttributes >>> 16) & 0o111) !== 0 && kind === 'file',
    content: () => contentOf(record, packed, limits, name),
  };
}

function kindOf(record: CentralRecord, name: string): 'file' | 'directory' {
  const type = (record.externalAttributes >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) throw archiveRefused('archive.not_a_file', 'it is a link or a device', name);
  const isNamedFolder = name.endsWith('/');
  const isTypedFolder = type === DIRECTORY || (record.externalAttributes & DOS_DIRECTORY) !== 0;
  if ((isTypedFolder && !isNamedFolder) || (isNamedFolder && type === REGULAR)) throw archiveRefused('archive.mismatch', 'it is a folder by one account and a file by another', name);
  return isNamedFolder ? 'directory' : 'file';
}

async function contentOf(record: CentralRecord, packed: Buffer, limits: ArchiveLimits, name: string): Promise<Uint8Array> {
  if (record.method === STORED) {
    demandChecksum(packed, record.checksum, name);
    return packed;
  }
  const { bytes, usedBytes } = await inflateBounded(packed, record.unpackedBytes, limits, name);
  if (bytes.length !== record.unpackedBytes || usedBytes !== packed.length) throw archiveRefused('archive.mismatch', 'its content is not as long as it says', name);
  demandChecksum(bytes, record.checksum, name);
  return bytes;
}
