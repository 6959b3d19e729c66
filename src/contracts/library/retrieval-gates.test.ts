import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { DEFAULT_RETRIEVAL_GATES, passesRetrievalGates, RetrievalFallback, RetrievalGates, RetrievalSettings } from './retrieval-gates.ts';

describe('the retrieval gates', () => {
  const enough = { top1_score: 0.3, total_tokens: 900, documents: 2 };

  it('ask for a best score of 0.30, 900 tokens and two documents', verifies('ROLES-29'), () => {
    expect(DEFAULT_RETRIEVAL_GATES).toEqual({ min_top1_score: 0.3, min_total_tokens: 900, min_documents: 2 });
    expect(faultsOf(RetrievalGates, DEFAULT_RETRIEVAL_GATES)).toEqual([]);
  });

  it('open when each is just reached', verifies('ROLES-29'), () => {
    expect(passesRetrievalGates(DEFAULT_RETRIEVAL_GATES, enough)).toBe(true);
  });

  it('stay shut when any one is missed', verifies('ROLES-29'), () => {
    expect(passesRetrievalGates(DEFAULT_RETRIEVAL_GATES, { ...enough, top1_score: 0.299 })).toBe(false);
    expect(passesRetrievalGates(DEFAULT_RETRIEVAL_GATES, { ...enough, total_tokens: 899 })).toBe(false);
    expect(passesRetrievalGates(DEFAULT_RETRIEVAL_GATES, { ...enough, documents: 1 })).toBe(false);
  });

  it('can be set otherwise, within reason', verifies('ROLES-29'), () => {
    expect(passesRetrievalGates({ min_top1_score: 0.9, min_total_tokens: 0, min_documents: 0 }, enough)).toBe(false);
    expect(RetrievalGates.safeParse({ ...DEFAULT_RETRIEVAL_GATES, min_top1_score: 1.5 }).success).toBe(false);
  });

  it('are settings of which each can be left out', verifies('ROLES-29', 'KEL-RETR2-03'), () => {
    expect(RetrievalSettings.parse({})).toEqual({ gates: DEFAULT_RETRIEVAL_GATES });
    expect(RetrievalSettings.parse({ gates: { min_documents: 5 } })).toEqual({ gates: { ...DEFAULT_RETRIEVAL_GATES, min_documents: 5 } });
    expect(faultsOf(RetrievalSettings, { gates: { min_score: 1 } })).toEqual(['gates: Unrecognized key: "min_score"']);
  });

  it('are followed, when they fail, by seven steps that end with the person', () => {
    expect(RetrievalFallback.options).toEqual([
      'raise_k',
      'fetch_adjacent_chunks',
      'hybrid_retrieval',
      'rewrite_query_deterministically',
      'rewrite_query_by_model',
      'escalate_model_for_synthesis',
      'ask_user',
    ]);
  });
});
