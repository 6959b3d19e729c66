import { promisify } from 'node:util';
import { crc32, inflateRaw, type InflateRaw, type ZlibOptions } from 'node:zlib';
import { archiveRefused } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: InflateRaw;
}

const inflateWithInfo = promisify(inflateRaw) as unknown as (packed: Uint8Array, options: ZlibOptions & { info: true }) => Promise<Inflated>;

export interface Unpacked {
  readonly bytes: Buffer;
  /** How many of the packed bytes the stream really took. */
  readonly usedBytes: number;
}

function outgrows(packedBytes: number, unpackedBytes: number, limits: ArchiveLimits): boolean {
  return unpackedBytes > limits.ratioFreeBytes && unpackedBytes > packedBytes * limits.ratioMax;
}

/** Unpacks a deflate stream and stops as soon as it gives more than `maxBytes`, whatever the archive promised. */
export async function inflateBounded(packed: Uint8Array, maxBytes: number, limits: ArchiveLimits, entry: string | null): Promise<Unpacked> {
  const ratioBytes = Math.max(limits.ratioFreeBytes, packed.length * limits.ratioMax);
  try {
    // The output limit of zlib must be at least one; nothing that is longer than promised gets past the comparison after it.
    const { buffer, engine } = await inflateWithInfo(packed, { info: true, maxOutputLength: Math.max(1, Math.min(maxBytes, ratioBytes)) });
    if (buffer.length > maxBytes) throw archiveRefused('archive.bomb', 'it unpacks to more than it says', entry);
    return { bytes: buffer, usedBytes: engine.bytesWritten };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw archiveRefused('archive.bomb', 'it unpacks to more than it says, or to many times its size', entry);
    }
    if (error instanceof Error && 'errno' in error) throw archiveRefused('archive.damaged', 'its content cannot be unpacked', entry);
    throw error;
  }
}

/** Refuses sizes that are out of proportion before anything is unpacked; the same is measured again while unpacking. */
export function demandProportion(packedBytes: number, unpackedBytes: number, limits: ArchiveLimits, entry: string | null): void {
  if (unpackedBytes > limits.entryBytesMax) throw archiveRefused('archive.entry_too_large', `an entry may hold ${limits.entryBytesMax} bytes`, entry);
  if (outgrows(packedBytes, unpackedBytes, limits)) throw archiveRefused('archive.bomb', 'it unpacks to many times its size', entry);
}

export function demandChecksum(bytes: Uint8Array, expected: number, entry: string | null): void {
  if (crc32(bytes) !== expected) throw archiveRefused('archive.damaged', 'its content does not have the checksum it should', entry);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A name as text; one that is not text has no single reading. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw archiveRefused('archive.name_not_text', 'a name is not text', Buffer.from(bytes).toString('latin1'));
  }
}
