import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CONTEXT, formulas } from '../../../test/support/formula-registry.ts';
import { MetricObservation, MetricRollup, ObservationId, RollupId, type StorageRef } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { observationRef, rollUp, rollupFaults, selectObservations, type RollupRequest } from './roll-up.ts';

const WINDOW = { start: '2026-03-01T00:00:00.000Z', end: '2026-03-31T00:00:00.000Z' };
const HERE: StorageRef = { kind: 'document', key: 'team/a' };
const ELSEWHERE: StorageRef = { kind: 'document', key: 'team/b' };
const idOf = (number: number) => ObservationId.parse(`obs_01J0000000000000000000000${number}`);

const observe = (number: number, value: number, rest: Partial<MetricObservation> = {}): MetricObservation =>
  MetricObservation.parse({
    observation_id: idOf(number),
    metric_id: 'latency',
    formula_eval_receipt_ref: { kind: 'receipt', key: `rcp-${number}` },
    subject_ref: HERE,
    observed_at: '2026-03-15T00:00:00.000Z',
    value,
    unit: 'milliseconds',
    data_class: 'internal',
    schema_version: '1.0',
    ...rest,
  });

const request = (rest: Partial<RollupRequest> = {}): RollupRequest => ({
  rollupId: RollupId.parse('rol_01JABCDEFGHJKMNPQRSTVWXYZ0'),
  metricId: 'latency',
  window: WINDOW,
  subjectScope: { ref: HERE, includes: (subject) => subject.key === HERE.key },
  formula: { id: 'stats.mean' },
  invalidated: new Set(),
  rightCensored: 'exclude',
  context: CONTEXT,
  receiptRef: { kind: 'receipt', key: 'rcp-rollup' },
  ...rest,
});

const reasons = (observations: MetricObservation[], rest: Partial<RollupRequest> = {}) => {
  const selected = selectObservations(observations, { ...request(rest), window: WINDOW });
  return {
    included: selected.included.map((observation) => observation.observation_id),
    excluded: selected.excluded.map(({ observation, reason }) => [observation.observation_id, reason]),
  };
};

