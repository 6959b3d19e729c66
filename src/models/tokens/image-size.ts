import type { ImagePart } from '../../contracts/index.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The header of a picture stands near its beginning; only this much is decoded, whatever its size. */
const HEADER_BASE64_CHARS = 64 * 1024;
const PNG_SIZE_AT = 16;
const GIF_SIZE_AT = 6;
const JPEG_FIRST_SEGMENT = 2;

/** Pixels as a PNG, GIF or JPEG tells them; undefined where it does not tell, is another format, or lies elsewhere. */
export function imageSize({ source }: ImagePart): ImageSize | undefined {
  if (source.kind === 'url') return undefined;
  const bytes = Buffer.from(source.data.slice(0, HEADER_BASE64_CHARS), 'base64');
  const size = readSize(source.media_type, bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(mediaType: string, bytes: Buffer): ImageSize | undefined {
  switch (mediaType) {
    case 'image/png':
      return bytes.length < PNG_SIZE_AT + 8 ? undefined : { width: bytes.readUInt32BE(PNG_SIZE_AT), height: bytes.readUInt32BE(PNG_SIZE_AT + 4) };
    case 'image/gif':
      return bytes.length < GIF_SIZE_AT + 4 ? undefined : { width: bytes.readUInt16LE(GIF_SIZE_AT), height: bytes.readUInt16LE(GIF_SIZE_AT + 2) };
    case 'image/jpeg':
      return jpegSize(bytes);
    default:
      return undefined;
  }
}

/** Steps from segment to segment until one that begins a frame: there the size stands. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = JPEG_FIRST_SEGMENT; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (beginsFrame(bytes[at + 1] ?? 0)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return undefined;
}

/** C0 to CF are frames, except three that hold tables. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
