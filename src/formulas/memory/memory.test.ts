import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf } from '../../../test/support/formula-registry.ts';
import { MEMORY_QUANTIZATION, POTENTIAL_THRESHOLDS, type MemoryTrace } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { potentialAction } from './potential-action.ts';
import { decay } from './potentials.ts';

const trace = fc.record({
  f: fc.double({ min: -1, max: 1, noNaN: true }),
  sigma: fc.double({ min: -1, max: 1, noNaN: true }),
  k: fc.double({ min: 0, max: 1, noNaN: true }),
  age_days: fc.double({ min: 0, max: 1e6, noNaN: true }),
});
const attention = (traces: unknown) => valueOf('memory.attention-potential', { traces: quantity(traces) });
const decision = (traces: unknown) => valueOf('memory.decision-potential', { traces: quantity(traces) });

describe('memory potentials', () => {
  it('decay by the day', verifies('ART-QM-08', 'ART-POT-01', 'ART-POT-02'), () => {
    expect(decay({ k: 0.05, age_days: 0 })).toBe(1);
    expect(decay({ k: 0.05, age_days: 20 })).toBe(Math.exp(-1));
    expect(decay({ k: 0, age_days: 1e9 })).toBe(1);
  });

  it('halve in about 14, 3.5 and 1.4 days', verifies('ART-QM-08'), () => {
    const halves = [
      [MEMORY_QUANTIZATION.abandon, 13.863],
      [MEMORY_QUANTIZATION.change_path, 3.466],
      [MEMORY_QUANTIZATION.refine, 1.386],
    ] as const;
    for (const [{ k }, age_days] of halves) expect(decay({ k, age_days })).toBeCloseTo(0.5, 3);
  });

  it('sum strength without sign, and preference with it', verifies('ART-POT-01', 'ART-POT-02'), () => {
    const traces = [
      { f: -0.5, sigma: 1, k: 0.5, age_days: 2 },
      { f: 0.25, sigma: -0.5, k: 0, age_days: 9 },
    ];
    expect(attention(traces)).toBe(0.5 * Math.exp(-1) + 0.25);
    expect(decision(traces)).toBe(-0.5 * Math.exp(-1) - 0.125);
  });

  it('bound each other and do not depend on order', () => {
    fc.assert(
      fc.property(fc.array(trace, { maxLength: 10 }), (traces) => {
        const [strength, side] = [Number(attention(traces)), Number(decision(traces))];
        expect(Math.abs(side)).toBeLessThanOrEqual(strength + 1e-12);
        expect([attention(traces.toReversed()), decision(traces.toReversed())]).toEqual([strength, side]);
      }),
    );
  });

  it('are 0 without memories, which reads as ignore', () => {
    expect([attention([]), decision([]), potentialAction(0, 0)]).toEqual([0, 0, 'ignore']);
  });

  it('refuse a memory that is not finite, from the future, or out of range', () => {
    const sound: MemoryTrace = { f: 0.5, sigma: 1, k: 0.1, age_days: 1 };
    expect(attention([{ ...sound, f: Number.NaN }])).toEqual(['formula.input_not_finite']);
    expect(decision([{ ...sound, k: Number.POSITIVE_INFINITY }])).toEqual(['formula.input_not_finite']);
    for (const change of [{ f: 2 }, { f: -2 }, { sigma: 1.5 }, { sigma: -1.5 }, { k: -0.1 }, { age_days: -1 }]) {
      expect(attention([{ ...sound, ...change }])).toEqual(['formula.input_type_mismatch']);
    }
  });
});

describe('the action that potentials call for', () => {
  it('turns at its thresholds', verifies('ART-POT-03', 'ART-POT-04', 'ART-POT-05', 'ART-POT-06'), () => {
    expect(POTENTIAL_THRESHOLDS).toEqual({ attention: 0.5, decision: 0.2 });
    expect(
      [
        [0.4999, 9],
        [0.5, 0.2001],
        [0.5, 0.2],
        [0.5, 0],
        [0.5, -0.2],
        [0.5, -0.2001],
      ].map(([strength = 0, side = 0]) => potentialAction(strength, side)),
    ).toEqual(['ignore', 'exploit', 'caution', 'caution', 'caution', 'avoid']);
  });

  it('refuses potentials that cannot be', () => {
    const act = (strength: number, side: number) =>
      valueOf('memory.potential-action', { attention: quantity(strength), decision: quantity(side) });
    expect([act(0.6, 0.3), act(-1, 0), act(1, Number.NaN)]).toEqual([
      'exploit',
      ['formula.input_out_of_range'],
      ['formula.input_not_finite'],
    ]);
  });
});

describe('the quantization matrix', () => {
  it('holds strength, sign and decay of every state', verifies('ART-QM-02', 'ART-QM-04', 'ART-QM-07'), () => {
    expect(MEMORY_QUANTIZATION).toEqual({
      abandon: { f: 0.95, sigma: -1, k: 0.05 },
      accept: { f: 0.9, sigma: 1, k: 0.05 },
      change_approach: { f: 0.85, sigma: -1, k: 0.05 },
      success: { f: 0.8, sigma: 1, k: 0.05 },
      break_symmetry: { f: 0.75, sigma: 1, k: 0.05 },
      change_path: { f: 0.3, sigma: 0, k: 0.2 },
      refine: { f: 0.1, sigma: 0.5, k: 0.5 },
    });
  });
});
