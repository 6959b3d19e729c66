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
});
