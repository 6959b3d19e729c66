import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { seededRandom, systemRandom } from './random.ts';

describe('seededRandom', () => {
  it('draws the published SplitMix64 sequence', verifies('KEL-KERNEL-09'), () => {
    const { buffer } = seededRandom(1_234_567).bytes(40);
    expect([...new BigUint64Array(buffer)]).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });

  it('gives the same bytes however they are asked for', verifies('KEL-KERNEL-09'), () => {
    const random = seededRandom(7n);
    const pieces = [1, 0, 9, 8, 5].flatMap((count) => [...random.bytes(count)]);
    expect(pieces).toEqual([...seededRandom(7).bytes(23)]);
  });

  it('takes any whole number as a seed, and other seeds give other bytes', verifies('KEL-KERNEL-09'), () => {
    const drawn = [-1, 0, 1, 2n ** 64n + 1n].map((seed) => seededRandom(seed).bytes(8).join(','));
    expect(drawn[3]).toBe(drawn[2]);
    expect(new Set(drawn).size).toBe(3);
  });
});

describe('systemRandom', () => {
  it('gives as many bytes as asked, and other ones each time', () => {
    expect(systemRandom.bytes(3)).toHaveLength(3);
    expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
  });

  it('gives no byte twice, however many are asked for at a time, and keeps none of what it gave', verifies('KEL-FAST-56'), () => {
    const drawn = Array.from({ length: 500 }, (_, at) => systemRandom.bytes(8 + (at % 90)));
    expect(drawn.map((bytes) => bytes.length)).toEqual(Array.from({ length: 500 }, (_, at) => 8 + (at % 90)));
    expect(new Set(drawn.map((bytes) => Buffer.from(bytes.subarray(0, 8)).toString('hex'))).size).toBe(500);
    // One in 256 bytes is a zero; a stretch of the pool that was given and wiped would be many.
    const zeros = drawn.flatMap((bytes) => [...bytes]).filter((byte) => byte === 0).length;
    expect(zeros).toBeLessThan(400);
    expect(drawn.every((bytes) => bytes.buffer.byteLength === bytes.length)).toBe(true);
  });
});
