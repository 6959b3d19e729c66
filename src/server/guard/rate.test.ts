import { expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createRate } from './rate.ts';

it('gives back with time what was taken, up to what may be asked in a row', verifies('KEL-SERVER-05'), () => {
  const rate = createRate({ burst: 3, perSecond: 2 });
  const taken = (now: number, times: number): boolean[] => Array.from({ length: times }, () => rate.take(now));
  expect(taken(1_000, 4)).toEqual([true, true, true, false]);
  expect(taken(1_499, 1)).toEqual([false]);
  expect(taken(1_500, 2)).toEqual([true, false]);
  // A clock that goes back gives nothing and takes nothing.
  expect(taken(1_000, 1)).toEqual([false]);
  expect(taken(60_000, 4)).toEqual([true, true, true, false]);
});
