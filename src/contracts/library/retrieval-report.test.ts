import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { DEFAULT_RETRIEVAL_GATES } from './retrieval-gates.ts';
import { RetrievalHit, RetrievalReport } from './retrieval-report.ts';

const hit = {
  library_id: 'papers',
  document_id: sample.documentId,
  chunk_id: sample.chunkId,
  page: null,
  section_path: [],
  score: 0.42,
  token_count: 450,
};
const report = {
  run_id: sample.runId,
  role_id: 'research',
  library_ids: ['papers'],
  query: 'effect of tides on drift',
  embed_space: 'emb:v1',
  k: 8,
  hits: [hit],
  gates: DEFAULT_RETRIEVAL_GATES,
  measured: { top1_score: 0.42, total_tokens: 1_000, documents: 2 },
  gates_passed: true,
  fallbacks_tried: ['raise_k'],
  retrieved_at: sample.time,
};

describe('a retrieval report', () => {
  it('says what was asked, what came and what was tried', verifies('KEL-RUNS-16'), () => {
    expect(RetrievalReport.parse(report)).toEqual(report);
    expect(requiredFieldsOf(RetrievalReport, report)).toEqual(Object.keys(report));
    expect(requiredFieldsOf(RetrievalHit, hit)).toEqual(Object.keys(hit));
  });

  it('refuses a verdict that its own measurements contradict', verifies('KEL-RUNS-16'), () => {
    const fault = ['gates_passed: the verdict does not follow from what was measured'];
    expect(faultsOf(RetrievalReport, { ...report, gates_passed: false })).toEqual(fault);
    expect(faultsOf(RetrievalReport, { ...report, measured: { ...report.measured, documents: 1 } })).toEqual(fault);
  });

  it('searched at least one library', () => {
    expect(faultsOf(RetrievalReport, { ...report, library_ids: [] })).toEqual([
      'library_ids: Too small: expected array to have >=1 items',
    ]);
  });
});
