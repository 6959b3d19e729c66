import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { AUTHORITY_TRUST_BASES, SOURCE_KIND_TAINT_DEFAULTS, SourceTaintAssignment } from './source-taint.ts';
import { SourceKind, SourceKindTaintDefault, SourceTrustBasis } from './sources.ts';

const trusted = 'external_authority_trusted';
const database = 'verified_authority_database';
const api = 'official_api';

describe('the taint of a source', () => {
  it(
    'has a default for every kind, with the bases that authority needs',
    verifies('validation.source_kind_taint_unmapped', 'ELN-RULE-59', 'ELN-RULE-60', 'ELN-RULE-61', 'ELN-RULE-62'),
    () => {
      const plain = (taint: string) => ({ default_taint_class: taint, allow_override: true });
      const authority = (...bases: string[]) => ({ ...plain(trusted), required_trust_basis: bases });
      expect(SOURCE_KIND_TAINT_DEFAULTS).toEqual({
        document: plain('user_trusted_bounded'),
        email: plain('user_trusted_bounded'),
        file: plain('user_trusted_bounded'),
        prior_task_output: plain('user_trusted_bounded'),
        library_entry: plain('internal_corpus_trusted'),
        web_source: plain('external_untrusted'),
        custom: plain('unclassified'),
        api_result: authority(api),
        database_record: authority(database),
        case_law: authority(database),
        statute: authority(database, api),
        regulation: authority(database, api),
        financial_filing: authority(api),
        expert_report: plain('user_trusted_bounded'),
        technical_doc: plain('external_untrusted'),
      });
    },
  );

  it('leaves no kind without a row and no row without a kind', verifies('validation.source_kind_taint_unmapped'), () => {
    expect(Object.keys(SOURCE_KIND_TAINT_DEFAULTS)).toEqual(SourceKind.options);
    const rows = Object.values(SOURCE_KIND_TAINT_DEFAULTS);
    expect(rows.map((row) => SourceKindTaintDefault.parse(row))).toEqual(rows);
  });

  it('cannot be given to a kind that has no default', verifies('validation.source_kind_taint_unmapped'), () => {
    const rumour = { source_kind: 'rumour', taint_class: 'external_untrusted', trust_basis: 'unknown' };
    expect(faultsOf(SourceTaintAssignment, rumour)).toEqual(['source_kind: validation.source_kind_taint_unmapped']);
  });

  it(
    'claims outside authority only on a basis that its kind accepts',
    verifies('validation.external_authority_without_trust_basis', 'ELN-RULE-62'),
    () => {
      const accepted = SourceKind.options.map((source_kind) => [
        source_kind,
        SourceTrustBasis.options.filter(
          (trust_basis) => SourceTaintAssignment.safeParse({ source_kind, taint_class: trusted, trust_basis }).success,
        ),
      ]);
      const either = [api, database];
      expect(Object.fromEntries(accepted)).toEqual({
        ...Object.fromEntries(SourceKind.options.map((kind) => [kind, either])),
        api_result: [api],
        financial_filing: [api],
        database_record: [database],
        case_law: [database],
      });
      expect(AUTHORITY_TRUST_BASES).toEqual(either);
    },
  );

  it('names the missing basis by its code', verifies('validation.external_authority_without_trust_basis'), () => {
    const result = SourceTaintAssignment.safeParse({ source_kind: 'statute', taint_class: trusted, trust_basis: 'web_unverified' });
    expect(result.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ['trust_basis'], message: 'validation.external_authority_without_trust_basis' },
    ]);
  });

  it('needs no basis for any other class', verifies('validation.external_authority_without_trust_basis', 'ELN-RULE-62'), () => {
    const assignment = { source_kind: 'api_result', taint_class: 'external_untrusted', trust_basis: 'unknown' };
    expect(SourceTaintAssignment.parse(assignment)).toEqual(assignment);
    expect(requiredFieldsOf(SourceTaintAssignment, assignment)).toEqual(Object.keys(assignment));
    expect(faultsOf(SourceTaintAssignment, { ...assignment, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });
});
