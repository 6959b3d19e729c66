import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { doubtChain, dreamChain, targetChain, toolChain, VARIANTS, type ChainPorts, type Episode } from './episodes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** `RECALL=all` plays every chain; otherwise one of each, and of those what holds the rest up. */
const PLAYS_ALL = process.env['RECALL'] === 'all';
const SAMPLE = new Set(['another tool is planned at once', 'a planner that insists is refused with the reason', 'another target is planned at once', 'a worker that goes there is refused with the reason', 'a worker that goes where memory is in doubt is held', 'what is old fades', 'a constraint keeps a tool out when all else is forgotten']);

/** A rule takes many commands, and is made in the same way whatever it is about. */
const RULED_VARIANTS = 4;
const DOUBTED_VARIANTS = 4;

/** Only the wall clock is moved: nothing waits for it. */
function shiftingClock(): ChainPorts {
  const passMs = (ms: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  return {
    passDays: (days) => passMs(days * DAY_MS),
    passMinutes: (minutes) => passMs(minutes * MINUTE_MS),
    ...(!PLAYS_ALL && { only: SAMPLE }),
  };
}

// A chain is a dozen runs; how long it takes says nothing about it, and one that was cut off would disturb the next.
vi.setConfig({ testTimeout: 0 });
afterEach(() => void vi.useRealTimers());

describe('an earlier outcome changes a later plan', () => {
  const played: Episode[] = [];
  const chains = VARIANTS.slice(0, PLAYS_ALL ? VARIANTS.length : 1).flatMap((variant, at) => [
    { name: `${variant.blind.tool} for ${variant.thing}`, play: () => toolChain(variant, shiftingClock()) },
    { name: `${variant.gone}`, play: () => targetChain(variant, shiftingClock()) },
    ...(at < DOUBTED_VARIANTS ? [{ name: `${variant.gone} in doubt`, play: () => doubtChain(variant, shiftingClock()) }] : []),
    ...(at < RULED_VARIANTS ? [{ name: `rules about ${variant.thing}`, play: () => dreamChain(variant, shiftingClock()) }] : []),
  ]);

  it.each(chains)('$name', verifies('KEL-MEM-14', 'KEL-MEM-15', 'KEL-MEM-16', 'KEL-DREAM-13', 'KEL-DREAM-11', 'KEL-MEM-21'), async ({ play }) => {
    const episodes: Episode[] = [];
    for await (const episode of play()) episodes.push(episode);
    played.push(...episodes);
    expect(episodes.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(episodes.length).toBeGreaterThan(0);
  });

  it('in as many episodes as were asked for', verifies('KEL-MEM-14'), () => {
    const changed = played.filter(({ faults }) => faults.length === 0).length;
    process.stdout.write(`recall: ${changed} of ${played.length} episodes went as an earlier outcome demands\n`);
    expect(changed).toBeGreaterThanOrEqual(PLAYS_ALL ? 150 : 7);
  });
});
