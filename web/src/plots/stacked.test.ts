import { describe, expect, it } from 'vitest';
import { stacked } from './stacked.ts';

describe('bars on one another', () => {
  it('are as high as they and all below them, the highest first', () => {
    const layer = (label: string, values: (number | null)[]) => ({ label, values, colour: '--ink' as const });
    expect(stacked([layer('low', [1, null, 2]), layer('high', [3, 4, null])])).toEqual([layer('high', [4, 4, 2]), layer('low', [1, 0, 2])]);
  });
});
