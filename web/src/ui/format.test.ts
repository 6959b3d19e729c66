import { describe, expect, it } from 'vitest';
import { compact, counted, dollars, duration, figure, moment, relative } from './format.ts';

describe('figures', () => {
  it('are told with as many places as they need', () => {
    expect([0, 0.000_04, 0.0123, 1.5].map(dollars)).toEqual(['$0.00', '$0.000040', '$0.0123', '$1.50']);
    expect([9_999, 14_808, 2_000_000].map(compact)).toEqual(['9,999', '14.8K', '2M']);
    expect([40, 1_250, 61_000, 7_260_000].map(duration)).toEqual(['40 ms', '1.3 s', '1 min 1 s', '2 h 1 min']);
  });

  it('are told in the right number, and moments as the log has them', () => {
    expect([figure(0.8765), counted(1, 'run'), counted(1_200, 'memory', 'memories'), moment('2026-11-16T17:03:59.123Z')]).toEqual(['0.88', '1 run', '1,200 memories', '2026-11-16 17:03']);
  });

  it('of time are told in the largest unit that fits', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    expect(['2026-01-01T23:59:50Z', '2026-01-01T23:30:00Z', '2026-01-02T02:00:00Z', '2025-12-30T00:00:00Z'].map((at) => relative(at, now))).toEqual(['10 seconds ago', '30 minutes ago', 'in 2 hours', '3 days ago']);
  });
});
