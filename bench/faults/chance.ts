import { seededRandom, sha256Hex } from '../../src/kernel/index.ts';

/** Draws that a seed repeats exactly. */
export interface Chance {
  /** A whole number from 0 up to, and not including, `limit`. */
  below(limit: number): number;
  /** True this often, from 0 to 1. */
  happens(rate: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

const DRAW_LIMIT = 2 ** 32;

export function createChance(seed: number | bigint): Chance {
  const random = seededRandom(seed);
  const fraction = (): number => {
    const drawn = random.bytes(4);
    return new DataView(drawn.buffer, drawn.byteOffset).getUint32(0) / DRAW_LIMIT;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return { below, happens: (rate) => fraction() < rate, pick: (values) => values[below(values.length)] as (typeof values)[number] };
}

/** The seed of one round of one part: a round can be repeated without those before it. */
export function roundSeed(seed: number, ...names: readonly (string | number)[]): number {
  return Number.parseInt(sha256Hex([seed, ...names].join(' ')).slice(0, 12), 16);
}
