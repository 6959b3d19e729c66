import { describe, expect, it } from 'vitest';
import { UsageFlag, type ModelUsage, type TokenCalibration } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calibrate, calibratedEvent, CALIBRATION_VARIANCE_THRESHOLD, uncalibrated } from './calibration.ts';

const fresh = uncalibrated('vendor/model');
const usage = (input: number | null, flags: UsageFlag[] = []): ModelUsage => ({ input_tokens: input, output_tokens: 5, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags });
const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);
const text = (raw: number) => ({ raw, schemaRaw: 0 });

describe('calibration', () => {
  it('is what the provider reported over what was sent, over all calls', verifies('MAH-2F-1', 'KEL-TOKENS-04'), () => {
    const once = calibrate(fresh, text(100), usage(150));
    expect(once).toEqual({ model_id: 'vendor/model', raw_sent: 100, provider_reported: 150, ratio: 1.5, schema_overhead: 1, samples: 1 });
    expect(calibrate(once, text(300), usage(250))).toEqual({ model_id: 'vendor/model', raw_sent: 400, provider_reported: 400, ratio: 1, schema_overhead: 1, samples: 2 });
    expect(calibrate({ ...fresh, schema_overhead: 2 }, { raw: 1_000, schemaRaw: 1_000 }, usage(3_000))).toEqual({ model_id: 'vendor/model', raw_sent: 3_000, provider_reported: 3_000, ratio: 1, schema_overhead: 2, samples: 1 });
  });

  it('stays between a half and five', verifies('KEL-TOKENS-04'), () => {
    expect([calibrate(fresh, text(100), usage(49)).ratio, calibrate(fresh, text(100), usage(51)).ratio]).toEqual([0.5, 0.51]);
    expect([calibrate(fresh, text(100), usage(501)).ratio, calibrate(fresh, text(100), usage(499)).ratio]).toEqual([5, 4.99]);
  });

  it('learns nothing from a report that cannot be believed', verifies('KEL-TOKENS-04'), () => {
    const known = calibrate(fresh, text(100), usage(150));
    const doubtful = [...UsageFlag.options.map((flag) => usage(900, [flag])), usage(null, ['absent']), usage(null), usage(0)];
    for (const report of doubtful) expect(calibrate(known, text(100), report)).toBe(known);
    expect(calibrate(fresh, text(0), usage(5))).toBe(fresh);
  });

  it('learns nothing from a report that no tokenizer can have come to', verifies('KEL-RAISE-02'), () => {
    const known = calibrate(fresh, text(100), usage(150));
    for (const report of [9, 1_001, 1_500_000]) expect(calibrate(known, text(100), usage(report))).toBe(known);
    expect([calibrate(known, text(100), usage(10)), calibrate(known, text(100), usage(1_000))].map(({ samples }) => samples)).toEqual([2, 2]);
    expect(calibrate(known, { raw: 60, schemaRaw: 40 }, usage(1_001))).toBe(known);
  });

  it('takes of a report that strays no more than one call may teach', verifies('KEL-RAISE-02'), () => {
    const after = (reports: readonly number[]): TokenCalibration => reports.reduce((known, reported) => calibrate(known, text(100), usage(reported)), fresh);
    const five = [100, 100, 100, 100, 100];
    expect([after([900]), after([...five, 900]), after([...five, 20]), after([100, 100, 100, 100, 900])].map(({ provider_reported }) => provider_reported)).toEqual([500, 700, 550, 900]);
    expect(after([...five.map(() => 400), 990]).provider_reported).toBe(2_500);
    expect(after([...five.map(() => 60), 11]).provider_reported).toBe(350);
  });

  it('begins anew where an absurd report was once believed', verifies('KEL-RAISE-02'), () => {
    for (const provider_reported of [1_500_000, 10]) expect(calibrate({ ...fresh, raw_sent: 1_000, provider_reported, ratio: 5, samples: 9 }, text(100), usage(120))).toEqual({ ...fresh, raw_sent: 100, provider_reported: 120, ratio: 1.2, samples: 1 });
  });

  it('corrects the overhead of schemas, by half the way, when it strays by more than 15 %', verifies('MAH-2F-2', 'KEL-TOKENS-05'), () => {
    expect(CALIBRATION_VARIANCE_THRESHOLD).toBe(0.15);
    const overheadAfter = (reported: number, from: TokenCalibration = fresh, schemaRaw = 1_000) => calibrate(from, { raw: 1_000, schemaRaw }, usage(reported)).schema_overhead;
    expect([overheadAfter(2_150), overheadAfter(2_151), overheadAfter(1_851), overheadAfter(1_849)]).toEqual([1, 1.0755, 1, 0.9245]);
    expect([overheadAfter(9_000), overheadAfter(1_100)]).toEqual([3, 0.75]);
    expect(overheadAfter(4_000, { ...fresh, ratio: 2 })).toBe(1);
    expect(overheadAfter(3_300, { ...fresh, schema_overhead: 2 })).toBe(2);
    expect(calibrate(fresh, { raw: 1_000, schemaRaw: 1_000 }, usage(3_000))).toEqual({ model_id: 'vendor/model', raw_sent: 2_500, provider_reported: 3_000, ratio: 1.2, schema_overhead: 1.5, samples: 1 });
  });

  it('does not lay at the door of a small schema what the messages cost', verifies('KEL-TOKENS-05'), () => {
    const after = (schemaRaw: number): number => calibrate(fresh, { raw: 900, schemaRaw }, usage(2_000)).schema_overhead;
    expect([after(99), after(100), after(0)]).toEqual([1, 3, 1]);
  });

  it('comes within the threshold of what a model really counts', verifies('MAH-2F-1', 'KEL-TOKENS-05'), () => {
    const calls = Array.from({ length: 60 }, (_, index) => ({ raw: 200 + ((index * 977) % 7_800), schemaRaw: [0, 3_000, 600][index % 3] ?? 0 }));
    const truths = [0.8, 1, 1.3, 1.8].flatMap((perText) => [0.8, 1.2, 2].map((perSchema) => ({ perText, perSchema })));
    const strays = truths.map(({ perText, perSchema }) => {
      const billed = calls.map(({ raw, schemaRaw }) => Math.round(raw * perText + schemaRaw * perSchema));
      const learnt = calls.reduce((known, each, index) => calibrate(known, each, usage(billed[index] ?? 0)), fresh);
      const errors = calls.map(({ raw, schemaRaw }, index) => Math.abs((raw + schemaRaw * learnt.schema_overhead) * learnt.ratio - (billed[index] ?? 0)));
      return sumOf(errors) / sumOf(billed);
    });
    expect(strays.filter((stray) => stray > CALIBRATION_VARIANCE_THRESHOLD)).toEqual([]);
  });

  it('is kept for each model under its own key', verifies('KEL-TOKENS-04', 'KEL-TOKENS-06'), async () => {
    const { store, writer } = await ledgerInMemory();
    const once = calibrate(fresh, text(100), usage(150));
    const other = calibrate(uncalibrated('llama3.2:3b'), text(100), usage(90));
    await writer.append({ key: 'first', events: [calibratedEvent(once), calibratedEvent(other)] });
    await writer.append({ key: 'second', events: [calibratedEvent(calibrate(once, text(100), usage(100)))] });
    const kept = await createDocuments(store, BUILTIN_SETUP.projections).list('model_calibration:');
    expect(kept.map(({ key, body }) => [key, body])).toEqual([
      ['model_calibration:llama3.2_c3b', other],
      ['model_calibration:vendor_smodel', { ...once, raw_sent: 200, provider_reported: 250, ratio: 1.25, samples: 2 }],
    ]);
  });
});
