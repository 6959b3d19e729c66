import type { RunId } from '../../src/contracts/index.ts';
import { hasCode } from '../../src/kernel/index.ts';
import { violationsOf, type Violation, type WorldEnd } from './invariants.ts';
import { drawCrash, type Crash } from './mortal-store.ts';
import { drawCharacter, livePerson, type Character } from './people.ts';
import { makeWorld, type World, type WorldOptions } from './world.ts';

/** What came of one seed. */
export interface Played {
  readonly seed: number;
  readonly world: World;
  readonly end: WorldEnd;
  /** The type of the event with which the first process died; undefined when it lived. */
  readonly crashedAt: string | undefined;
  readonly violations: readonly Violation[];
}

export interface PlayOptions extends WorldOptions {
  readonly character?: (world: World) => Character;
  /** None when it is there and undefined. */
  readonly crash?: Crash | undefined;
}

/** Crashes are drawn within this many entries; about every other run has more, and so lives. */
const CRASH_WITHIN = 400;
/** The leases of the world are free again by then. */
const FOUND_AFTER_MS = 4 * 60_000;
/** A person who looks what happened knows it after so many times. */
const STARTS_MAX = 40;
/** Longer than the longest time that anybody waits for a person. */
const WORLD_MS_MAX = 30 * 24 * 3_600_000;

/** Lets one world come to its end: a process that may die, another that goes on with what it left, and a person beside them. */
export async function playSeed(seed: number, options: PlayOptions = {}): Promise<Played> {
  const world = await makeWorld(seed, options);
  const { time, store } = world;
  const chance = world.chance.stream('play');
  const done = new AbortController();
  const runId = (): RunId | undefined => started;
  let started: RunId | undefined;
  const unwatch = store.onCommit(() => void (started ?? store.entries({ after: 0, limit: 1 } as never).then(([first]) => (started ??= first === undefined ? undefined : (JSON.parse(first.header) as { aggregate_id: RunId }).aggregate_id))));
  const person = livePerson(options.character?.(world) ?? drawCharacter(chance), { store, key: world.key, time, chance: chance.stream('person'), runId }, done.signal);
  const crash = 'crash' in options ? options.crash : drawCrash(chance, CRASH_WITHIN);
  let crashedAt: string | undefined;
  const work = async (): Promise<WorldEnd> => {
    const first = world.start(1, crash);
    const ended = await Promise.race([first.ended, first.life.death.then(() => undefined)]);
    if (ended !== undefined) return { kind: 'ended', reason: ended.termination.reason };
    crashedAt = first.crashed()?.events[0]?.type ?? 'operation';
    for (let number = 2; ; number += 1) {
      // Somebody finds it dead, or has looked what happened, and starts it again when what it held is free.
      await time.wait(FOUND_AFTER_MS);
      try {
        return { kind: 'ended', reason: (await world.start(number).ended).termination.reason };
      } catch (error) {
        if (!hasCode(error, 'journal.unresolved') || number > STARTS_MAX) throw error;
      }
    }
  };
  const end = await time.until(work().catch((error: unknown): WorldEnd => ({ kind: 'failed', error })), WORLD_MS_MAX);
  done.abort();
  unwatch();
  await person;
  const stands: WorldEnd = end === 'stuck' ? { kind: 'waiting' } : end;
  return { seed, world, end: stands, crashedAt, violations: await violationsOf(world, stands) };
}
