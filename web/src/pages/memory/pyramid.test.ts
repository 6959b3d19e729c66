import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { pyramidOf } from './pyramid.ts';

describe('the pyramid of what is remembered', () => {
  it('counts each level over all places, with the laws on top', verifies('KEL-WEB-44'), () => {
    const levels = pyramidOf([{ levels: { M: 8, K: 1, C: 2 } }, { levels: { M: 3, K: 0, C: 0 } }]);
    expect(levels.map(({ level, count }) => [level, count])).toEqual([['T', 4], ['C', 2], ['K', 1], ['M', 11]]);
  });
});
