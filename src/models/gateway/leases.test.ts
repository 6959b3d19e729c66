import { describe, expect, it } from 'vitest';
import { modelAt } from '../../../test/support/gateway-rig.ts';
import { modelRequest, modelResponse } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { KeySource } from '../../contracts/index.ts';
import { fixedClock, KeelsonError } from '../../kernel/index.ts';
import { CallFault } from '../failure/faults.ts';
import { Secret } from '../settings/secret.ts';
import type { Lease } from './attempt.ts';
import { createLeases } from './leases.ts';
import type { ModelInUse } from './models-in-use.ts';

const URL = 'http://127.0.0.1:9';
const KEYS: KeySource[] = [{ env: 'ONE' }, { env: 'TWO' }];
const order = { request: modelRequest({ max_output_tokens: 10 }), leftMs: 120_000, signal: new AbortController().signal };

function leasesOf(models: readonly ModelInUse[], refuses: readonly string[] = []) {
  const clock = fixedClock(Date.UTC(2026, 10, 15));
  const waits: number[] = [];
  const { lease: tryLease, unwell } = createLeases({
    models: new Map(models.map((model) => [model.settings.model_id, model])),
    clock,
    wait: async (ms) => (waits.push(ms), clock.advance(ms)),
    async resolveKey(provider, source) {
      const name = 'env' in source ? source.env : '';
      if (refuses.includes(name)) throw new KeelsonError('model.key_unavailable', { message: `${name} is not set`, nextStep: 'set it', data: { provider, source: name, detail: 'it is not set' } });
      return new Secret(`key ${name}`);
    },
  });
  const lease = async (...asked: Parameters<typeof tryLease>): Promise<Lease> => {
    const leased = await tryLease(...asked);
    if (leased.kind === 'none') throw new RangeError(`${leased.modelId} ${leased.fault} ${leased.detail} ${leased.hasOtherKey}`);
    return leased;
  };
  return { lease, unwell, clock, waits };
}

describe('keys', () => {
  it('are used in turn, and one that was used up is left alone as long as the server asked', verifies('KEL-GATEWAY-09'), async () => {
    const { lease, clock } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: KEYS })]);
    const first = await lease(['a'], order);
    first.failed(new CallFault('rate_limited', 'slow down', { retryAfterMs: 5_000 }));
    const keys = [first.target.key];
    for (let count = 0; count < 2; count += 1) keys.push((await lease(['a'], order)).target.key);
    clock.advance(5_000);
    keys.push((await lease(['a'], order)).target.key);
    expect(keys).toEqual(['key ONE', 'key TWO', 'key TWO', 'key ONE']);
  });

  it('are waited for when all are used up, unless that takes longer than there is time', verifies('KEL-GATEWAY-09'), async () => {
    const { lease, waits } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: KEYS, key_limits: { requests_per_minute: 1 } })]);
    await lease(['a'], order);
    await lease(['a'], order);
    expect((await lease(['a'], order)).waitedMs).toBe(60_000);
    expect(waits).toEqual([60_000]);
    await lease(['a'], order);
    await expect(lease(['a'], { ...order, leftMs: 1_000 })).rejects.toThrow('a overloaded every key is used up for the next 60 s false');
  });

  it('that cannot be had, or are refused, leave the others their turn', verifies('KEL-GATEWAY-09'), async () => {
    const { lease } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: KEYS })], ['ONE']);
    await expect(lease(['a'], order)).rejects.toThrow('a authentication ONE is not set true');
    const second = await lease(['a'], order);
    expect(second.target.key).toBe('key TWO');
    expect(second.failed(new CallFault('authentication', 'no such key'))).toBe(false);
  });

  it('tell whether another one is free when one is used up or refused', verifies('KEL-GATEWAY-09'), async () => {
    for (const fault of ['rate_limited', 'authentication', 'payment'] as const) {
      const { lease, clock } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: KEYS })]);
      expect((await lease(['a'], order)).failed(new CallFault(fault, ''))).toBe(true);
      expect((await lease(['a'], order)).target.key).toBe('key TWO');
      clock.advance(fault === 'rate_limited' ? 10_000 : 599_999);
      expect((await lease(['a'], order)).target.key).toBe(fault === 'rate_limited' ? 'key ONE' : 'key TWO');
    }
    const { lease } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: [{ env: 'ONE' }] })]);
    expect((await lease(['a'], order)).failed(new CallFault('rate_limited', ''))).toBe(false);
    expect((await lease(['a'], order)).target.key).toBe('key ONE');
  });

  it('of a model whose keys have no room leave the next model its turn', verifies('KEL-GATEWAY-09'), async () => {
    const { lease, waits } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: KEYS, key_limits: { tokens_per_minute: 5 } }), modelAt(URL, 'anthropic', 'b', {}, { keys: [] })]);
    const { target, waitedMs } = await lease(['a', 'b'], order);
    expect([target.modelId, target.key, waitedMs, waits]).toEqual(['b', undefined, 0, []]);
    await expect(lease(['a'], order)).rejects.toThrow('a overloaded a takes at most 5 tokens a minute false');
  });

  it('are freed of what a call did not use', verifies('KEL-GATEWAY-09'), async () => {
    const { lease, waits } = leasesOf([modelAt(URL, 'openai_chat', 'a', {}, { keys: [{ env: 'ONE' }], key_limits: { tokens_per_minute: 60 } })]);
    for (let count = 0; count < 3; count += 1) (await lease(['a'], order)).answered(modelResponse([]));
    expect(waits).toEqual([]);
  });
});

describe('a model that is told how much room to make', () => {
  it('has one of few sizes, with room to spare and never more than it has', verifies('KEL-GATEWAY-09'), async () => {
    const { lease } = leasesOf([modelAt(URL, 'ollama', 'a', { context_tokens: 20_000, output_tokens_max: 20_000 })]);
    const roomFor = async (max_output_tokens: number) => (await lease(['a'], { ...order, request: modelRequest({ max_output_tokens }) })).target.contextTokens;
    expect(await Promise.all([10, 2_600, 2_800, 9_000].map(roomFor))).toEqual([4_096, 4_096, 8_192, 16_384]);
    expect(await roomFor(12_000)).toBe(20_000);
  });
});

describe('a model that nobody configured', () => {
  it('is told with those that are there', verifies('KEL-GATEWAY-09'), async () => {
    const { lease } = leasesOf([modelAt(URL, 'openai_chat', 'a')]);
    await expect(lease(['z'], order)).rejects.toMatchObject({ code: 'model.unknown', nextStep: 'Use one of: a.', data: { model_id: 'z', known: ['a'] } });
  });
});
