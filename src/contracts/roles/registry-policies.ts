import { z } from 'zod';
import { Count, PositiveCount } from '../core/index.ts';

/** What the registry demands of every role; a phase with no number of its own falls back on these. */
export const RegistryPolicies = z.strictObject({
  default_max_retries_per_phase: Count,
  default_phase_timeout_sec: PositiveCount,
  require_retrieval_report_on_rag: z.boolean(),
  require_test_results_on_code_patch: z.boolean(),
});
export type RegistryPolicies = z.infer<typeof RegistryPolicies>;

export const DEFAULT_REGISTRY_POLICIES: RegistryPolicies = {
  default_max_retries_per_phase: 2,
  default_phase_timeout_sec: 900,
  require_retrieval_report_on_rag: true,
  require_test_results_on_code_patch: true,
};
