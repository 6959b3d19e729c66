import { array, assert, boolean, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { doTogether, groupsToDo } from './side-by-side.ts';

describe('what is asked for in one turn', () => {
  it('is done together where neighbours may share, and alone otherwise', verifies('KEL-EXEC-04'), () => {
    const mayShare = (name: string): boolean => name.startsWith('r');
    expect(groupsToDo(['r1', 'r2', 'w1', 'r3', 'w2', 'w3', 'r4', 'r5', 'r6', 'r7', 'r8'], mayShare, 4)).toEqual([['r1', 'r2'], ['w1'], ['r3'], ['w2'], ['w3'], ['r4', 'r5', 'r6', 'r7'], ['r8']]);
  });

  it('keeps its order and its bound whatever it is', verifies('KEL-EXEC-04'), () => {
    assert(
      property(array(boolean()), integer({ min: 1, max: 5 }), (shares, groupMax) => {
        const items = shares.map((isShared, at) => ({ at, isShared }));
        const groups = groupsToDo(items, ({ isShared }) => isShared, groupMax);
        expect(groups.flat()).toEqual(items);
        expect(groups.every((group) => group.length === 1 || (group.length <= groupMax && group.every(({ isShared }) => isShared)))).toBe(true);
      }),
    );
  });

  it('is waited for whole before a failure speaks, and the first asked speaks first', verifies('KEL-EXEC-04'), async () => {
    const done: string[] = [];
    const late = Promise.withResolvers<void>();
    const works = [
      async () => (await late.promise, done.push('late'), Promise.reject(new TypeError('first'))),
      async () => Promise.reject(new TypeError('second')),
      async () => (done.push('fine'), late.resolve()),
    ];
    await expect(doTogether<unknown>(works)).rejects.toThrow('first');
    expect(done).toEqual(['fine', 'late']);
    expect(await doTogether([async () => 1, async () => 2])).toEqual([1, 2]);
  });
});
