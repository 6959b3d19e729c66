import { seededRandom } from '../../src/kernel/index.ts';

/** Everything that happens by chance in one world, from its seed. Each name draws from a stream of its own, so that one more draw here changes nothing there. */
export interface Chance {
  /** From 0 to 1, without 1. */
  draw(): number;
  happens(probability: number): boolean;
  /** A whole number from 0 below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** One of the names, as often as its weight says. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  stream(name: string): Chance;
}

const DRAW_LIMIT = 2 ** 32;

export function chanceFrom(seed: number, name = 'world'): Chance {
  const random = seededRandom(BigInt(seed) * 1_000_003n + hashOf(name));
  const draw = (): number => new DataView(random.bytes(4).buffer).getUint32(0) / DRAW_LIMIT;
  const below = (limit: number): number => Math.floor(draw() * limit);
  return {
    draw,
    below,
    happens: (probability) => draw() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighed(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = draw() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [one, weight] of entries) {
        left -= weight;
        if (left < 0) return one;
      }
      return (entries.at(-1) as [keyof typeof weights, number])[0];
    },
    stream: (inner) => chanceFrom(seed, `${name}/${inner}`),
  };
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

function hashOf(text: string): bigint {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash;
}
