import { z } from 'zod';
import { TaintClass } from '../core/index.ts';
import { SourceKind, SourceTrustBasis, type SourceKindTaintDefault } from './sources.ts';

function startsAs(default_taint_class: TaintClass): SourceKindTaintDefault {
  return { default_taint_class, allow_override: true };
}

function authorityFrom(...required_trust_basis: SourceTrustBasis[]): SourceKindTaintDefault {
  return { default_taint_class: 'external_authority_trusted', required_trust_basis, allow_override: true };
}

/** Every kind of source and the taint it starts with; every default may be overridden by policy. */
export const SOURCE_KIND_TAINT_DEFAULTS: Readonly<Record<SourceKind, SourceKindTaintDefault>> = {
  document: startsAs('user_trusted_bounded'),
  email: startsAs('user_trusted_bounded'),
  file: startsAs('user_trusted_bounded'),
  prior_task_output: startsAs('user_trusted_bounded'),
  library_entry: startsAs('internal_corpus_trusted'),
  web_source: startsAs('external_untrusted'),
  custom: startsAs('unclassified'),
  api_result: authorityFrom('official_api'),
  database_record: authorityFrom('verified_authority_database'),
  case_law: authorityFrom('verified_authority_database'),
  statute: authorityFrom('verified_authority_database', 'official_api'),
  regulation: authorityFrom('verified_authority_database', 'official_api'),
  financial_filing: authorityFrom('official_api'),
  expert_report: startsAs('user_trusted_bounded'),
  technical_doc: startsAs('external_untrusted'),
};

/**
 * What a kind without bases of its own must show when policy overrides it into the trusted class.
 * `manual_override_policy` is never enough: a person's policy may give a source any other class, but that an outside
 * authority stands behind it is a fact which only that authority's own channel can show.
 */
export const AUTHORITY_TRUST_BASES: readonly SourceTrustBasis[] = ['official_api', 'verified_authority_database'];

/** True unless the trusted class is claimed on a basis that this kind of source does not accept. */
function authorityIsBacked(assignment: {
  source_kind: SourceKind;
  taint_class: TaintClass;
  trust_basis: SourceTrustBasis;
}): boolean {
  if (assignment.taint_class !== 'external_authority_trusted') return true;
  const required = SOURCE_KIND_TAINT_DEFAULTS[assignment.source_kind].required_trust_basis;
  return (required ?? AUTHORITY_TRUST_BASES).includes(assignment.trust_basis);
}

/**
 * The taint given to one source. Only the claim to outside authority is judged here; whether taint may
 * be lowered at all is decided where sources are changed, with a record of who cleaned them.
 */
export const SourceTaintAssignment = z
  .strictObject({ source_kind: SourceKind, taint_class: TaintClass, trust_basis: SourceTrustBasis })
  .refine(authorityIsBacked, {
    path: ['trust_basis'],
    error: 'validation.external_authority_without_trust_basis',
  });
export type SourceTaintAssignment = z.infer<typeof SourceTaintAssignment>;
