import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { formulas, valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import { DEFAULT_BUDGET, DEFAULT_LOSS_HYPERPARAMETERS, type DistanceVerdict } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { betaEffective } from './beta-effective.ts';
import { failureWeight } from './distance.ts';

const pass: DistanceVerdict = {
  level: 'subtask',
  mode: 'verifiable',
  verdict: 'pass',
  failed_attempts: 2,
  attempts: 3,
};
const fail: DistanceVerdict = { ...pass, verdict: 'fail' };

const verdict = fc
  .record({
    level: fc.constantFrom('subtask' as const, 'task' as const),
    mode: fc.constantFrom('verifiable' as const, 'plausible' as const),
    verdict: fc.constantFrom('pass' as const, 'fail' as const),
    attempts: fc.integer({ min: 1, max: 5 }),
  })
  .chain((base) => fc.integer({ min: 1, max: base.attempts }).map((failed_attempts) => ({ ...base, failed_attempts })));

const distance = (verdicts: unknown) => valueOf('loss.distance', { verdicts: quantity(verdicts) });

describe('distance D', () => {
  it('weighs a failed criterion by how it can be shown', verifies('ART-R7-03', 'ART-V09-03'), () => {
    expect(
      [pass, fail, { ...fail, mode: 'plausible' as const }, { ...pass, mode: 'plausible' as const }].map(failureWeight),
    ).toEqual([0, 1, 2 / 3, 0]);
  });

  it(
    'counts task criteria beside those of subtasks, so a rejected merge is not at distance nought',
    verifies('ART-R7-03'),
    () => {
      expect(distance([pass, pass, pass, { ...fail, level: 'task' }])).toBe(0.25);
    },
  );

  it('lies between 0 and 1, in any order of the criteria', verifies('ART-R7-03'), () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 12 }), (verdicts) => {
        const value = distance(verdicts);
        expect(value).toBe(distance(verdicts.toReversed()));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is indeterminate without criteria', () => {
    expect(verdictOf('loss.distance', { verdicts: quantity([]) })).toEqual({
      status: 'indeterminate',
      cause: 'zero_denominator',
      codes: ['formula.zero_denominator'],
    });
  });

  it('refuses counts that contradict each other or are no counts', () => {
    const refused = ['formula.input_type_mismatch'];
    expect(distance([{ ...fail, failed_attempts: 4 }])).toEqual(refused);
    expect(distance([{ ...fail, failed_attempts: 0 }])).toEqual(refused);
    expect(distance([{ ...fail, attempts: 0 }])).toEqual(refused);
    expect(distance([{ ...fail, failed_attempts: -1 }])).toEqual(refused);
    expect(distance([{ ...fail, attempts: Number.NaN }])).toEqual(['formula.input_not_finite']);
  });
});

describe('process P', () => {
  const process = (logical: unknown, environmental: unknown, task: unknown = 0) =>
    verdictOf('loss.process', {
      logical_failures: quantity(logical, 'count'),
      environmental_failures: quantity(environmental, 'count'),
      failed_task_criteria: quantity(task, 'count'),
    });

  it('is the share of failures that come from the approach', verifies('ART-R7-04'), () => {
    expect(
      [process(3, 1), process(0, 4), process(0, 1, 1), process(2, 0)].map(
        (each) => each.status === 'value' && each.value,
      ),
    ).toEqual([0.75, 0, 0.5, 1]);
  });

  it('is 0 by declared policy when nothing failed', verifies('KEL-FORMULAS-10', 'ART-R7-04'), () => {
    expect(process(0, 0)).toEqual({ status: 'value', value: 0, codes: ['formula.zero_denominator'] });
    expect(formulas.spec({ id: 'loss.process' }).zero_denominator_policy).toBe('return_zero');
  });

  it('refuses what is not a count', () => {
    expect(
      [process(-1, 0), process(0.5, 0), process(Number.POSITIVE_INFINITY, 0), process(0, Number.NaN)].map(
        (each) => each.codes,
      ),
    ).toEqual([
      ['formula.input_type_mismatch'],
      ['formula.input_type_mismatch'],
      ['formula.input_not_finite'],
      ['formula.input_not_finite'],
    ]);
  });
});

