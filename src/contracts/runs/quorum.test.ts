import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { ArbitrationPolicy, ArbitrationPreference, DEFAULT_ARBITRATION, Quorum } from './quorum.ts';

describe('a quorum', () => {
  it('is all, any, or a majority with a minimum', verifies('ROLES-14'), () => {
    const quorums = [
      { rule: 'all', roles: ['critic'] },
      { rule: 'any', roles: ['critic', 'coder'] },
      { rule: 'majority', roles: ['critic', 'coder'], minimum: 2 },
    ];
    expect(quorums.map((quorum) => Quorum.parse(quorum))).toEqual(quorums);
    expect(quorums.map((quorum) => requiredFieldsOf(Quorum, quorum))).toEqual(quorums.map((quorum) => Object.keys(quorum)));
    expect(quorums.map((quorum) => faultsOf(Quorum, { ...quorum, mood: 1 }))).toEqual(
      quorums.map(() => [': Unrecognized key: "mood"']),
    );
    expect(faultsOf(Quorum, { rule: 'most', roles: ['critic'] })).toEqual([
      "rule: Invalid discriminator value. Expected 'all' | 'any' | 'majority'",
    ]);
  });

  it('refuses a minimum that the named roles cannot reach', verifies('ROLES-14'), () => {
    expect(faultsOf(Quorum, { rule: 'majority', roles: ['critic'], minimum: 2 })).toEqual([
      'minimum: the minimum is more than the roles named',
    ]);
    expect(faultsOf(Quorum, { rule: 'majority', roles: ['critic'], minimum: 0 })).toEqual([
      'minimum: Too small: expected number to be >=1',
    ]);
  });

  it('gives a role one voice', verifies('ROLES-14'), () => {
    const twice = [
      { rule: 'all', roles: ['critic', 'critic'] },
      { rule: 'any', roles: ['critic', 'critic'] },
      { rule: 'majority', roles: ['critic', 'coder', 'critic'], minimum: 2 },
    ];
    expect(twice.map((quorum) => faultsOf(Quorum, quorum))).toEqual(twice.map(() => ['roles: a role is named twice']));
  });

  it('refuses to ask nobody', verifies('ROLES-14'), () => {
    expect(faultsOf(Quorum, { rule: 'all', roles: [] })).toEqual(['roles: Too small: expected array to have >=1 items']);
  });
});

describe('arbitration', () => {
  it('prefers evidence, then confidence, then less risk, then less cost', () => {
    expect(ArbitrationPreference.options).toEqual(['evidence', 'confidence', 'lower_risk', 'lower_cost']);
    expect(DEFAULT_ARBITRATION).toEqual({
      preference_order: ['evidence', 'confidence', 'lower_risk', 'lower_cost'],
      tie_breaker_role: null,
    });
  });

  it('can be put in another order but not say a thing twice', () => {
    expect(faultsOf(ArbitrationPolicy, { preference_order: ['lower_cost', 'evidence'], tie_breaker_role: 'critic' })).toEqual([]);
    expect(faultsOf(ArbitrationPolicy, { preference_order: ['evidence', 'evidence'], tie_breaker_role: null })).toEqual([
      'preference_order: a preference is listed twice',
    ]);
  });
});
