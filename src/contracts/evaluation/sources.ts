import { z } from 'zod';
import { TaintClass } from '../core/index.ts';

/** What a source is. A kind without a row in the taint table cannot exist: the table's type demands each. */
export const SourceKind = z.enum(
  [
    'document',
    'email',
    'file',
    'prior_task_output',
    'library_entry',
    'web_source',
    'custom',
    'api_result',
    'database_record',
    'case_law',
    'statute',
    'regulation',
    'financial_filing',
    'expert_report',
    'technical_doc',
  ],
  'validation.source_kind_taint_unmapped',
);
export type SourceKind = z.infer<typeof SourceKind>;

/** Why a source is believed to be what it says it is. */
export const SourceTrustBasis = z.enum([
  'user_supplied',
  'internal_library',
  'official_api',
  'verified_authority_database',
  'web_unverified',
  'connector_authenticated',
  'manual_override_policy',
  'unknown',
]);
export type SourceTrustBasis = z.infer<typeof SourceTrustBasis>;

/**
 * The taint a kind starts with, and the bases without which the trusted class may not be given. A row names neither its
 * kind nor a schema version as the specification's does: the kind is its key in the table, so the two cannot disagree,
 * and the table is part of the product and never stored.
 */
export const SourceKindTaintDefault = z.strictObject({
  default_taint_class: TaintClass,
  required_trust_basis: z.array(SourceTrustBasis).min(1).optional(),
  allow_override: z.boolean(),
});
export type SourceKindTaintDefault = z.infer<typeof SourceKindTaintDefault>;
