import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, BEHIND, decided, HEAD, refused, rolledUp, source, STANDING, stepCompleted, verdictOn, view } from '../../../test/support/validated-appends.ts';
import { VALIDATION_CODES, type ValidationCode } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { BUILTIN_FORMULAS } from '../../formulas/index.ts';
import { BUILTIN_SETUP, rulesOf } from '../setup.ts';
import type { StoredRecord } from '../store.ts';
import { BUILTIN_VALIDATORS, builtinValidators } from './builtin.ts';
import type { Validator } from './validator.ts';

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('the write boundary', () => {
  it('refuses an append with every rule it breaks, in words and as codes', verifies('KEL-VALIDATE-01'), () => {
    const broken = view({ input_manifest_ref: null, valid_until_event_seq: 8 }, { sources: [source('artifact:gone', 3)] });
    expect(verdictOn([rolledUp(1), broken], { standing: STANDING })).toEqual({
      refused: [
        { code: 'validation.mutable_state_inside_immutable_snapshot', type: 'read_model.derived', detail: 'record.valid_until_event_seq may be set by a later event only' },
        { code: 'validation.current_projection_without_source_event', type: 'read_model.derived', detail: 'no event accounts for "artifact:gone", from which the view was derived' },
        { code: 'validation.read_model_without_input_manifest', type: 'read_model.derived', detail: 'the view health-1 names no manifest of its inputs' },
      ],
    });
  });

  it('names each broken code once, and says what to do next', verifies('KEL-VALIDATE-01'), () => {
    const always = (code: ValidationCode): Validator => ({ code, appliesTo: () => true, check: ({ streamId }) => `${streamId} is wrong` });
    const refusal = (...codes: ValidationCode[]) => thrownBy(() => decided([rolledUp(1), rolledUp(2)], { setup: { ...BUILTIN_SETUP, validators: codes.map(always) } }));
    const one = refusal('validation.metric_without_formula_spec');
    const two = refusal('validation.metric_without_formula_spec', 'validation.metric_rollup_without_window');
    const nextStep = 'Mend the events that are named and append again; nothing was written.';
    const finding = (code: string) => ({ code, type: 'metric.rolled_up', detail: 'run-duration is wrong' });
    expect(one).toBeInstanceOf(KeelsonError);
    expect(one).toMatchObject({
      code: 'ledger.validation_failed',
      message: 'The append breaks a rule: run-duration is wrong (validation.metric_without_formula_spec); run-duration is wrong (validation.metric_without_formula_spec).',
      nextStep,
      data: { codes: ['validation.metric_without_formula_spec'], findings: [finding('validation.metric_without_formula_spec'), finding('validation.metric_without_formula_spec')] },
    });
    expect(two).toMatchObject({
      message: expect.stringMatching(/^The append breaks 2 rules: /),
      nextStep,
      data: { codes: ['validation.metric_without_formula_spec', 'validation.metric_rollup_without_window'] },
    });
  });

  it('writes what only breaks a warning, and says so once', verifies('KEL-VALIDATE-02'), () => {
    const warning: Validator = { code: 'validation.calibration_metric_all_one_class', appliesTo: () => true, check: () => 'all samples are of one class' };
    const setup = { ...BUILTIN_SETUP, validators: [warning] };
    expect(VALIDATION_CODES[warning.code].level).toBe('warning');
    expect(verdictOn([rolledUp(1), rolledUp(2)], { setup })).toEqual({ written: 2, warnings: [warning.code] });
    const strict: Validator = { code: 'validation.metric_without_formula_spec', appliesTo: () => true, check: () => 'no formula' };
    expect(verdictOn([rolledUp(1)], { setup: { ...setup, validators: [warning, strict] } })).toEqual(refused(strict.code, 'metric.rolled_up', 'no formula'));
  });

  it('asks a rule only about events that concern it', verifies('KEL-VALIDATE-03'), () => {
    const asked: string[] = [];
    const spy = (name: string, rule: Partial<Validator>): Validator => ({
      code: 'validation.metric_without_formula_spec',
      appliesTo: ({ type }) => type === 'run.step_completed',
      check: ({ type }) => void asked.push(`${name} about ${type}`),
      ...rule,
    });
    const setup = { ...BUILTIN_SETUP, validators: [spy('marked', { mark: '"effect":"external.' }), spy('other', { appliesTo: ({ type }) => type === 'metric.rolled_up' })] };
    expect(verdictOn([stepCompleted('model.call'), rolledUp(1)], { setup })).toEqual(accepted(2));
    expect(asked).toEqual(['other about metric.rolled_up']);
    expect(verdictOn([stepCompleted('external.api_call')], { setup })).toEqual(accepted());
    expect(asked).toEqual(['other about metric.rolled_up', 'marked about run.step_completed']);
  });

  it('has no rule for the frequent events of a run but those that a mark keeps away', verifies('KEL-VALIDATE-03'), () => {
    const { byType } = rulesOf(BUILTIN_SETUP);
    const unmarked = (type: string) => byType.get(type)?.validators.filter(({ mark }) => mark === undefined).map(({ code }) => code);
    const frequent = ['run.step_intended', 'run.step_completed', 'run.step_cancelled', 'counter.reserved', 'counter.settled', 'session.message_recorded'];
    expect(frequent.map(unmarked)).toEqual(frequent.map(() => []));
  });
});

