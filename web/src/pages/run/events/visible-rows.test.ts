import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { visibleRows } from './visible-rows.ts';

describe('a long list', () => {
  it('draws what is seen and a little beyond, of however many', verifies('KEL-WEB-13'), () => {
    expect(visibleRows(10_000, 30, 0, 300)).toEqual({ from: 0, to: 23 });
    expect(visibleRows(10_000, 30, 150_000, 300)).toEqual({ from: 4_988, to: 5_023 });
    expect(visibleRows(10_000, 30, 299_700, 300)).toEqual({ from: 9_978, to: 10_000 });
  });

  it('draws everything that is seen at every place, and never more than fits', verifies('KEL-WEB-13'), () => {
    for (let top = 0; top <= 30 * 1_000; top += 47) {
      const { from, to } = visibleRows(1_000, 30, top, 400);
      expect(from * 30).toBeLessThanOrEqual(Math.max(0, Math.min(top, 999 * 30)));
      expect(to * 30).toBeGreaterThanOrEqual(Math.min(top + 400, 30_000));
      expect(to - from).toBeLessThanOrEqual(40);
    }
  });

  it('draws nothing of nothing, and keeps within a list that became shorter', verifies('KEL-WEB-13'), () => {
    expect([visibleRows(0, 30, 0, 300), visibleRows(3, 30, 9_000, 300)]).toEqual([{ from: 0, to: 0 }, { from: 0, to: 3 }]);
    expect(visibleRows(20, 30, 9_000, 300)).toEqual({ from: 7, to: 20 });
  });
});
