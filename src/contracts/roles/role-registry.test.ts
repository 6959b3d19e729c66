import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { DEFAULT_REGISTRY_POLICIES, RegistryPolicies } from './registry-policies.ts';
import { RoleRegistry, RoleRegistryEntry } from './role-registry.ts';

const entry = { role_id: 'coder', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.coder' };
const registry = { registry_version: 'registry:v1', updated_at: sample.time, roles: [entry], policies: DEFAULT_REGISTRY_POLICIES };

describe('the policies of a registry', () => {
  it('allows two retries and 900 seconds a phase and asks for evidence', verifies('ACI-19', 'ACI-20', 'ACI-21', 'ACI-22'), () => {
    expect(DEFAULT_REGISTRY_POLICIES).toEqual({
      default_max_retries_per_phase: 2,
      default_phase_timeout_sec: 900,
      require_retrieval_report_on_rag: true,
      require_test_results_on_code_patch: true,
    });
  });
});

describe('a role registry', () => {
  it('refuses the same role twice', verifies('ACI-16'), () => {
    expect(faultsOf(RoleRegistry, { ...registry, roles: [entry, { ...entry, enabled: false }] })).toEqual([
      'roles: a role is registered twice',
    ]);
  });

  it('is of one version and needs every field', verifies('ACI-16', 'ACI-17'), () => {
    expect(requiredFieldsOf(RoleRegistry, registry)).toEqual(['registry_version', 'updated_at', 'roles', 'policies']);
    expect(requiredFieldsOf(RoleRegistryEntry, entry)).toEqual(Object.keys(entry));
    expect(faultsOf(RoleRegistry, { ...registry, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(RoleRegistryEntry, { ...entry, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(RoleRegistryEntry, { ...entry, aci_version: '1', entrypoint: '' })).toEqual([
      'aci_version: expected aci:v1, aci:v2, …',
      'entrypoint: Too small: expected string to have >=1 characters',
    ]);
    expect(faultsOf(RoleRegistry, { ...registry, registry_version: 'registry:v2' })).toEqual([
      'registry_version: Invalid input: expected "registry:v1"',
    ]);
  });

  it('refuses a phase timeout of nothing', () => {
    expect(faultsOf(RegistryPolicies, { ...DEFAULT_REGISTRY_POLICIES, default_phase_timeout_sec: 0 })).toEqual([
      'default_phase_timeout_sec: Too small: expected number to be >=1',
    ]);
    expect(requiredFieldsOf(RegistryPolicies, DEFAULT_REGISTRY_POLICIES)).toEqual(Object.keys(DEFAULT_REGISTRY_POLICIES));
  });
});