describe('resource Ω', () => {
  const spend = (
    replans: number,
    elapsedMs: number,
    budgetMs = 1_000,
    shares: Record<string, ReturnType<typeof quantity>> = {},
  ) => ({
    replan_count: quantity(replans, 'count'),
    max_replans: quantity(4, 'count'),
    active_elapsed_ms: quantity(elapsedMs, 'milliseconds'),
    time_budget_ms: quantity(budgetMs, 'milliseconds'),
    ...shares,
  });
  const resource = (...args: Parameters<typeof spend>) => valueOf('loss.resource', spend(...args));

  it('weighs replans and time, each clamped at its whole', verifies('KEL-FORMULAS-18'), () => {
    expect([resource(1, 0), resource(0, 500), resource(40, 0), resource(0, 9_000), resource(4, 1_000)]).toEqual([
      0.15, 0.2, 0.6, 0.4, 1,
    ]);
  });

  it('never passes 1 or goes below 0, and rises with either', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(3_000), fc.double({ min: 0, max: 1, noNaN: true }), (replans, elapsedMs, share) => {
        const shares = { replan_share: quantity(share), time_share: quantity(1 - share) };
        const value = resource(replans, elapsedMs, 1_000, shares);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(resource(replans + 1, elapsedMs, 1_000, shares)).toBeGreaterThanOrEqual(Number(value));
        expect(resource(replans, elapsedMs + 1, 1_000, shares)).toBeGreaterThanOrEqual(Number(value));
      }),
    );
  });

  it('treats a budget of nothing as spent', verifies('KEL-FORMULAS-18'), () => {
    expect(resource(0, 0, 0)).toBe(1);
    expect(valueOf('loss.resource', { ...spend(0, 0), max_replans: quantity(0, 'count') })).toBe(1);
  });

  it('refuses shares beyond the whole, wrong units and impossible times', verifies('KEL-FORMULAS-18'), () => {
    expect(resource(1, 1, 1_000, { replan_share: quantity(0.6), time_share: quantity(0.400001) })).toEqual([
      'formula.inputs_inconsistent',
    ]);
    expect(resource(1, 1, 1_000, { time_share: quantity(1.5) })).toEqual(['formula.input_out_of_range']);
    expect(valueOf('loss.resource', { ...spend(1, 1), active_elapsed_ms: quantity(1, 'seconds') })).toEqual([
      'formula.input_unit_mismatch',
    ]);
    expect(resource(1, -1)).toEqual(['formula.input_out_of_range']);
    expect(resource(1, Number.NaN)).toEqual(['formula.input_not_finite']);
    expect(resource(1, Number.MAX_VALUE)).toEqual(['formula.input_out_of_range']);
  });
});

describe('β_eff and L', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const total = (distanceValue: number, process: number, resource: number) =>
    valueOf('loss.total', {
      distance: quantity(distanceValue, 'ratio'),
      process: quantity(process, 'ratio'),
      resource: quantity(resource, 'ratio'),
    });

  it('fade the approach as the budget goes', verifies('ART-R7-02'), () => {
    expect([betaEffective(0.3, 0), betaEffective(0.3, 0.5), betaEffective(0.3, 1)]).toEqual([0.3, 0.15, 0]);
    expect(valueOf('loss.beta-effective', { resource: quantity(0.25, 'ratio') })).toBe(0.3 * 0.75);
  });

  it('add up to the loss as written', verifies('KEL-FORMULAS-16'), () => {
    fc.assert(
      fc.property(unit, unit, unit, (d, p, omega) => {
        expect(total(d, p, omega)).toBeCloseTo(0.6 * d + 0.3 * (1 - omega) * p + 0.4 * omega, 12);
      }),
    );
  });

  it('refuse parts outside 0 to 1', () => {
    expect(total(1.1, 0, 0)).toEqual(['formula.input_out_of_range']);
    expect(total(0, -0.1, 0)).toEqual(['formula.input_out_of_range']);
    expect(total(0, 0, Number.NaN)).toEqual(['formula.input_not_finite']);
  });

  it(
    'take the published hyperparameters, but the run’s own time limit',
    verifies(
      'KEL-FORMULAS-16',
      'ART-HYP-01',
      'ART-HYP-02',
      'ART-HYP-03',
      'ART-HYP-04',
      'ART-HYP-05',
      'ART-HYP-06',
      'ART-HYP-07',
      'ART-HYP-09',
      'ART-HYP-10',
      'ART-HYP-11',
      'ART-HYP-12',
    ),
    () => {
      expect(DEFAULT_LOSS_HYPERPARAMETERS.time_budget_ms).toBe(DEFAULT_BUDGET.per_run.max_duration_sec * 1_000);
      expect(DEFAULT_LOSS_HYPERPARAMETERS).toEqual({
        distance_weight: 0.6,
        process_weight: 0.3,
        resource_weight: 0.4,
        replan_share: 0.6,
        time_share: 0.4,
        plateau_threshold: 0.1,
        convergence_threshold: 0.3,
        process_threshold: 0.5,
        abandon_threshold: 0.8,
        time_budget_ms: 1_800_000,
        max_replans: 3,
        worsening_rounds_max: 2,
      });
    },
  );
});
