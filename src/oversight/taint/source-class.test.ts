import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { SourceKind } from '../../contracts/index.ts';
import { classOfKind, sourceKindOf } from './source-class.ts';

describe('the class of a source', () => {
  it('follows from its kind, and outside authority only from its own channel', verifies('ELN-D-01', 'ELN-RULE-62', 'KEL-TAINT-09'), () => {
    expect([classOfKind('statute', 'official_api'), classOfKind('statute', 'unknown'), classOfKind('case_law', 'official_api'), classOfKind('api_result', 'official_api')]).toEqual([
      'external_authority_trusted',
      'external_untrusted',
      'external_untrusted',
      'external_authority_trusted',
    ]);
    expect(SourceKind.options.map((kind) => classOfKind(kind, 'unknown')).filter((one) => one === 'external_authority_trusted')).toEqual([]);
  });

  it('is that of the kind its label names, and nobody\'s when it names none', verifies('ELN-RULE-59', 'ELN-RULE-60', 'ELN-RULE-61', 'validation.source_kind_taint_unmapped', 'KEL-TAINT-09'), () => {
    const classes = ['pdf', 'email', 'file', 'library entry', 'web_page', 'readme', 'a rumour'].map((label) => classOfKind(sourceKindOf(label), 'unknown'));
    expect(classes).toEqual(['user_trusted_bounded', 'user_trusted_bounded', 'user_trusted_bounded', 'internal_corpus_trusted', 'external_untrusted', 'external_untrusted', 'unclassified']);
  });
});
