import type { Plugin } from 'rolldown';

const BEYOND_ASCII = /[^\0-\x7f]/g;
/** Here an escape would be read as its own letters. */
const RAW = /String\.raw`[^`]*[^\0-\x7f]/;

/** One character beyond ASCII doubles the memory of a whole file and slows its reading; an escape says the same. */
export function asciiPlugin(): Plugin {
  return {
    name: 'ascii',
    renderChunk(code) {
      if (RAW.test(code)) throw new TypeError('a raw text holds a character beyond ASCII, which cannot be escaped there');
      return { code: code.replaceAll(BEYOND_ASCII, (unit) => [...Array(unit.length).keys()].map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')), map: null };
    },
  };
}
