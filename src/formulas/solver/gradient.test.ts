import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { formulas, valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';

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

/** Both versions take the same inputs, so a run may be pinned to either. */
function inputsOf(now: Round & { loss: number }, before?: Round & { loss: number }) {
  return {
    loss: quantity(now.loss),
    distance: ratio(now.distance),
    process: ratio(now.process),
    ...(before && {
      previous_loss: quantity(before.loss),
      previous_distance: ratio(before.distance),
      previous_process: ratio(before.process),
    }),
  };
}

function gradient(version: '0.8.0' | '1.0.0', rounds: readonly Round[], index: number, pace: Pace): number {
  const [now, before] = [index, index - 1].map((at) => {
    const round = rounds[at];
    return round && { ...round, loss: lossOf(round, at, pace) };
  });
  return now ? Number(valueOf('solver.gradient', inputsOf(now, before), version)) : Number.NaN;
}

/** A step of exactly ε is a signal; only a smaller one is a plateau. */
const reading = (step: number) =>
  Math.abs(step) < DEFAULTS.plateau_threshold ? 'plateau' : step > 0 ? 'worsening' : 'improving';

function simulate(rounds: readonly Round[], pace: Pace) {
  const indexes = rounds.map((_, index) => index);
  return {
    ofLoss: indexes.map((index) => reading(gradient('0.8.0', rounds, index, pace))),
    ofQuality: indexes.map((index) => reading(gradient('1.0.0', rounds, index, pace))),
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
  const now = { loss: 0.7, distance: 0.4, process: 0.2 };

  it('reads a step of exactly ε as a step, in either version', verifies('ART-R7-06'), () => {
    for (let tenths = 0; tenths < 10; tenths += 1) {
      const [from, to] = [tenths / 10, (tenths + 1) / 10];
      const change = inputsOf({ loss: to, distance: to, process: 0 }, { loss: from, distance: from, process: 0 });
      const weighed = { ...change, distance_weight: quantity(1) };
      expect([valueOf('solver.gradient', weighed, '0.8.0'), valueOf('solver.gradient', weighed, '1.0.0')]).toEqual([
        0.1, 0.1,
      ]);
    }
  });

  it('takes the same inputs in both versions, so that a run may be pinned to either', verifies('ART-R7-06'), () => {
    const [older, newer] = (['0.8.0', '1.0.0'] as const).map((version) =>
      formulas.spec({ id: 'solver.gradient', version }),
    );
    expect(older?.inputs).toEqual(newer?.inputs);
    const change = inputsOf(now, { loss: 0.2, distance: 0.9, process: 0.2 });
    expect([valueOf('solver.gradient', change, '0.8.0'), valueOf('solver.gradient', change, '1.0.0')]).toEqual([
      0.5, -0.3,
    ]);
  });

  it('is the quality gradient unless the older version is named', verifies('ART-R7-06'), () => {
    expect(formulas.spec({ id: 'solver.gradient' }).semantic_version).toBe('1.0.0');
    expect(formulas.spec({ id: 'solver.gradient', version: '0.8.0' }).expression).toContain('∇L');
  });

  it('is 0 in the first round and records the omission', verifies('ART-R7-06'), () => {
    const first = formulas.evaluate(
      { id: 'solver.gradient' },
      inputsOf(now),
      {
        receiptId: 'rcp_01JABCDEFGHJKMNPQRSTVWXYZ0' as never,
        computedAt: '2026-03-01T12:00:00.000Z',
        producer: 'solver',
      },
    );
    expect([first.status === 'value' && first.value, first.receipt.omitted_input_names]).toEqual([
      0,
      ['previous_loss', 'previous_distance', 'previous_process', 'distance_weight', 'process_weight'],
    ]);
    expect(valueOf('solver.gradient', inputsOf(now), '0.8.0')).toBe(0);
  });

  it('changes sign when the rounds change places', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, (d1, p1, d2, p2) => {
        const first = { loss: 0, distance: d1, process: p1 };
        const second = { loss: 0, distance: d2, process: p2 };
        const there = Number(valueOf('solver.gradient', inputsOf(second, first)));
        const back = Number(valueOf('solver.gradient', inputsOf(first, second)));
        expect(there + back).toBe(0);
        expect(Math.abs(there)).toBeLessThanOrEqual(0.9);
      }),
    );
  });

  it('refuses half of a round before, and what is no loss', verifies('ART-R7-06'), () => {
    const refused = { status: 'rejected', codes: ['formula.inputs_inconsistent'] };
    const { previous_loss, previous_distance, previous_process, ...first } = inputsOf(now, now);
    for (const version of ['0.8.0', '1.0.0'] as const) {
      for (const part of [
        { previous_distance, previous_process },
        { previous_loss, previous_process },
        { previous_loss, previous_distance },
        { previous_loss },
        { previous_distance },
        { previous_process },
      ]) {
        expect(verdictOf('solver.gradient', { ...first, ...part } as never, version)).toEqual(refused);
      }
      const change = (loss: number) => valueOf('solver.gradient', inputsOf({ ...now, loss }), version);
      expect([change(3), change(3.1), change(Number.NaN)]).toEqual([
        0,
        ['formula.input_out_of_range'],
        ['formula.input_not_finite'],
      ]);
    }
  });
});
