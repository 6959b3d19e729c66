import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { RoleAci } from '../../contracts/index.ts';
import { needsOfQuestions, needsOfWork } from './model-needs.ts';

const LOW = { strict_json: false, tool_calling: 'low', vision: false, long_context: false, code_quality: 'low' } as const;
const HIGH = { strict_json: true, tool_calling: 'high', vision: true, long_context: true, code_quality: 'high' } as const;

describe('what is asked of a model', () => {
  it('for the work of a role is what its contract needs, and only what it cannot do without is insisted on', verifies('ACI-50', 'KEL-ROUTE-08'), () => {
    expect(needsOfWork({ capability_needs: HIGH })).toEqual({ requiredCapabilities: ['tool_calling', 'vision'], wantedCapabilities: ['long_context', 'coding'] });
    expect(needsOfWork({ capability_needs: LOW })).toEqual({ requiredCapabilities: [], wantedCapabilities: [] });
  });

  it('for a single question of a role is what its contract needs but tools, and nothing where there is no contract', verifies('ACI-50', 'KEL-ROUTE-08'), () => {
    const contracts = [{ role_id: 'other', capability_needs: LOW }, { role_id: 'critic', capability_needs: HIGH }] as unknown as readonly RoleAci[];
    const needs = ['critic', 'other', 'nobody'].map((roleId) => needsOfQuestions({ contracts: () => contracts }, roleId));
    expect(needs).toEqual([['strict_json', 'vision', 'long_context', 'coding'], [], []]);
  });
});
