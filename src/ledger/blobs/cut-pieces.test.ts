import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { seededRandom, sha256Hex } from '../../kernel/index.ts';
import { PIECE_BYTES_MAX, PIECE_BYTES_MIN } from '../limits.ts';
import { cutPieces } from './cut-pieces.ts';

const CONTENT = Buffer.from(seededRandom(7).bytes(400_000));

/** How many pieces of the second content are none of the first. */
function newPieces(before: Uint8Array, after: Uint8Array): number {
  const known = new Set(cutPieces(before).map(sha256Hex));
  return cutPieces(after).filter((piece) => !known.has(sha256Hex(piece))).length;
}

describe('content in pieces', () => {
  it('comes together again, in pieces within their bounds', verifies('KEL-LEDGER-19'), () => {
    assert(
      property(uint8Array({ maxLength: 3 * PIECE_BYTES_MIN }), (content) => {
        expect(Buffer.concat(cutPieces(content)).equals(content)).toBe(true);
      }),
    );
    const sizes = cutPieces(CONTENT).map(({ byteLength }) => byteLength);
    expect(Buffer.concat(cutPieces(CONTENT)).equals(CONTENT)).toBe(true);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(PIECE_BYTES_MIN);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(PIECE_BYTES_MAX);
    expect(sizes.length).toBeGreaterThan(400_000 / 12_000);
    expect(sizes.length).toBeLessThan(400_000 / 6_000);
  });

  it('is cut where it always was, so that what is kept already is shared', verifies('KEL-LEDGER-19'), () => {
    expect(cutPieces(CONTENT).slice(0, 6).map(({ byteLength }) => byteLength)).toEqual([6_664, 12_119, 18_000, 8_527, 6_649, 14_687]);
  });

  it('without a place to cut is cut all the same', verifies('KEL-LEDGER-19'), () => {
    expect(cutPieces(new Uint8Array(2 * PIECE_BYTES_MAX + 1).fill(120)).map(({ byteLength }) => byteLength)).toEqual([PIECE_BYTES_MAX, PIECE_BYTES_MAX, 1]);
    expect(cutPieces(new Uint8Array(0))).toEqual([]);
  });

  it('shares all but a few of them with what it was before something was added, changed or left out', verifies('KEL-LEDGER-19'), () => {
    const more = Buffer.from('a message more');
    const changes: [string, Buffer][] = [
      ['the same', CONTENT],
      ['added to its end', Buffer.concat([CONTENT, more])],
      ['added to its beginning', Buffer.concat([more, CONTENT])],
      ['added in the middle', Buffer.concat([CONTENT.subarray(0, 200_000), more, CONTENT.subarray(200_000)])],
      ['changed', Buffer.concat([CONTENT.subarray(0, 200_000), more, CONTENT.subarray(200_000 + more.byteLength)])],
      ['left out', Buffer.concat([CONTENT.subarray(0, 100_000), CONTENT.subarray(300_000)])],
    ];
    expect(changes.map(([what, after]) => [what, newPieces(CONTENT, after) <= (what === 'the same' ? 0 : 2)])).toEqual(changes.map(([what]) => [what, true]));
  });
});
