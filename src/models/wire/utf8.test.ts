import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createUtf8Reader } from './utf8.ts';

function readAll(pieces: readonly Uint8Array[]): { text: string; hasReplaced: boolean } {
  const reader = createUtf8Reader();
  const text = pieces.map((piece) => reader.push(piece)).join('') + reader.end();
  return { text, hasReplaced: reader.hasReplaced };
}

const singly = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe('bytes to text', () => {
  it('puts characters together that were cut', verifies('KEL-HTTP-04'), () => {
    const text = 'naïve — 🎉 日本語 \uFFFD end';
    expect(readAll(singly(new TextEncoder().encode(text)))).toEqual({ text, hasReplaced: false });
  });

  it('replaces what is no UTF-8 and says so', verifies('KEL-HTTP-04'), () => {
    expect(readAll([Uint8Array.of(0x61, 0xff, 0x62)])).toEqual({ text: 'a\uFFFDb', hasReplaced: true });
    expect(readAll([Uint8Array.of(0x61, 0xe2, 0x82)])).toEqual({ text: 'a\uFFFD', hasReplaced: true });
    expect(readAll([Uint8Array.of(0xef, 0xbf, 0xbd, 0xef, 0xbf, 0x61)])).toEqual({ text: '\uFFFD\uFFFDa', hasReplaced: true });
  });

  it('does not take a replacement character that was really sent for a repair, however it was cut', verifies('KEL-HTTP-04'), () => {
    for (const cut of [1, 2, 3, 4]) {
      const bytes = Buffer.from('a\uFFFDb');
      expect(readAll([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual({ text: 'a\uFFFDb', hasReplaced: false });
    }
  });

  it('leaves out a byte order mark at the very start, and only there', verifies('KEL-HTTP-04'), () => {
    expect(readAll(singly(Buffer.from('\uFEFFa\uFEFFb')))).toEqual({ text: 'a\uFEFFb', hasReplaced: false });
    expect(readAll([Buffer.from('x'), Buffer.from('\uFEFF'), Buffer.from('y')])).toEqual({ text: 'x\uFEFFy', hasReplaced: false });
  });

  it('reads any bytes, however cut, as the standard decoder does', verifies('KEL-HTTP-04'), () => {
    const bytes = fc.array(fc.constantFrom(0x61, 0x80, 0xbf, 0xbd, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xef, 0xbb, 0xf0, 0x9f, 0x8e, 0x89, 0xff), { maxLength: 24 });
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (pieces) => {
        const all = Uint8Array.from(pieces.flat());
        const isValid = ((): boolean => {
          try {
            new TextDecoder('utf-8', { fatal: true }).decode(all);
            return true;
          } catch {
            return false;
          }
        })();
        expect(readAll(pieces.map((piece) => Uint8Array.from(piece)))).toEqual({ text: new TextDecoder().decode(all), hasReplaced: !isValid });
      }),
      { numRuns: 1_000 },
    );
  });
});
