import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { LibraryAccessPolicy } from './access-policy.ts';
import { FINANCIALS_POLICY, PERSONAL_NOTES_POLICY, PUBLIC_RESEARCH_POLICY } from './sample-policies.ts';

function patternIds(policy: LibraryAccessPolicy): string[] {
  return policy.redaction_rules.custom_patterns.map((pattern) => pattern.pattern_id);
}

describe('the sample policies', () => {
  it('are valid', () => {
    const policies = [PUBLIC_RESEARCH_POLICY, FINANCIALS_POLICY, PERSONAL_NOTES_POLICY];
    expect(policies.flatMap((policy) => faultsOf(LibraryAccessPolicy, policy))).toEqual([]);
  });

  it('open public research to everyone', verifies('MH4-7-31'), () => {
    expect(PUBLIC_RESEARCH_POLICY).toEqual({
      library_id: 'public_research',
      library_name: 'Public Research Papers',
      sensitivity: 'public',
      allowed_agents: ['*'],
      denied_agents: [],
      cloud_models_allowed: true,
      allowed_models: ['*'],
      denied_models: [],
      retrieval_limits: { max_chunks_per_query: 50, max_queries_per_run: 50, max_queries_per_user_daily: 1_000 },
      redaction_rules: { pii_detection: false, custom_patterns: [], redaction_method: 'mask' },
      audit: { log_all_access: false, require_justification: false, retention_days: 30 },
      require_approval_for: { cloud_escalation: false, export_to_artifact: false, cross_library_joins: false },
    });
  });

  it('keep financial documents with two roles and local models', verifies('MH4-7-32'), () => {
    const { redaction_rules: rules, ...rest } = FINANCIALS_POLICY;
    expect(rest).toEqual({
      library_id: 'financials',
      library_name: 'Financial Documents',
      sensitivity: 'confidential',
      allowed_agents: ['research', 'analyst'],
      denied_agents: ['vision', 'update'],
      cloud_models_allowed: false,
      allowed_models: ['qwen2.5:14b', 'qwen2.5:32b'],
      denied_models: ['*-cloud'],
      retrieval_limits: { max_chunks_per_query: 10, max_queries_per_run: 5, max_queries_per_user_daily: 50 },
      audit: { log_all_access: true, require_justification: true, retention_days: 2_555 },
      require_approval_for: { cloud_escalation: true, export_to_artifact: true, cross_library_joins: true },
    });
    expect(patternIds(FINANCIALS_POLICY)).toEqual(['ssn', 'account_number', 'salary']);
    expect([rules.pii_detection, rules.redaction_method]).toEqual([true, 'mask']);
    expect(rules.custom_patterns.at(-1)).toEqual({
      pattern_id: 'salary',
      name: 'Salary Information',
      regex: '\\$[\\d,]+\\.\\d{2}',
      replacement: '$***,***.***',
      severity: 'high',
    });
  });

  it('let the working roles read personal notes', verifies('MH4-7-33'), () => {
    const { redaction_rules: rules, ...rest } = PERSONAL_NOTES_POLICY;
    expect(rest).toEqual({
      library_id: 'personal',
      library_name: 'Personal Notes',
      sensitivity: 'private',
      allowed_agents: ['research', 'analyst', 'coder'],
      denied_agents: [],
      cloud_models_allowed: true,
      allowed_models: ['*'],
      denied_models: [],
      retrieval_limits: { max_chunks_per_query: 30, max_queries_per_run: 20, max_queries_per_user_daily: 500 },
      audit: { log_all_access: true, require_justification: false, retention_days: 90 },
      require_approval_for: { cloud_escalation: false, export_to_artifact: false, cross_library_joins: false },
    });
    expect(patternIds(PERSONAL_NOTES_POLICY)).toEqual(['email', 'phone']);
    expect([rules.pii_detection, rules.redaction_method]).toEqual([true, 'mask']);
  });
});
