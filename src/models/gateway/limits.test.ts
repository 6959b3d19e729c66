import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { DEFAULT_LIMITS, limitsFor, limitsWithin } from './limits.ts';

describe('how long a provider is waited for', () => {
  it('is what suits where it runs: a model on this machine may first have to be loaded', verifies('KEL-GATEWAY-08'), () => {
    expect(limitsFor({ location: 'cloud' })).toEqual(DEFAULT_LIMITS);
    expect(limitsFor({ location: 'local' })).toEqual({ ...DEFAULT_LIMITS, firstByteMs: DEFAULT_LIMITS.totalMs });
  });

  it('is what a person set in the configuration file', verifies('KEL-GATEWAY-08'), () => {
    const file = { models: { providers: { house: { format: 'openai_chat' as const, base_url: 'http://127.0.0.1:9/v1', timeouts_ms: { connect: 1, first_byte: 2, idle: 3, total: 4 } } }, models: [], cloud: 'allow' as const, reuse_answers: false } };
    const house = resolveSettings({ file, environment: {} }).providers['house'];
    expect(house === undefined ? undefined : limitsFor(house)).toEqual({ connectMs: 1, firstByteMs: 2, idleMs: 3, totalMs: 4, bytesMax: DEFAULT_LIMITS.bytesMax });
  });

  it('never goes beyond what is left for the whole call', verifies('KEL-GATEWAY-04'), () => {
    expect(limitsWithin(DEFAULT_LIMITS, 1_234.5)).toEqual({ connectMs: 1_234, firstByteMs: 1_234, idleMs: 1_234, totalMs: 1_234, bytesMax: DEFAULT_LIMITS.bytesMax });
    expect(limitsWithin(DEFAULT_LIMITS, -5).totalMs).toBe(1);
    expect(limitsWithin(DEFAULT_LIMITS, 1e9)).toEqual(DEFAULT_LIMITS);
  });
});
