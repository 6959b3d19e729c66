import { describe, expect, it } from 'vitest';
import type { MeasuredReliability, ModelSettings } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calibrate, calibratedEvent, uncalibrated } from '../tokens/calibration.ts';
import { profileOf } from './profile-of.ts';
import { readMeasures } from './read-measures.ts';
import { isUnreliable, measureReliability, reliabilityEvent, RELIABILITY_WINDOW } from './reliability.ts';

const after = (outcomes: readonly boolean[]): MeasuredReliability | undefined => outcomes.reduce<MeasuredReliability | undefined>(measureReliability, undefined);
const times = (count: number, outcome: boolean): boolean[] => Array.from({ length: count }, () => outcome);

describe('reliability', () => {
  it('is the share of valid outputs while there are few', verifies('ROLES-19', 'KEL-ROUTING-07'), () => {
    expect([after([true]), after([false]), after([true, false]), after([true, false, true, true])]).toEqual([
      { score: 1, sample_size: 1 },
      { score: 0, sample_size: 1 },
      { score: 0.5, sample_size: 2 },
      { score: 0.75, sample_size: 4 },
    ]);
  });

  it('lets old outputs fade once there are many', verifies('ROLES-19', 'KEL-ROUTING-07'), () => {
    expect(RELIABILITY_WINDOW).toBe(50);
    expect(after([...times(50, true), false])).toEqual({ score: 0.98, sample_size: 51 });
    expect(after([...times(500, true), ...times(50, false)])?.score).toBeCloseTo(0.98 ** 50, 10);
    expect(after(times(1_000, true))).toEqual({ score: 1, sample_size: 1_000 });
  });

  it('is low below nine in ten, and only once five outputs were judged', verifies('ROLES-23', 'KEL-ROUTING-03'), () => {
    const judged = [undefined, { score: 0, sample_size: 4 }, { score: 0.89, sample_size: 5 }, { score: 0.9, sample_size: 5 }];
    expect(judged.map(isUnreliable)).toEqual([false, false, true, false]);
  });

  it('is kept for each model and role, and read again together with the calibration', verifies('ROLES-19', 'KEL-ROUTING-07'), async () => {
    const { store, writer } = await ledgerInMemory();
    const documents = createDocuments(store, BUILTIN_SETUP.projections);
    const modelId = 'vendor/model';
    expect(await readMeasures(documents, modelId)).toEqual({ calibration: uncalibrated(modelId), reliability: {} });
    const calibration = calibrate(uncalibrated(modelId), { raw: 10, schemaRaw: 0 }, { input_tokens: 20, output_tokens: 1, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] });
    const judged = (roleId: string, wasValid: boolean, current?: MeasuredReliability) => reliabilityEvent({ modelId, roleId, wasValid }, current);
    await writer.append({ key: 'a', events: [judged('coder', true), judged('critic', false), calibratedEvent(calibration)] });
    await writer.append({ key: 'b', events: [judged('coder', false, { score: 1, sample_size: 1 })] });
    expect(await readMeasures(documents, modelId)).toEqual({ calibration, reliability: { coder: { score: 0.5, sample_size: 2 }, critic: { score: 0, sample_size: 1 } } });
    expect((await documents.get('model_reliability:vendor_smodel'))?.body['model_id']).toBe(modelId);
  });
});

describe('the profile of a model', () => {
  it('follows from its settings, where it runs and what was measured', verifies('KEL-ROUTING-07'), () => {
    const settings: ModelSettings = { model_id: 'm', provider: 'p', name: 'n', tiers: ['frontier', 'flash'], capabilities: ['math'], context_tokens: 8, output_tokens_max: 4 };
    const reliability = { coder: { score: 1, sample_size: 3 } };
    expect(profileOf(settings, 'cloud', reliability)).toEqual({ model_id: 'm', location: 'cloud', capabilities: ['math'], context_tokens: 8, json_reliability: reliability, cost_tier: 'flash' });
    expect(profileOf(settings, 'local').cost_tier).toBe('free');
    const costOf = (tiers: ModelSettings['tiers']) => profileOf({ ...settings, tiers }, 'cloud').cost_tier;
    expect([costOf(['nano', 'frontier']), costOf(['coding']), costOf(['voice']), costOf(['frontier'])]).toEqual(['nano', 'frontier', 'frontier', 'frontier']);
  });
});
