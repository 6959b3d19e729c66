/** How the text of a file is written down. A file that is changed keeps its own. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'latin1';

const MARKS: readonly { readonly encoding: TextEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8-bom', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Git looks this far for a zero byte; what has one is no text. */
const BINARY_PROBE_BYTES = 8_000;

/**
 * The encoding of a file by its first bytes, or null when it is no text. Bytes that are not UTF-8 are Latin-1 unless
 * they hold control characters, which no text does. `isWhole` is false when more of the file follows.
 */
export function detectEncoding(bytes: Uint8Array, isWhole: boolean): TextEncoding | null {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) return marked.encoding;
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return null;
  try {
    // A cut may fall into the middle of a character; as a stream the decoder waits for its rest.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return bytes.some(isControl) ? null : 'latin1';
  }
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
}

/** Decodes piece by piece; the mark at the beginning is not part of the text. */
export function createTextReader(encoding: TextEncoding): (bytes: Uint8Array, isLast: boolean) => string {
  // The label `latin1` of a TextDecoder means Windows-1252; one byte is one character here, so that it can be written back.
  if (encoding === 'latin1') return (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding);
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
}

export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return createTextReader(encoding)(bytes, true);
}

/** Null when the text holds a character that the encoding does not have. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | null {
  const mark = Uint8Array.from(MARKS.find((one) => one.encoding === encoding)?.bytes ?? []);
  if (encoding === 'latin1') return isLatin1(text) ? Buffer.from(text, 'latin1') : null;
  if (encoding === 'utf-16le') return Buffer.concat([mark, Buffer.from(text, 'utf16le')]);
  if (encoding === 'utf-16be') return Buffer.concat([mark, Buffer.from(text, 'utf16le').swap16()]);
  return Buffer.concat([mark, Buffer.from(text, 'utf8')]);
}

function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}
