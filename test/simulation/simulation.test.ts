import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/kernel/index.ts';
import { DEFAULT_BUDGET } from '../../src/contracts/index.ts';
import { chanceFrom } from './chance.ts';
import { obsessedMinds } from './minds.ts';
import { AGREEABLE } from './people.ts';
import { playSeed, type Played, type PlayOptions } from './play-seed.ts';
import { everyTask } from './tasks.ts';
import { NO_ODDS } from './world.ts';

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

  it('can come to the ends that need somebody who never does anything else', { timeout: TIMEOUT_MS }, async () => {
    const endOf = async (kind: string, options: Pick<PlayOptions, 'minds' | 'odds'>): Promise<string> => {
      const task = everyTask(chanceFrom(1)).find((one) => one.kind === kind);
      const { end, violations } = await playSeed(5, { ...options, ...(task !== undefined && { task }), limits: DEFAULT_BUDGET.per_run, crash: undefined, character: () => AGREEABLE });
      return `${end.kind === 'ended' ? end.reason : end.kind}${violations.map(({ detail }) => ` ${detail}`).join('')}`;
    };
    expect(await endOf('write one file', { minds: obsessedMinds('trespasses'), odds: NO_ODDS })).toBe('policy_violation');
    expect(await endOf('choose what nobody can check', { minds: obsessedMinds('doubts'), odds: { ...NO_ODDS, attendance: 'unattended' } })).toBe('conflicting_agents');
    expect(await endOf('hand it to another run', { minds: obsessedMinds('honest'), odds: NO_ODDS })).toBe('success');
  });

  it('comes out the same to the last byte when it is played again', { timeout: TIMEOUT_MS }, async () => {
    for (const seed of [3, 11, 12]) expect(await logOf(await playSeed(seed)), `seed ${seed}`).toBe(await logOf(await playSeed(seed)));
  });
});
