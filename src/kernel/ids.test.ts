import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { ID_PREFIXES, type IdPrefix } from '../contracts/index.ts';
import { type Clock, fixedClock } from './clock.ts';
import { KeelsonError } from './errors.ts';
import { createIds, idTimeMs, parseId } from './ids.ts';
import { type Random, seededRandom } from './random.ts';

const prefixes = Object.keys(ID_PREFIXES) as IdPrefix[];

/** Says what it is told to, so that a step back of the wall clock can be played. */
function scriptedClock(timesMs: readonly number[]): Clock {
  let index = 0;
  return {
    nowMs() {
      const timeMs = timesMs[Math.min(index, timesMs.length - 1)] ?? 0;
      index += 1;
      return timeMs;
    },
    monotonicMs: () => index,
  };
}

function constantRandom(byte: number): Random {
  return { bytes: (count) => new Uint8Array(count).fill(byte) };
}

describe('createIds', () => {
  it('writes the time and the random bytes in Crockford base 32', verifies('KEL-KERNEL-10'), () => {
    const spell = (timeMs: number, byte: number): string =>
      createIds({ clock: fixedClock(timeMs), random: constantRandom(byte) }).mint('run');
    expect([
      spell(0, 0),
      spell(1_469_918_176_385, 0xff),
      spell(2 ** 48 - 1, 0x01),
      spell(1_700_000_000_000.9, 0x42),
    ]).toEqual([
      'run_00000000000000000000000000',
      'run_01ARYZ6S41ZZZZZZZZZZZZZZZZ',
      'run_7ZZZZZZZZZ040G2081040G2081',
      'run_01HF7YAT0089144GJ289144GJ2',
    ]);
  });

  it('mints ids of every kind that their schema accepts and whose time can be read back', verifies('KEL-KERNEL-10'), () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixes),
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        fc.integer(),
        (prefix, timeMs, seed) => {
          const id = createIds({ clock: fixedClock(timeMs), random: seededRandom(seed) }).mint(prefix);
          expect(parseId(prefix, id)).toBe(id);
          expect(idTimeMs(id)).toBe(timeMs);
        },
      ),
    );
  });

  it('sorts by text in the order of minting, whatever the wall clock does', verifies('KEL-KERNEL-11'), () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
        fc.integer(),
        (timesMs, seed) => {
          const ids = createIds({ clock: scriptedClock(timesMs), random: seededRandom(seed) });
          const minted = timesMs.map((): string => ids.mint('evt'));
          expect(minted.toSorted()).toEqual(minted);
          expect(new Set(minted).size).toBe(minted.length);
        },
      ),
    );
  });

  it('counts up within a millisecond and stays at the latest one when the clock steps back', verifies('KEL-KERNEL-11'), () => {
    const ids = createIds({ clock: scriptedClock([5, 5, 4, 6]), random: constantRandom(0) });
    expect([ids.mint('run'), ids.mint('run'), ids.mint('run'), ids.mint('run')]).toEqual([
      'run_00000000050000000000000000',
      'run_00000000050000000000000001',
      'run_00000000050000000000000002',
      'run_00000000060000000000000000',
    ]);
  });

  it('carries through the random bytes and borrows a millisecond when they are used up', verifies('KEL-KERNEL-11'), () => {
    const draws = [`00${'ff'.repeat(9)}`, 'ff'.repeat(10), '03'.repeat(10)];
    const random: Random = { bytes: () => Buffer.from(draws.shift() ?? '', 'hex') };
    const ids = createIds({ clock: scriptedClock([1, 1, 2, 2]), random });
    expect([ids.mint('run'), ids.mint('run'), ids.mint('run'), ids.mint('run')]).toEqual([
      'run_000000000103ZZZZZZZZZZZZZZ',
      'run_00000000010400000000000000',
      'run_0000000002ZZZZZZZZZZZZZZZZ',
      'run_00000000030C1G60R30C1G60R3',
    ]);
  });

  it.each([-1, 2 ** 48])('crashes on a clock outside 48 bits (%d)', verifies('KEL-KERNEL-10'), (timeMs) => {
    const ids = createIds({ clock: fixedClock(timeMs), random: constantRandom(0) });
    expect(() => ids.mint('run')).toThrow(
      expect.objectContaining({
        code: 'invariant.broken',
        data: { detail: 'the clock is outside the 48 bits of an id' },
      }),
    );
  });
});

describe('parseId', () => {
  it.each([
    '',
    'run_',
    'task_00000000000000000000000000',
    'run_0000000000000000000000000',
    'run_8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    'run_0000000000000000000000000I',
    'run_0000000000000000000000000a',
    ' run_00000000000000000000000000',
    'run_00000000000000000000000000\n',
  ])('refuses %o as the id of a run', verifies('KEL-KERNEL-12'), (value) => {
    let body: unknown;
    try {
      parseId('run', value);
    } catch (error) {
      if (error instanceof KeelsonError) body = error.toBody();
    }
    expect(body).toEqual({
      code: 'id.invalid',
      message: `"${value}" is not an id of the form run_<ULID>.`,
      next_step: 'Copy the whole id, including "run_", from where it was shown; ids are never typed by hand.',
      data: { prefix: 'run', value },
    });
  });

  it('takes an id that was minted elsewhere', verifies('KEL-KERNEL-12'), () => {
    expect(parseId('art', 'art_01ARYZ6S41TSV4RRFFQ69G5FAV')).toBe('art_01ARYZ6S41TSV4RRFFQ69G5FAV');
  });
});
