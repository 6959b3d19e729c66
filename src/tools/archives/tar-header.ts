import { archiveRefused } from './archive-entry.ts';
import { decodeName } from './unpack-bytes.ts';

export const TAR_BLOCK_BYTES = 512;

export interface TarHeader {
  readonly name: string;
  readonly mode: number;
  readonly sizeBytes: number;
  /** One character: `0` a file, `5` a folder, `x` more about the next entry. */
  readonly type: string;
}

const damaged = (what: string): Error => archiveRefused('archive.damaged', what);

/** A text field ends at its first zero byte; anything behind that would be seen by some programs only. */
function textField(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const zero = field.indexOf(0);
  if (zero !== -1 && field.subarray(zero).some((byte) => byte !== 0)) throw archiveRefused('archive.ambiguous', 'a name goes on behind its end');
  return decodeName(zero === -1 ? field : field.subarray(0, zero));
}

const OCTAL = /^ *[0-7]*$/;

/** Octal digits between spaces and zero bytes. The binary form is for sizes that no archive of ours has. */
function numberField(block: Buffer, at: number, length: number): number {
  const text = block.toString('latin1', at, at + length).replaceAll('\0', ' ').trimEnd();
  if (!OCTAL.test(text)) throw damaged('a number in it cannot be read');
  return Number.parseInt(text.trim() || '0', 8);
}

function demandSum(block: Buffer): void {
  let sum = 0;
  for (let at = 0; at < TAR_BLOCK_BYTES; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  if (sum !== numberField(block, 148, 8)) throw damaged('a record does not have the checksum it should');
}

export function isZeroBlock(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

export function readTarHeader(block: Buffer): TarHeader {
  if (block.length !== TAR_BLOCK_BYTES) throw damaged('it is cut');
  demandSum(block);
  const magic = block.toString('latin1', 257, 265);
  const isPosix = magic === 'ustar\u000000';
  if (!isPosix && magic !== 'ustar  \0' && !isZeroBlock(block.subarray(257, 265))) throw damaged('it is of an unknown kind');
  const prefix = isPosix ? textField(block, 345, 155) : '';
  const name = textField(block, 0, 100);
  const type = String.fromCharCode(block[156] ?? 0);
  return { name: prefix === '' ? name : `${prefix}/${name}`, mode: numberField(block, 100, 8), sizeBytes: numberField(block, 124, 12), type: type === '\0' ? '0' : type };
}

/** The keyed records by which newer programs say what does not fit into a header: `27 path=…\n`. */
export function readPaxRecords(bytes: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const digits = space === -1 ? '' : bytes.toString('latin1', at, space);
    const length = /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : 0;
    const equals = bytes.indexOf(0x3d, space);
    if (length === 0 || at + length > bytes.length || equals === -1 || equals >= at + length || bytes[at + length - 1] !== 0x0a) throw damaged('a note about an entry cannot be read');
    const key = bytes.toString('latin1', space + 1, equals);
    if (records.has(key)) throw archiveRefused('archive.ambiguous', 'a note about an entry says the same thing twice');
    records.set(key, decodeName(bytes.subarray(equals + 1, at + length - 1)));
    at += length;
  }
  return records;
}
