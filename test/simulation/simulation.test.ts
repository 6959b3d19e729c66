import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/kernel/index.ts';
import { playSeed, type Played } from './play-seed.ts';

/** More with SIMULATION_SEEDS; `npm run simulate` plays as many as are wanted. */
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 300);
const PER_TEST = 25;
const TIMEOUT_MS = 300_000;

async function logOf({ world }: Played): Promise<string> {
  return sha256Hex((await world.store.entries({ after: 0, limit: 1_000_000 })).map(({ header, payload }) => `${header} ${payload ?? ''}`).join('\n'));
}

describe('a world in which models, tools, people and processes fail', () => {
  for (let from = 1; from <= SEEDS; from += PER_TEST) {
    const to = Math.min(SEEDS, from + PER_TEST - 1);
    it(`keeps everything that must hold, from seed ${from} to ${to}`, { timeout: TIMEOUT_MS }, async () => {
      const broken: string[] = [];
      for (let seed = from; seed <= to; seed += 1) {
        const { violations } = await playSeed(seed);
        broken.push(...violations.map(({ invariant, detail }) => `seed ${seed}: ${invariant}: ${detail}`));
      }
      expect(broken).toEqual([]);
    });
  }

  it('comes out the same to the last byte when it is played again', { timeout: TIMEOUT_MS }, async () => {
    for (const seed of [3, 11, 12]) expect(await logOf(await playSeed(seed)), `seed ${seed}`).toBe(await logOf(await playSeed(seed)));
  });
});
