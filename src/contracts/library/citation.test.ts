import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Citation } from './citation.ts';

describe('a citation', () => {
  const citation = {
    library_id: 'papers',
    document_id: sample.documentId,
    chunk_id: sample.chunkId,
    page: 3,
    section_path: ['Results', 'Table 2'],
    quote: 'x'.repeat(240),
  };

  it('names library, document, chunk, page and section, and quotes', verifies('ROLES-27'), () => {
    expect(Citation.parse(citation)).toEqual(citation);
    expect(requiredFieldsOf(Citation, citation)).toEqual(Object.keys(citation));
    expect(faultsOf(Citation, { ...citation, page: null })).toEqual([]);
    expect(faultsOf(Citation, { ...citation, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('quotes at most 240 characters and at least one', verifies('ROLES-27'), () => {
    expect(faultsOf(Citation, { ...citation, quote: 'x'.repeat(241) })).toEqual([
      'quote: Too big: expected string to have <=240 characters',
    ]);
    expect(faultsOf(Citation, { ...citation, quote: 'x' })).toEqual([]);
    expect(faultsOf(Citation, { ...citation, quote: '' })).toEqual(['quote: Too small: expected string to have >=1 characters']);
  });
});
