import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { DATA_CLASS_BY_SENSITIVITY } from '../core/index.ts';
import { AgentSelector, DEFAULT_RETRIEVAL_LIMITS, LibraryAccessPolicy } from './access-policy.ts';

const policy = {
  library_id: 'financials',
  library_name: 'Financial documents',
  sensitivity: 'confidential',
  allowed_agents: ['research', 'analyst'],
  denied_agents: ['vision'],
  cloud_models_allowed: false,
  allowed_models: ['qwen2.5:14b'],
  denied_models: ['*-cloud'],
  retrieval_limits: { max_chunks_per_query: 10, max_queries_per_run: 5, max_queries_per_user_daily: 50 },
  redaction_rules: {
    pii_detection: true,
    custom_patterns: [{ pattern_id: 'salary', name: 'Salary', regex: '[0-9]+ a year', replacement: '***', severity: 'high' }],
    redaction_method: 'mask',
  },
  audit: { log_all_access: true, require_justification: true, retention_days: 2_555 },
  require_approval_for: { cloud_escalation: true, export_to_artifact: true, cross_library_joins: true },
};

describe('a library policy', () => {
  it('needs every part', verifies('MH4-7-01'), () => {
    expect(LibraryAccessPolicy.parse(policy)).toEqual(policy);
    expect(requiredFieldsOf(LibraryAccessPolicy, policy)).toEqual(Object.keys(policy));
    expect(faultsOf(LibraryAccessPolicy, { ...policy, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    for (const part of ['retrieval_limits', 'redaction_rules', 'audit', 'require_approval_for'] as const) {
      const { [part]: schema } = LibraryAccessPolicy.shape;
      expect(requiredFieldsOf(schema, policy[part])).toEqual(Object.keys(policy[part]));
      expect(faultsOf(schema, { ...policy[part], mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
  });

  it('never opens a confidential library to cloud models', verifies('KEL-RUNS-15', 'MH4-7-01'), () => {
    expect(faultsOf(LibraryAccessPolicy, { ...policy, cloud_models_allowed: true })).toEqual([
      'cloud_models_allowed: a confidential library is read by local models only',
    ]);
    expect(faultsOf(LibraryAccessPolicy, { ...policy, sensitivity: 'restricted', cloud_models_allowed: true })).toEqual([]);
  });

  it('refuses a sensitivity nobody knows and limits of nothing', verifies('MH4-7-02'), () => {
    const retrieval_limits = { ...policy.retrieval_limits, max_queries_per_run: 0 };
    expect(faultsOf(LibraryAccessPolicy, { ...policy, sensitivity: 'secret', retrieval_limits })).toEqual([
      'sensitivity: Invalid option: expected one of "public"|"private"|"restricted"|"confidential"',
      'retrieval_limits.max_queries_per_run: Too small: expected number to be >=1',
    ]);
  });

  it('maps sensitivity to how far content may travel', verifies('MH4-7-02'), () => {
    expect(DATA_CLASS_BY_SENSITIVITY).toEqual({
      public: 'public',
      private: 'internal',
      restricted: 'privileged',
      confidential: 'local_only',
    });
  });

  it('names agents one by one or all at once', () => {
    expect(['*', 'research'].flatMap((agent) => faultsOf(AgentSelector, agent))).toEqual([]);
    expect(AgentSelector.safeParse('res*').success).toBe(false);
  });

  it('limits retrieval to 20 chunks a query, 10 queries a run and 100 a day unless told otherwise', () => {
    expect(DEFAULT_RETRIEVAL_LIMITS).toEqual({
      max_chunks_per_query: 20,
      max_queries_per_run: 10,
      max_queries_per_user_daily: 100,
    });
  });
});
