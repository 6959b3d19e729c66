import { archiveRefused } from './archive-entry.ts';

/** What a record in the directory at the end of a zip file says of one entry. */
export interface CentralRecord {
  readonly name: Buffer;
  readonly madeOnUnix: boolean;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly externalAttributes: number;
  readonly localOffset: number;
}

/** What stands before the content of an entry; it must say the same. */
export interface LocalRecord {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly contentOffset: number;
}

export interface EndRecord {
  readonly offset: number;
  readonly entries: number;
  readonly directoryOffset: number;
}

const END_SIGNATURE = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_EXTRA = 0x0001;
const UNICODE_NAME_EXTRA = 0x7075;

const damaged = (what: string): Error => archiveRefused('archive.damaged', what);

/** The record that ends the file. A byte behind it, or a second one that fits, would let two programs see two archives. */
export function readEnd(zip: Buffer): EndRecord {
  const offset = zip.lastIndexOf(END_SIGNATURE);
  if (offset === -1 || offset + END_BYTES > zip.length) throw damaged('it has no end');
  if (offset + END_BYTES + zip.readUInt16LE(offset + 20) !== zip.length) throw archiveRefused('archive.foreign_data', 'something follows behind its end');
  const [disk, directoryDisk, entriesHere, entries] = [4, 6, 8, 10].map((at) => zip.readUInt16LE(offset + at));
  if (offset >= ZIP64_LOCATOR_BYTES && zip.readUInt32LE(offset - ZIP64_LOCATOR_BYTES) === ZIP64_LOCATOR) {
    throw archiveRefused('archive.zip64', 'it uses the form for huge archives, which none of this size needs');
  }
  if (disk !== 0 || directoryDisk !== 0 || entriesHere !== entries || entries === undefined) throw archiveRefused('archive.split', 'it is one part of several');
  const directoryBytes = zip.readUInt32LE(offset + 12);
  const directoryOffset = zip.readUInt32LE(offset + 16);
  if (directoryOffset + directoryBytes !== offset) throw archiveRefused('archive.foreign_data', 'its directory is not where it says');
  // In the content of an entry another archive may lie, with an end of its own; in the directory it would be a second reading.
  if (zip.indexOf(END_SIGNATURE, directoryOffset) !== offset) throw archiveRefused('archive.ambiguous', 'it has more than one end');
  return { offset, entries, directoryOffset };
}

/** Checks the additional fields: those that give a second name or a second size are refused. */
function checkExtra(extra: Buffer): void {
  let at = 0;
  while (at < extra.length) {
    if (at + 4 > extra.length) throw damaged('an additional field is cut');
    const id = extra.readUInt16LE(at);
    if (id === ZIP64_EXTRA) throw archiveRefused('archive.zip64', 'it gives sizes in the form for huge archives');
    if (id === UNICODE_NAME_EXTRA) throw archiveRefused('archive.ambiguous', 'it gives a second name for an entry');
    at += 4 + extra.readUInt16LE(at + 2);
  }
  if (at !== extra.length) throw damaged('an additional field is cut');
}

export function readCentral(zip: Buffer, at: number, end: number): { record: CentralRecord; next: number } {
  if (at + CENTRAL_BYTES > end || zip.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw damaged('its directory is cut');
  const [nameBytes = 0, extraBytes = 0, commentBytes = 0, disk] = [28, 30, 32, 34].map((offset) => zip.readUInt16LE(at + offset));
  const extraAt = at + CENTRAL_BYTES + nameBytes;
  const next = extraAt + extraBytes + commentBytes;
  if (next > end) throw damaged('its directory is cut');
  if (disk !== 0) throw archiveRefused('archive.split', 'it is one part of several');
  checkExtra(zip.subarray(extraAt, extraAt + extraBytes));
  const record = {
    name: zip.subarray(at + CENTRAL_BYTES, extraAt),
    madeOnUnix: zip.readUInt8(at + 5) === 3,
    flags: zip.readUInt16LE(at + 8),
    method: zip.readUInt16LE(at + 10),
    checksum: zip.readUInt32LE(at + 16),
    packedBytes: zip.readUInt32LE(at + 20),
    unpackedBytes: zip.readUInt32LE(at + 24),
    externalAttributes: zip.readUInt32LE(at + 38),
    localOffset: zip.readUInt32LE(at + 42),
  };
  return { record, next };
}

export function readLocal(zip: Buffer, at: number, end: number): LocalRecord {
  if (at + LOCAL_BYTES > end || zip.readUInt32LE(at) !== LOCAL_SIGNATURE) throw archiveRefused('archive.mismatch', 'an entry is not where the directory says');
  const nameEnd = at + LOCAL_BYTES + zip.readUInt16LE(at + 26);
  const contentOffset = nameEnd + zip.readUInt16LE(at + 28);
  if (contentOffset > end) throw damaged('an entry is cut');
  checkExtra(zip.subarray(nameEnd, contentOffset));
  return {
    name: zip.subarray(at + LOCAL_BYTES, nameEnd),
    flags: zip.readUInt16LE(at + 6),
    method: zip.readUInt16LE(at + 8),
    checksum: zip.readUInt32LE(at + 14),
    packedBytes: zip.readUInt32LE(at + 18),
    unpackedBytes: zip.readUInt32LE(at + 22),
    contentOffset,
  };
}
