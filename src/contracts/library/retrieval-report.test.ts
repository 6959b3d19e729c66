import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { DEFAULT_RETRIEVAL_GATES } from './retrieval-gates.ts';
import { DocumentId } from '../core/index.ts';
import { measureOf, RetrievalHit, RetrievalReport } from './retrieval-report.ts';

const hit = {
  library_id: 'papers',
  document_id: sample.documentId,
  chunk_id: sample.chunkId,
  page: null,
  section_path: [],
  score: 0.42,
  token_count: 450,
};
const otherDocumentId = DocumentId.parse('doc_01JFGWZ0000000000000000002');
const report = {
  run_id: sample.runId,
  role_id: 'research',
  library_ids: ['papers'],
  query: 'effect of tides on drift',
  embed_space: 'emb:v1',
  k: 8,
  hits: [hit, { ...hit, score: 0.4, token_count: 500 }, { ...hit, document_id: otherDocumentId, score: 0.1, token_count: 50 }],
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
    expect(faultsOf(RetrievalReport, { ...report, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(RetrievalHit, { ...hit, score: 1.5, mood: 1 })).toEqual([
      'score: Too big: expected number to be <=1',
      ': Unrecognized key: "mood"',
    ]);
  });

  it('refuses a verdict that its own measurements contradict', verifies('KEL-RUNS-16'), () => {
    const fault = ['gates_passed: the verdict does not follow from what was measured'];
    expect(faultsOf(RetrievalReport, { ...report, gates_passed: false })).toEqual(fault);
    const demanding = { ...DEFAULT_RETRIEVAL_GATES, min_documents: 3 };
    expect(faultsOf(RetrievalReport, { ...report, gates: demanding })).toEqual(fault);
    expect(faultsOf(RetrievalReport, { ...report, gates: demanding, gates_passed: false })).toEqual([]);
  });

  it('refuses measurements that its own hits contradict', verifies('KEL-RUNS-16'), () => {
    const fault = ['measured: the measurements are not those of the hits'];
    const claimed = (change: object) => faultsOf(RetrievalReport, { ...report, measured: { ...report.measured, ...change } });
    expect(claimed({ top1_score: 0.9 })).toEqual(fault);
    expect(claimed({ total_tokens: 2_000 })).toEqual(fault);
    expect(claimed({ documents: 3 })).toEqual(fault);
  });

  it('measures the best score, all tokens and different documents, and nothing as nothing', verifies('KEL-RUNS-16'), () => {
    expect(measureOf(RetrievalReport.parse(report).hits)).toEqual({ top1_score: 0.42, total_tokens: 1_000, documents: 2 });
    expect(measureOf([])).toEqual({ top1_score: 0, total_tokens: 0, documents: 0 });
  });

  it('searched at least one library', verifies('KEL-RUNS-16'), () => {
    expect(faultsOf(RetrievalReport, { ...report, library_ids: [] })).toEqual([
      'library_ids: Too small: expected array to have >=1 items',
    ]);
  });
});
