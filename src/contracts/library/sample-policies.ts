import { DEFAULT_REDACTION_PATTERNS, type RedactionPattern } from '../redaction/index.ts';
import type { LibraryAccessPolicy } from './access-policy.ts';

const SALARY_PATTERN: RedactionPattern = {
  pattern_id: 'salary',
  name: 'Salary Information',
  regex: String.raw`\$[\d,]+\.\d{2}`,
  replacement: '$***,***.***',
  severity: 'high',
};

function defaultPatterns(...ids: readonly string[]): RedactionPattern[] {
  return DEFAULT_REDACTION_PATTERNS.filter((pattern) => ids.includes(pattern.pattern_id));
}

/** Everyone may read it, with any model. */
export const PUBLIC_RESEARCH_POLICY: LibraryAccessPolicy = {
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
};

/** Two roles, local models, a reason each time; the log is kept for seven years because auditors ask. */
export const FINANCIALS_POLICY: LibraryAccessPolicy = {
  library_id: 'financials',
  library_name: 'Financial Documents',
  sensitivity: 'confidential',
  allowed_agents: ['research', 'analyst'],
  denied_agents: ['vision', 'update'],
  cloud_models_allowed: false,
  allowed_models: ['qwen2.5:14b', 'qwen2.5:32b'],
  denied_models: ['*-cloud'],
  retrieval_limits: { max_chunks_per_query: 10, max_queries_per_run: 5, max_queries_per_user_daily: 50 },
  redaction_rules: {
    pii_detection: true,
    custom_patterns: [...defaultPatterns('ssn', 'account_number'), SALARY_PATTERN],
    redaction_method: 'mask',
  },
  audit: { log_all_access: true, require_justification: true, retention_days: 2_555 },
  require_approval_for: { cloud_escalation: true, export_to_artifact: true, cross_library_joins: true },
};

/** One person's notes: the working roles, any model, addresses and numbers taken out. */
export const PERSONAL_NOTES_POLICY: LibraryAccessPolicy = {
  library_id: 'personal',
  library_name: 'Personal Notes',
  sensitivity: 'private',
  allowed_agents: ['research', 'analyst', 'coder'],
  denied_agents: [],
  cloud_models_allowed: true,
  allowed_models: ['*'],
  denied_models: [],
  retrieval_limits: { max_chunks_per_query: 30, max_queries_per_run: 20, max_queries_per_user_daily: 500 },
  redaction_rules: { pii_detection: true, custom_patterns: defaultPatterns('email', 'phone'), redaction_method: 'mask' },
  audit: { log_all_access: true, require_justification: false, retention_days: 90 },
  require_approval_for: { cloud_escalation: false, export_to_artifact: false, cross_library_joins: false },
};
