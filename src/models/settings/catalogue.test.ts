import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ModelId } from '../../contracts/index.ts';
import { CATALOGUE } from './catalogue.ts';
import { PROVIDER_PRESETS } from './presets.ts';

describe('the catalogue', () => {
  it('has the models of each tier that the specification names', verifies('KEL-SETTINGS-08', 'MAH-5-M1', 'MAH-5-M2', 'MAH-5-M4', 'MAH-5-M5'), () => {
    const specified = CATALOGUE.filter((one) => !one.modelId.startsWith('anthropic/')).map(({ modelId, tiers }) => `${tiers.join()} ${modelId}`);
    expect(specified).toEqual([
      'nano openai/gpt-5.4-nano',
      'flash google/gemini-3.5-flash',
      'flash openai/gpt-5.4-mini',
      'frontier nvidia/nemotron-3-ultra-550b-a55b',
      'frontier z-ai/glm-5.2',
      'coding moonshotai/kimi-k2.7-code',
      'voice openai/gpt-audio',
      'voice openai/gpt-audio-mini',
    ]);
    expect(CATALOGUE.find((one) => one.modelId === 'moonshotai/kimi-k2.7-code')?.contextTokens).toMatchObject({ value: 256_000 });
  });

  it('says of every figure where and when it was read, and invents none', verifies('KEL-SETTINGS-08'), () => {
    for (const { modelId, servedBy, contextTokens, outputTokensMax, capabilities } of CATALOGUE) {
      expect(ModelId.safeParse(modelId).success && servedBy.length > 0).toBe(true);
      for (const figure of [contextTokens, outputTokensMax]) if (figure !== null) expect([modelId, figure.source !== '', /^2026-\d\d-\d\d$/.test(figure.readOn)]).toEqual([modelId, true, true]);
      expect([modelId, servedBy.filter(({ provider }) => !Object.hasOwn(PROVIDER_PRESETS, provider))]).toEqual([modelId, []]);
      expect([modelId, capabilities.includes('long_context')]).toEqual([modelId, (contextTokens?.value ?? 0) > 200_000]);
    }
    expect(new Set(CATALOGUE.map((one) => one.modelId)).size).toBe(CATALOGUE.length);
  });
});
