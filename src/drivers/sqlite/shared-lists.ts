/**
 * Flat lists in memory that two threads see. A message over a port takes 30 to 50 µs to arrive, and what it holds is
 * written out and read with the names of its members; a list of texts and numbers is there at once.
 */

/** One thing after the other, such as requests or outcomes; see `batch-codec.ts`. */
export type FlatList = readonly unknown[];

/** Several appends in a row have about this many items and bytes; what has more takes another way. */
const LIST_ITEMS_MAX = 4_096;
const LIST_BYTES_MAX = 1024 * 1024;
/** UTF-8 takes at most this many bytes for a unit of UTF-16. */
const BYTES_PER_UNIT_MAX = 3;

const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const ASCII = 4;
const UTF8 = 5;
const UTF16 = 6;

/** A place for one list. Whoever writes and whoever reads take turns; that is up to them. */
export interface SharedList {
  /** False when the list is too long or holds anything but texts, numbers, booleans and null; then nothing may be read. */
  write(list: FlatList): boolean;
  read(): FlatList;
}

export interface SharedListMemory {
  readonly length: Int32Array<SharedArrayBuffer>;
  readonly kinds: Uint8Array<SharedArrayBuffer>;
  /** Numbers as they are; of a text, how many bytes it takes. */
  readonly numbers: Float64Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** The system gives the memory as it is first written to, so a place that stays unused takes none. */
export function sharedListMemory(): SharedListMemory {
  return {
    length: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    kinds: new Uint8Array(new SharedArrayBuffer(LIST_ITEMS_MAX)),
    numbers: new Float64Array(new SharedArrayBuffer(LIST_ITEMS_MAX * Float64Array.BYTES_PER_ELEMENT)),
    bytes: new Uint8Array(new SharedArrayBuffer(LIST_BYTES_MAX)),
  };
}

export function sharedListIn({ length, kinds, numbers, bytes }: SharedListMemory): SharedList {
  const text = Buffer.from(bytes.buffer);

  /** How many bytes the text took, or undefined when there is no room. */
  const writeText = (at: number, value: string, offset: number): number | undefined => {
    if (offset + value.length * BYTES_PER_UNIT_MAX > LIST_BYTES_MAX) return undefined;
    const asUtf8 = text.write(value, offset, 'utf8');
    // As many bytes as units means ASCII. Only half of a surrogate pair would not arrive as it is, and goes unit by unit.
    kinds[at] = asUtf8 === value.length ? ASCII : value.isWellFormed() ? UTF8 : UTF16;
    return (numbers[at] = kinds[at] === UTF16 ? text.write(value, offset, 'utf16le') : asUtf8);
  };

  return {
    write(list) {
      if (list.length > LIST_ITEMS_MAX) return false;
      let offset = 0;
      for (let at = 0; at < list.length; at += 1) {
        const value = list[at];
        if (typeof value === 'string') {
          const taken = writeText(at, value, offset);
          if (taken === undefined) return false;
          offset += taken;
        } else if (typeof value === 'number') {
          kinds[at] = NUMBER;
          numbers[at] = value;
        } else if (value === null) {
          kinds[at] = NULL;
        } else if (typeof value === 'boolean') {
          kinds[at] = value ? TRUE : FALSE;
        } else {
          return false;
        }
      }
      length[0] = list.length;
      return true;
    },
    read() {
      const list: unknown[] = [];
      const items = length[0] ?? 0;
      let offset = 0;
      for (let at = 0; at < items; at += 1) {
        const kind = kinds[at];
        if (kind === ASCII || kind === UTF8 || kind === UTF16) {
          const from = offset;
          offset += numbers[at] ?? 0;
          list.push(text.toString(kind === ASCII ? 'latin1' : kind === UTF8 ? 'utf8' : 'utf16le', from, offset));
        } else if (kind === NUMBER) {
          list.push(numbers[at]);
        } else {
          list.push(kind === NULL ? null : kind === TRUE);
        }
      }
      return list;
    },
  };
}
