import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { pyramidOf } from './pyramid.ts';

describe('the pyramid of what is remembered', () => {
  it('counts each level over all places, with the laws on top', verifies('KEL-WEB-44'), () => {
    const levels = pyramidOf([{ levels: { M: 8, K: 1, C: 2 } }, { levels: { M: 3, K: 0, C: 0 } }]);
    expect(levels).toEqual([
      { level: 'T', name: 'Laws', says: 'stand in every prompt, never written', count: 4 },
      { level: 'C', name: 'Rules', says: 'distilled, do not fade', count: 2 },
      { level: 'K', name: 'Knowledge', says: 'rules that proved wrong and fade', count: 1 },
      { level: 'M', name: 'Episodes', says: 'what happened, fades', count: 11 },
    ]);
  });
});
