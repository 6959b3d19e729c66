import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { Capability, ModelCostTier, ModelId, ModelLocation, ModelProfile } from './model-profile.ts';

const profile = {
  model_id: 'qwen2.5:14b',
  location: 'local',
  capabilities: ['tool_calling', 'strict_json'],
  context_tokens: 128_000,
  json_reliability: { coder: { score: 0.97, sample_size: 40 } },
  cost_tier: 'free',
};

describe('a model profile', () => {
  it('says what a model can do, how much it reads, how reliable its JSON is and what it costs', verifies('ROLES-18'), () => {
    expect(ModelProfile.parse(profile)).toEqual(profile);
    expect(requiredFieldsOf(ModelProfile, profile)).toEqual(Object.keys(profile));
  });

  it('knows eight capabilities', verifies('ROLES-17'), () => {
    expect(Capability.options).toEqual([
      'tool_calling',
      'vision',
      'long_context',
      'strict_json',
      'coding',
      'math',
      'retrieval_synthesis',
      'policy_reasoning',
    ]);
  });

  it('knows two locations and four cost tiers', verifies('ROLES-18'), () => {
    expect(ModelLocation.options).toEqual(['local', 'cloud']);
    expect(ModelCostTier.options).toEqual(['free', 'nano', 'flash', 'frontier']);
  });

  it('measures reliability from 0 to 1 over at least one output', verifies('ROLES-18'), () => {
    const unsound = { coder: { score: 1.1, sample_size: 0 } };
    expect(faultsOf(ModelProfile, { ...profile, json_reliability: unsound })).toEqual([
      'json_reliability.coder.score: Too big: expected number to be <=1',
      'json_reliability.coder.sample_size: Too small: expected number to be >=1',
    ]);
    const negative = { coder: { score: -0.1, sample_size: 1 } };
    expect(faultsOf(ModelProfile, { ...profile, json_reliability: negative })).toEqual([
      'json_reliability.coder.score: Too small: expected number to be >=0',
    ]);
    expect(faultsOf(ModelProfile, { ...profile, json_reliability: {} })).toEqual([]);
  });
});

describe('a model name', () => {
  it('is what providers write', () => {
    expect(['qwen2.5:14b', 'vendor/model-1', 'org/model@2026-01'].flatMap((name) => faultsOf(ModelId, name))).toEqual([]);
    expect(['', ' x', 'a b', '-x', 'x'.repeat(201)].filter((name) => ModelId.safeParse(name).success)).toEqual([]);
    expect(ModelId.safeParse('x'.repeat(200)).success).toBe(true);
  });
});