describe('a roll-up', () => {
  it('accounts for every observation and says what the figure rests on', verifies('ELN-RULE-47'), () => {
    const late = observe(3, 900, { observed_at: '2026-04-01T00:00:00.000Z' });
    const result = rollUp(formulas, [observe(1, 10), observe(2, 30), late], request());
    const rollup = result.status === 'rolled_up' ? result.rollup : undefined;
    expect(rollup).toEqual({
      rollup_id: 'rol_01JABCDEFGHJKMNPQRSTVWXYZ0',
      metric_id: 'latency',
      subject_scope_ref: HERE,
      measurement_window: WINDOW,
      included_observation_refs: [
        observationRef({ observation_id: idOf(1) }),
        observationRef({ observation_id: idOf(2) }),
      ],
      excluded_observation_refs: [
        { observation_ref: { kind: 'document', key: idOf(3) }, exclusion_reason: 'outside_window' },
      ],
      formula_eval_receipt_ref: { kind: 'receipt', key: 'rcp-rollup' },
      sample_size: 2,
      value: 20,
      validation_codes: ['formula.low_confidence'],
      confidence_interval: [expect.closeTo(0.40036, 5), expect.closeTo(39.59964, 5)],
      confidence_interval_level: 0.95,
      created_at: CONTEXT.computedAt,
      schema_version: '1.0',
    });
    expect(MetricRollup.safeParse(rollup).success).toBe(true);
    expect(result.status === 'rolled_up' && result.outcome.codes).toEqual(['formula.low_confidence']);
  });

  it('carries a distribution where the formula gives one, and no interval where there is none', () => {
    const result = rollUp(formulas, [observe(1, 10)], request({ formula: { id: 'stats.quantile', version: '1.0.0' } }));
    const rollup = result.status === 'rolled_up' ? result.rollup : undefined;
    expect(rollup?.value).toEqual({ p50: 10, p90: 10, p99: 10 });
    expect(Object.keys(rollup ?? {}).filter((name) => name.startsWith('confidence'))).toEqual([]);
  });

  it('has no value, rather than a zero, over nothing', () => {
    const result = rollUp(formulas, [], request());
    expect(result).toMatchObject({
      status: 'rolled_up',
      rollup: { value: null, sample_size: 0, validation_codes: ['formula.zero_denominator'] },
      outcome: { status: 'indeterminate', receipt: { output_value_hash: canonicalHash(null) } },
    });
  });

  it('over one observation says that it rests on too little', verifies('ELN-C-06'), () => {
    expect(rollUp(formulas, [observe(1, 10)], request())).toMatchObject({
      rollup: { value: 10, sample_size: 1, validation_codes: ['formula.low_confidence'] },
    });
  });

  it('does not parse when its parts contradict each other', verifies('ELN-RULE-47'), () => {
    const result = rollUp(formulas, [observe(1, 10), observe(2, 30)], request());
    const rollup = result.status === 'rolled_up' ? result.rollup : undefined;
    const { confidence_interval_level: _level, ...levelless } = rollup ?? {};
    const { validation_codes: _codes, ...before } = rollup ?? {};
    const parses = (value: object) => MetricRollup.safeParse(value).success;
    expect([parses({ ...rollup }), parses(before)]).toEqual([true, true]);
    expect(parses({ ...rollup, sample_size: 99 })).toBe(false);
    expect(parses({ ...rollup, confidence_interval: [9, 1] })).toBe(false);
    expect(parses({ ...rollup, confidence_interval: [9, 9] })).toBe(true);
    expect(parses({ ...rollup, confidence_interval: undefined })).toBe(false);
    expect(parses({ ...rollup, value: null })).toBe(false);
    expect(parses(levelless)).toBe(false);
  });

  it('is refused without a window', verifies('validation.metric_rollup_without_window'), () => {
    expect(rollUp(formulas, [observe(1, 10)], request({ window: undefined }))).toEqual({
      status: 'refused',
      codes: ['validation.metric_rollup_without_window'],
    });
  });

  it('is refused without a registered formula', verifies('validation.metric_without_formula_spec'), () => {
    expect(rollUp(formulas, [observe(1, 10)], request({ formula: { id: 'stats.guess' } }))).toEqual({
      status: 'refused',
      codes: ['validation.metric_without_formula_spec'],
    });
    expect(rollUp(formulas, [observe(1, 10)], request({ formula: { id: 'stats.mean', version: '9.0.0' } }))).toEqual({
      status: 'refused',
      codes: ['validation.metric_without_formula_spec'],
    });
    expect(
      rollUp(formulas, [observe(1, 10)], request({ formula: { id: 'stats.mean', version: '1.0.0' } })),
    ).toMatchObject({ status: 'rolled_up' });
  });

  it(
    'is refused when the run is pinned to a version nobody has',
    verifies('validation.metric_without_formula_spec'),
    () => {
      const pinned = (version: string, formula: RollupRequest['formula'] = { id: 'stats.mean' }) =>
        rollUp(
          formulas,
          [observe(1, 10)],
          request({ formula, context: { ...CONTEXT, pinnedVersions: { 'stats.mean': version } } }),
        );
      expect(pinned('9.0.0')).toEqual({ status: 'refused', codes: ['validation.metric_without_formula_spec'] });
      expect(pinned('1.0.0')).toMatchObject({ status: 'rolled_up' });
      expect(pinned('9.0.0', { id: 'stats.mean', version: '1.0.0' })).toEqual({
        status: 'refused',
        codes: ['validation.formula_version_drift'],
      });
    },
  );

  it('is refused over another metric’s observations, mixed units or what the formula refuses', () => {
    const refused = (observations: MetricObservation[], rest: Partial<RollupRequest> = {}) =>
      rollUp(formulas, observations, request(rest));
    expect(refused([observe(1, 10, { metric_id: 'cost' })])).toEqual({
      status: 'refused',
      codes: ['formula.inputs_inconsistent'],
    });
    expect(refused([observe(1, 10), observe(2, 10, { unit: 'seconds' })])).toEqual({
      status: 'refused',
      codes: ['formula.input_unit_mismatch'],
    });
    expect(refused([observe(1, Number.MAX_VALUE), observe(2, Number.MAX_VALUE)])).toEqual({
      status: 'refused',
      codes: ['validation.formula_output_nan_or_infinity'],
    });
  });

  it('takes the unit of what it counts, not of what it leaves out', () => {
    const late = observe(1, 9, { unit: 'seconds', observed_at: '2026-04-01T00:00:00.000Z' });
    expect(rollUp(formulas, [late, observe(2, 10)], request())).toMatchObject({
      status: 'rolled_up',
      rollup: { value: 10 },
    });
  });
});

