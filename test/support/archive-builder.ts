import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip file, with everything that a liar could say about it. */
export interface ZipPart {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly stored?: boolean;
  /** Unix type and permissions. */
  readonly mode?: number;
  readonly madeBy?: number;
  readonly dosAttributes?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly withDescriptor?: 'marked' | 'bare';
  /** What the directory says instead of the truth. */
  readonly central?: Partial<ZipSays>;
  /** What stands before the content instead of the truth. */
  readonly local?: Partial<ZipSays>;
  /** What the sizes behind the content say instead of the truth. */
  readonly descriptor?: Partial<ZipSays>;
  readonly packed?: Buffer;
  readonly gapBefore?: Buffer;
  readonly comment?: Buffer;
}

export interface ZipSays {
  readonly name: string | Buffer;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly offset: number;
  readonly extra: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly disk: number;
}

export interface ZipEnd {
  readonly before?: Buffer;
  readonly after?: Buffer;
  readonly comment?: Buffer;
  readonly entries?: number;
  readonly entriesHere?: number;
  readonly disk?: number;
  readonly directoryOffset?: number;
  readonly directoryBytes?: number;
  readonly beforeDirectory?: Buffer;
  readonly beforeEnd?: Buffer;
}

const u16 = (value: number): Buffer => { const bytes = Buffer.alloc(2); bytes.writeUInt16LE(value); return bytes; };
const u32 = (value: number): Buffer => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(value); return bytes; };

/** Builds a zip file byte by byte. */
export function buildZip(parts: readonly ZipPart[], end: ZipEnd = {}): Buffer {
  const chunks: Buffer[] = [end.before ?? Buffer.alloc(0)];
  const position = (): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const directory: Buffer[] = [];
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '');
    const packed = part.packed ?? (part.stored ? content : deflateRawSync(content));
    if (part.gapBefore) chunks.push(part.gapBefore);
    const truth: ZipSays = {
      name: part.name, checksum: crc32(content), packedBytes: packed.length, unpackedBytes: content.length, offset: position(), extra: Buffer.alloc(0),
      flags: part.flags ?? (part.withDescriptor ? 0x0808 : 0x0800), method: part.method ?? (part.stored ? 0 : 8), disk: 0,
    };
    const local = { ...truth, ...(part.withDescriptor ? { checksum: 0, packedBytes: 0, unpackedBytes: 0 } : {}), ...part.local };
    const localName = Buffer.from(local.name);
    chunks.push(Buffer.from('PK\u0003\u0004', 'latin1'), u16(20), u16(local.flags), u16(local.method), u32(0), u32(local.checksum), u32(local.packedBytes), u32(local.unpackedBytes), u16(localName.length), u16(local.extra.length), localName, local.extra, packed);
    if (part.withDescriptor) {
      const behind = { ...truth, ...part.descriptor };
      chunks.push(...(part.withDescriptor === 'marked' ? [Buffer.from('PK\u0007\u0008', 'latin1')] : []), u32(behind.checksum), u32(behind.packedBytes), u32(behind.unpackedBytes));
    }
    const central = { ...truth, ...part.central };
    const name = Buffer.from(central.name);
    const attributes = (((part.mode ?? 0o100644) << 16) | (part.dosAttributes ?? 0)) >>> 0;
    const comment = part.comment ?? Buffer.alloc(0);
    directory.push(
      Buffer.from('PK\u0001\u0002', 'latin1'), u16(((part.madeBy ?? 3) << 8) | 20), u16(20), u16(central.flags), u16(central.method), u32(0), u32(central.checksum), u32(central.packedBytes), u32(central.unpackedBytes),
      u16(name.length), u16(central.extra.length), u16(comment.length), u16(central.disk), u16(0), u32(attributes), u32(central.offset), name, central.extra, comment,
    );
  }
  if (end.beforeDirectory) chunks.push(end.beforeDirectory);
  const directoryOffset = position();
  const directoryBytes = directory.reduce((sum, chunk) => sum + chunk.length, 0);
  const comment = end.comment ?? Buffer.alloc(0);
  chunks.push(
    ...directory, end.beforeEnd ?? Buffer.alloc(0), Buffer.from('PK\u0005\u0006', 'latin1'), u16(end.disk ?? 0), u16(0), u16(end.entriesHere ?? end.entries ?? parts.length), u16(end.entries ?? parts.length),
    u32(end.directoryBytes ?? directoryBytes), u32(end.directoryOffset ?? directoryOffset), u16(comment.length), comment, end.after ?? Buffer.alloc(0),
  );
  return Buffer.concat(chunks);
}

export function extraField(id: number, bytes: Buffer): Buffer {
  return Buffer.concat([u16(id), u16(bytes.length), bytes]);
}

export interface TarPart {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly type?: string;
  readonly mode?: number;
  readonly link?: string;
  readonly prefix?: string;
  readonly size?: string;
  readonly checksum?: number;
  readonly magic?: string;
}

export function buildTar(parts: readonly TarPart[], end: { readonly tail?: Buffer } = {}): Buffer {
  const blocks = parts.flatMap((part) => {
    const content = Buffer.from(part.content ?? '');
    const header = Buffer.alloc(512);
    Buffer.from(part.name).copy(header, 0, 0, 100);
    header.write(`${(part.mode ?? 0o644).toString(8).padStart(7, '0')}\0`, 100, 'latin1');
    header.write('0000000\0'.repeat(2), 108, 'latin1');
    header.write(part.size ?? `${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write('00000000000\0', 136, 'latin1');
    header.write(part.type ?? '0', 156, 'latin1');
    header.write(part.link ?? '', 157, 'latin1');
    header.write(part.magic ?? 'ustar\u000000', 257, 'latin1');
    header.write(part.prefix ?? '', 345, 'latin1');
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${(part.checksum ?? sum).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, end.tail ?? Buffer.alloc(1024)]);
}

/** One keyed note of a tar file, with the length that counts itself. */
export function paxNote(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}