describe('a document', () => {
  const advance = (records: StoredRecord[]) =>
    verdictOn([rolledUp(1)], { operations: [{ kind: 'projection.advance', name: 'behind', at: BEHIND, to: 0, records }] });
  const document = (changes: Partial<StoredRecord>): StoredRecord => ({ space: 'document', key: 'artifact:1', body: {}, dueMs: null, position: 3, source: 'artifact@1', ...changes });

  it('is never written without the event it was folded from', verifies('validation.current_projection_without_source_event', 'KEL-VALIDATE-04'), () => {
    const code = 'validation.current_projection_without_source_event';
    const detail = `no event up to entry ${HEAD + 1} accounts for the document "artifact:1"`;
    expect(advance([document({ source: null })])).toEqual(refused(code, 'document', detail));
    const unfounded = [{ position: null }, { position: 0 }, { position: HEAD + 2 }].map((changes) => advance([document(changes)]));
    expect(unfounded).toEqual(unfounded.map(() => refused(code, 'artifact@1', detail)));
    const founded = [{}, { position: 1 }, { position: HEAD + 1 }, { body: null, source: null }, { space: 'cursor', source: null } as const].map((changes) => advance([document(changes)]));
    expect(founded).toEqual(founded.map(() => accepted()));
  });

  it('may reach only as far as the log when nothing is appended', verifies('validation.current_projection_without_source_event', 'KEL-VALIDATE-04'), () => {
    const alone = (position: number) => verdictOn([], { operations: [{ kind: 'projection.advance', name: 'behind', at: BEHIND, to: 0, records: [document({ position })] }] });
    expect(alone(HEAD)).toEqual(accepted(0));
    expect(alone(HEAD + 1)).toEqual(refused('validation.current_projection_without_source_event', 'artifact@1', `no event up to entry ${HEAD} accounts for the document "artifact:1"`));
  });
});

describe('the built-in rules', () => {
  it('name every code of section 3, of B-02, of cancelling, skipping and asking people, and of checkpoints', verifies('KEL-VALIDATE-05'), () => {
    const sections = new Set(['3.1', '3.2', '3.3', '3.4', 'B-02', 'B-10', 'B-11', 'B-18', 'B-19', 'D-08', 'G-04']);
    const wanted = Object.entries(VALIDATION_CODES).filter(([, { section }]) => sections.has(section)).map(([code]) => code);
    const covered = new Set<string>(BUILTIN_VALIDATORS.map(({ code }) => code));
    expect(wanted.filter((code) => !covered.has(code))).toEqual([]);
    expect([...covered].filter((code) => !wanted.includes(code)).toSorted()).toEqual(['validation.hard_call_hash_unnormalized', 'validation.taint_downgrade_without_sanitization_node']);
  });

  it('know the formulas they are given and no others', verifies('KEL-VALIDATE-05'), () => {
    const given = (formulas: Parameters<typeof builtinValidators>[0]['formulas']) => verdictOn([rolledUp(1)], { setup: { ...BUILTIN_SETUP, validators: builtinValidators({ formulas }) } });
    expect(given([])).toEqual(refused('validation.metric_without_formula_spec', 'metric.rolled_up', 'no formula stats.mean@1.0.0 is registered'));
    expect(given(BUILTIN_FORMULAS.map(({ spec }) => spec))).toEqual(accepted());
  });
});
