import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { formulas, valueOf, verdictOf } from '../registry-fixture.ts';

interface Round {
  readonly distance: number;
  readonly process: number;
}

interface Pace {
  readonly roundMs: number;
  readonly timeBudgetMs: number;
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const ratio = (value: number) => quantity(value, 'ratio');

function lossOf(round: Round, roundIndex: number, pace: Pace): number {
  const resource = valueOf('loss.resource', {
    replan_count: quantity(roundIndex, 'count'),
    max_replans: quantity(DEFAULTS.max_replans, 'count'),
    active_elapsed_ms: quantity((roundIndex + 1) * pace.roundMs, 'milliseconds'),
    time_budget_ms: quantity(pace.timeBudgetMs, 'milliseconds'),
  });
  return Number(
    valueOf('loss.total', {
      distance: ratio(round.distance),
      process: ratio(round.process),
      resource: ratio(Number(resource)),
    }),
  );
}

function gradientOfLoss(rounds: readonly Round[], index: number, pace: Pace): number {
  const [before, now] = [rounds[index - 1], rounds[index]];
  if (!now) return Number.NaN;
  return Number(
    valueOf(
      'solver.gradient',
      {
        loss: quantity(lossOf(now, index, pace)),
        ...(before && { previous_loss: quantity(lossOf(before, index - 1, pace)) }),
      },
      '0.8.0',
    ),
  );
}

function gradientOfQuality(rounds: readonly Round[], index: number): number {
  const [before, now] = [rounds[index - 1], rounds[index]];
  if (!now) return Number.NaN;
  return Number(
    valueOf('solver.gradient', {
      distance: ratio(now.distance),
      process: ratio(now.process),
      ...(before && { previous_distance: ratio(before.distance), previous_process: ratio(before.process) }),
    }),
  );
}

const reading = (gradient: number) =>
  gradient > DEFAULTS.plateau_threshold
    ? 'worsening'
    : gradient < -DEFAULTS.plateau_threshold
      ? 'improving'
      : 'plateau';

function simulate(rounds: readonly Round[], pace: Pace) {
  const indexes = rounds.map((_, index) => index);
  return {
    ofLoss: indexes.map((index) => reading(gradientOfLoss(rounds, index, pace))),
    ofQuality: indexes.map((index) => reading(gradientOfQuality(rounds, index))),
  };
}

const plateau = [0, 1, 2].map(() => ({ distance: 0.5, process: 0 }));

describe('the two gradients, simulated', () => {
  it('disagree on a plateau of long rounds: cost alone reads as worsening', verifies('ART-R7-06'), () => {
    expect(simulate(plateau, { roundMs: 40_000, timeBudgetMs: 300_000 })).toEqual({
      ofLoss: ['plateau', 'worsening', 'worsening'],
      ofQuality: ['plateau', 'plateau', 'plateau'],
    });
    expect(simulate(plateau, { roundMs: 230_000, timeBudgetMs: DEFAULTS.time_budget_ms }).ofLoss).toEqual([
      'plateau',
      'worsening',
      'worsening',
    ]);
  });

  it('agree on a plateau of short rounds', verifies('ART-R7-06'), () => {
    expect(simulate(plateau, { roundMs: 30_000, timeBudgetMs: 300_000 })).toEqual({
      ofLoss: ['plateau', 'plateau', 'plateau'],
      ofQuality: ['plateau', 'plateau', 'plateau'],
    });
  });

  it('disagree on slow progress, which cost swallows', verifies('ART-R7-06'), () => {
    const progress = [0.9, 0.7, 0.5].map((distance) => ({ distance, process: 0 }));
    expect(simulate(progress, { roundMs: 40_000, timeBudgetMs: 300_000 })).toEqual({
      ofLoss: ['plateau', 'plateau', 'plateau'],
      ofQuality: ['plateau', 'improving', 'improving'],
    });
  });

  it('agree that a growing distance is a worsening', verifies('ART-R7-06'), () => {
    const decline = [0.4, 0.7, 1].map((distance) => ({ distance, process: 0.5 }));
    const readings = ['plateau', 'worsening', 'worsening'];
    expect(simulate(decline, { roundMs: 40_000, timeBudgetMs: 300_000 })).toEqual({
      ofLoss: readings,
      ofQuality: readings,
    });
  });
});

describe('solver.gradient', () => {
  it('is the quality gradient unless the older version is named', verifies('ART-R7-06'), () => {
    expect(formulas.spec({ id: 'solver.gradient' }).semantic_version).toBe('1.0.0');
    expect(formulas.spec({ id: 'solver.gradient', version: '0.8.0' }).expression).toContain('∇L');
  });

  it('is 0 in the first round and records the omission', verifies('ART-R7-06'), () => {
    const first = formulas.evaluate(
      { id: 'solver.gradient' },
      { distance: ratio(0.4), process: ratio(0.2) },
      {
        receiptId: 'rcp_01JABCDEFGHJKMNPQRSTVWXYZ0' as never,
        computedAt: '2026-03-01T12:00:00.000Z',
        producer: 'solver',
      },
    );
    expect([first.status === 'value' && first.value, first.receipt.omitted_input_names]).toEqual([
      0,
      ['previous_distance', 'previous_process', 'distance_weight', 'process_weight'],
    ]);
    expect(valueOf('solver.gradient', { loss: quantity(0.4) }, '0.8.0')).toBe(0);
  });

  it('changes sign when the rounds change places', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, (d1, p1, d2, p2) => {
        const there = gradientOfQuality(
          [
            { distance: d1, process: p1 },
            { distance: d2, process: p2 },
          ],
          1,
        );
        const back = gradientOfQuality(
          [
            { distance: d2, process: p2 },
            { distance: d1, process: p1 },
          ],
          1,
        );
        expect(there + back).toBeCloseTo(0, 12);
        expect(Math.abs(there)).toBeLessThanOrEqual(0.9 + 1e-12);
      }),
    );
  });

  it('refuses half of a round before, and what is no loss', verifies('ART-R7-06'), () => {
    const now = { distance: ratio(0.4), process: ratio(0.2) };
    const refused = { status: 'rejected', codes: ['formula.inputs_inconsistent'] };
    expect(verdictOf('solver.gradient', { ...now, previous_distance: ratio(0.4) })).toEqual(refused);
    expect(verdictOf('solver.gradient', { ...now, previous_process: ratio(0.4) })).toEqual(refused);
    expect(valueOf('solver.gradient', { loss: quantity(3.1) }, '0.8.0')).toEqual(['formula.input_out_of_range']);
    expect(valueOf('solver.gradient', { loss: quantity(Number.NaN) }, '0.8.0')).toEqual(['formula.input_not_finite']);
  });
});
