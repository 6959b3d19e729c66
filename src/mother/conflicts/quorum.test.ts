import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { quorumOf } from './quorum.ts';

const roles = ['coder', 'critic', 'analyst'];
const yes = (...named: readonly string[]) => named.map((roleId) => ({ roleId, agrees: true }));
const no = (...named: readonly string[]) => named.map((roleId) => ({ roleId, agrees: false }));

describe('a quorum', () => {
  it('of all needs every named role, and silence is no yes', verifies('KEL-CONF-04'), () => {
    expect(quorumOf({ rule: 'all', roles }, yes(...roles))).toEqual({ isMet: true, agree: roles, disagree: [], silent: [] });
    expect(quorumOf({ rule: 'all', roles }, [...yes('coder'), ...no('critic')])).toEqual({ isMet: false, agree: ['coder'], disagree: ['critic'], silent: ['analyst'] });
  });

  it('of any needs one', verifies('KEL-CONF-04'), () => {
    expect(quorumOf({ rule: 'any', roles }, [...yes('analyst'), ...no('critic')]).isMet).toBe(true);
    expect(quorumOf({ rule: 'any', roles }, [...no('critic'), ...yes('vision')]).isMet).toBe(false);
  });

  it('of a majority needs more than half and at least its minimum', verifies('KEL-CONF-04'), () => {
    expect(quorumOf({ rule: 'majority', roles, minimum: 1 }, yes('coder', 'critic')).isMet).toBe(true);
    expect(quorumOf({ rule: 'majority', roles, minimum: 3 }, yes('coder', 'critic')).isMet).toBe(false);
    expect(quorumOf({ rule: 'majority', roles: ['coder', 'critic'], minimum: 1 }, yes('coder')).isMet).toBe(false);
  });

  it('does not depend on who spoke first or how often', verifies('KEL-CONF-04', 'MH4-2-19'), () => {
    expect(quorumOf({ rule: 'all', roles: ['coder'] }, [...yes('coder', 'coder'), ...no('coder')]).isMet).toBe(false);
    const vote = fc.record({ roleId: fc.constantFrom(...roles), agrees: fc.boolean() });
    const rule = fc.constantFrom('all' as const, 'any' as const);
    fc.assert(
      fc.property(fc.array(vote, { maxLength: 6 }).chain((votes) => fc.tuple(fc.constant(votes), fc.shuffledSubarray(votes, { minLength: votes.length }))), rule, ([votes, otherwise], which) => {
        expect(quorumOf({ rule: which, roles }, otherwise)).toEqual(quorumOf({ rule: which, roles }, votes));
      }),
    );
  });
});
