import { TextDecoder } from 'node:util';
import { BYTE_ORDER_MARK } from './wire-limits.ts';

export interface Utf8Reader {
  push(bytes: Uint8Array): string;
  /** What is left of a character that was cut: a replacement character, or nothing. */
  end(): string;
  /** True once bytes that are no UTF-8 were replaced: the answer then carries the repair `invalid_utf8_replaced`. */
  readonly hasReplaced: boolean;
}

const REPLACEMENT = '\uFFFD';
const ASCII_MAX = 0x7f;

/** Bytes as they were cut by the network to text. A byte order mark at the very start is left out. */
export function createUtf8Reader(): Utf8Reader {
  /** Made when a character is cut, which few answers see. */
  let decoder: TextDecoder | undefined;
  let isMidCharacter = false;
  let isAtStart = true;
  let hasReplaced = false;
  /** The two bytes before this piece, because a replacement character that was really sent may be cut as well. */
  let beforeLast = 0;
  let last = 0;

  const note = (text: string, bytes: Uint8Array): void => {
    if (!hasReplaced && text.includes(REPLACEMENT)) hasReplaced = count(text) > countSent(bytes, beforeLast, last);
    const length = bytes.length;
    beforeLast = length > 1 ? (bytes[length - 2] ?? 0) : last;
    last = bytes[length - 1] ?? 0;
  };
  const withoutMark = (text: string): string => {
    if (!isAtStart || text === '') return text;
    isAtStart = false;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  };

  return {
    push(bytes) {
      if (bytes.length === 0) return '';
      const endsWhole = (bytes[bytes.length - 1] ?? 0) <= ASCII_MAX;
      // Nearly every piece begins and ends at a character, and the buffer's own reading is several times as fast.
      const isWhole = endsWhole && !isMidCharacter;
      if (!isWhole) decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      const text = isWhole || decoder === undefined ? asBuffer(bytes).toString('utf8') : decoder.decode(bytes, { stream: true });
      isMidCharacter = !endsWhole;
      note(text, bytes);
      return withoutMark(text);
    },
    end() {
      const text = decoder?.decode() ?? '';
      if (text !== '') hasReplaced = true;
      return text;
    },
    get hasReplaced() {
      return hasReplaced;
    },
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function count(text: string): number {
  return text.split(REPLACEMENT).length - 1;
}

/** How often the bytes of a replacement character itself end within this piece. They always stand for one. */
function countSent(bytes: Uint8Array, beforeLast: number, last: number): number {
  let [first, second, sent] = [beforeLast, last, 0];
  for (const third of bytes) {
    if (first === 0xef && second === 0xbf && third === 0xbd) sent += 1;
    [first, second] = [second, third];
  }
  return sent;
}