describe('choosing observations', () => {
  it('gives each one left out its reason', verifies('ELN-RULE-47'), () => {
    const observations = [
      observe(1, 1),
      observe(1, 1),
      observe(2, 1, { observed_at: '2026-02-28T23:59:59.999Z' }),
      observe(3, 1, { observed_at: '2026-03-31T00:00:00.001Z' }),
      observe(4, 1, { subject_ref: ELSEWHERE }),
      observe(5, 1, { right_censored_at: '2026-03-20T00:00:00.000Z' }),
      observe(6, 1, { matter_id: 'other' }),
      observe(7, 1, { subject_ref: ELSEWHERE }),
    ];
    const rest = {
      invalidated: new Set([idOf(7)]),
      isAllowed: (observation: MetricObservation) => observation.matter_id === undefined,
    };
    expect(reasons(observations, rest)).toEqual({
      included: [idOf(1)],
      excluded: [
        [idOf(1), 'duplicate'],
        [idOf(2), 'outside_window'],
        [idOf(3), 'outside_window'],
        [idOf(4), 'wrong_subject_scope'],
        [idOf(5), 'right_censored'],
        [idOf(6), 'policy_filtered'],
        [idOf(7), 'invalidated'],
      ],
    });
  });

  it('counts both ends of the window and, where asked, censored values', verifies('ELN-RULE-47'), () => {
    const observations = [
      observe(1, 1, { observed_at: WINDOW.start }),
      observe(2, 1, { observed_at: WINDOW.end }),
      observe(3, 1, { right_censored_at: WINDOW.end }),
    ];
    expect(reasons(observations, { rightCensored: 'count_as_observed' })).toEqual({
      included: [idOf(1), idOf(2), idOf(3)],
      excluded: [],
    });
  });
});

describe('a claimed roll-up', () => {
  const sound = {
    measurement_window: WINDOW,
    included_observation_refs: [observationRef({ observation_id: idOf(1) })],
    formula_eval_receipt_ref: { kind: 'receipt', key: 'rcp-1' } as const,
  };

  it(
    'is faulty once it counts an observation that was taken back',
    verifies('validation.metric_rollup_includes_invalidated_observation'),
    () => {
      expect(rollupFaults(sound, new Set([idOf(2)]))).toEqual([]);
      expect(rollupFaults(sound, new Set([idOf(2), idOf(1)]))).toEqual([
        'validation.metric_rollup_includes_invalidated_observation',
      ]);
    },
  );

  it(
    'is told all its faults at once',
    verifies(
      'validation.metric_rollup_without_window',
      'validation.metric_value_without_formula_receipt',
      'validation.metric_rollup_includes_invalidated_observation',
    ),
    () => {
      const { included_observation_refs } = sound;
      expect(rollupFaults({ included_observation_refs }, new Set([idOf(1)]))).toEqual([
        'validation.metric_rollup_without_window',
        'validation.metric_value_without_formula_receipt',
        'validation.metric_rollup_includes_invalidated_observation',
      ]);
      expect(rollupFaults(sound, new Set())).toEqual([]);
    },
  );

  it(
    'is faulty without window or receipt',
    verifies('validation.metric_rollup_without_window', 'validation.metric_value_without_formula_receipt'),
    () => {
      const { measurement_window: _window, ...windowless } = sound;
      const { formula_eval_receipt_ref: _receipt, ...unproven } = sound;
      expect(rollupFaults(windowless, new Set())).toEqual(['validation.metric_rollup_without_window']);
      expect(rollupFaults(unproven, new Set())).toEqual(['validation.metric_value_without_formula_receipt']);
      expect(rollupFaults({}, new Set([idOf(1)]))).toEqual([
        'validation.metric_rollup_without_window',
        'validation.metric_value_without_formula_receipt',
      ]);
    },
  );
});
