import { z } from 'zod';
import { Name, NonEmptyText, PositiveCount, Sensitivity } from '../core/index.ts';
import { RedactionRules } from '../redaction/index.ts';
import { RoleId } from '../roles/role-id.ts';

/** A role, or `*` for all of them. */
export const AgentSelector = z.union([z.literal('*'), RoleId]);
export type AgentSelector = z.infer<typeof AgentSelector>;

/** How much of a library may be read, so that it cannot be carried off piece by piece. */
export const RetrievalLimits = z.strictObject({
  max_chunks_per_query: PositiveCount,
  max_queries_per_run: PositiveCount,
  max_queries_per_user_daily: PositiveCount,
});
export type RetrievalLimits = z.infer<typeof RetrievalLimits>;

export const DEFAULT_RETRIEVAL_LIMITS: RetrievalLimits = {
  max_chunks_per_query: 20,
  max_queries_per_run: 10,
  max_queries_per_user_daily: 100,
};

function keepsSecretsLocal(policy: { sensitivity: Sensitivity; cloud_models_allowed: boolean }): boolean {
  return policy.sensitivity !== 'confidential' || !policy.cloud_models_allowed;
}

/** Who may read a library, with which models, how much, and what is taken out first. A denial beats a permission. */
export const LibraryAccessPolicy = z
  .strictObject({
    library_id: Name,
    library_name: NonEmptyText,
    sensitivity: Sensitivity,
    allowed_agents: z.array(AgentSelector),
    denied_agents: z.array(AgentSelector),
    cloud_models_allowed: z.boolean(),
    /** Model names, where `*` stands for any run of characters. */
    allowed_models: z.array(NonEmptyText),
    denied_models: z.array(NonEmptyText),
    retrieval_limits: RetrievalLimits,
    redaction_rules: RedactionRules,
    audit: z.strictObject({
      log_all_access: z.boolean(),
      require_justification: z.boolean(),
      retention_days: PositiveCount,
    }),
    require_approval_for: z.strictObject({
      cloud_escalation: z.boolean(),
      export_to_artifact: z.boolean(),
      cross_library_joins: z.boolean(),
    }),
  })
  .refine(keepsSecretsLocal, {
    path: ['cloud_models_allowed'],
    message: 'a confidential library is read by local models only',
  });
export type LibraryAccessPolicy = z.infer<typeof LibraryAccessPolicy>;
