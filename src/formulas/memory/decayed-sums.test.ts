import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf } from '../../../test/support/formula-registry.ts';
import { MEMORY_DECAYS } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { daysBetween, emptySums, potentialsAt, withTrace, type DatedTrace } from './decayed-sums.ts';

const START = '2026-01-01T00:00:00.000Z';
const after = (minutes: number): string => new Date(Date.parse(START) + minutes * 60_000).toISOString();
const trace = fc.record({
  f: fc.double({ min: 0, max: 1, noNaN: true }),
  sigma: fc.double({ min: -1, max: 1, noNaN: true }),
  k: fc.constantFrom(...MEMORY_DECAYS),
  created_at: fc.integer({ min: 0, max: 200_000 }).map(after),
});
const sumsOf = (traces: readonly DatedTrace[]) => traces.reduce(withTrace, emptySums(traces[0]?.created_at ?? START));

describe('decayed sums', () => {
  it('give at any later moment what the registered formulas give for every single memory, in whatever order they came', verifies('KEL-MEM-01', 'ART-POT-01', 'ART-POT-02'), () => {
    fc.assert(
      fc.property(fc.array(trace, { maxLength: 40 }), fc.integer({ min: 0, max: 500_000 }), (traces, later) => {
        const now = after(200_000 + later);
        const aged = quantity(traces.map(({ created_at, ...rest }) => ({ ...rest, age_days: daysBetween(created_at, now) })));
        const { attention, decision } = potentialsAt(sumsOf(traces), now);
        expect(attention).toBeCloseTo(Number(valueOf('memory.attention-potential', { traces: aged })), 9);
        expect(decision).toBeCloseTo(Number(valueOf('memory.decision-potential', { traces: aged })), 9);
      }),
    );
  });

  it('keep one pair of numbers for each decay, however many memories there are', verifies('KEL-MEM-01'), () => {
    const many = Array.from({ length: 1_000 }, (_none, at): DatedTrace => ({ f: 0.5, sigma: -1, k: MEMORY_DECAYS[at % MEMORY_DECAYS.length] ?? 0, created_at: after(at) }));
    expect(sumsOf(many).sums.map(({ k }) => k)).toEqual([...MEMORY_DECAYS]);
  });

  it('do not grow when they are asked of a moment before the last memory', () => {
    const sums = withTrace(emptySums(START), { f: 1, sigma: -1, k: 0.5, created_at: after(1_440) });
    expect(potentialsAt(sums, START)).toEqual({ attention: 1, decision: -1 });
    expect(potentialsAt(sums, after(2_880))).toEqual({ attention: Math.exp(-0.5), decision: -Math.exp(-0.5) });
  });
});
