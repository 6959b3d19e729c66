import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ContextSummary, SummarizationMethod } from './context-summary.ts';

const summary = {
  summary_id: sample.summaryId,
  run_id: sample.runId,
  created_at: sample.time,
  source_sections: ['retrieval_hits'],
  source_token_count: 85_000,
  summary_token_count: 15_000,
  compression_ratio: 85_000 / 15_000,
  summary_text: 'Twenty chunks on the budget law.',
  summarization_method: 'extractive',
  information_preserved: ['all dates'],
  information_lost: ['footnotes'],
  summary_version: 'summary:v1',
  content_hash: sample.sha256,
};

describe('a context summary', () => {
  it('says what it stands for, what was kept and what was lost', verifies('MH4-3-12', 'MH4-3-14'), () => {
    expect(ContextSummary.parse(summary)).toEqual(summary);
    expect(requiredFieldsOf(ContextSummary, summary)).toEqual(Object.keys(summary));
    expect(faultsOf(ContextSummary, { ...summary, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ContextSummary, { ...summary, source_sections: [], information_lost: [''] })).toEqual([
      'source_sections: Too small: expected array to have >=1 items',
      'information_lost.0: Too small: expected string to have >=1 characters',
    ]);
    expect(faultsOf(ContextSummary, { ...summary, compression_ratio: 0 })).toEqual([
      'compression_ratio: Too small: expected number to be >0',
      'compression_ratio: the ratio is the source tokens divided by the summary tokens',
    ]);
  });

  it('refuses a ratio that its own counts contradict', verifies('MH4-3-12', 'MH4-3-14'), () => {
    expect(faultsOf(ContextSummary, { ...summary, compression_ratio: 5.7 })).toEqual([
      'compression_ratio: the ratio is the source tokens divided by the summary tokens',
    ]);
  });

  it('names a model exactly when one was used', verifies('MH4-3-12', 'MH4-3-13', 'MH4-3-14'), () => {
    const fault = ['model_used: a model is named exactly when one was used'];
    expect(SummarizationMethod.options).toEqual(['extractive', 'llm_generated', 'hybrid']);
    expect(faultsOf(ContextSummary, { ...summary, model_used: 'qwen2.5:14b' })).toEqual(fault);
    expect(faultsOf(ContextSummary, { ...summary, summarization_method: 'llm_generated' })).toEqual(fault);
    expect(faultsOf(ContextSummary, { ...summary, summarization_method: 'hybrid', model_used: 'qwen2.5:14b' })).toEqual([]);
  });

  it('carries a version and a hash', verifies('MH4-3-12', 'MH4-3-14'), () => {
    expect(faultsOf(ContextSummary, { ...summary, summary_version: 'v1', content_hash: 'abc' })).toEqual([
      'summary_version: expected summary:v1, summary:v2, …',
      'content_hash: expected 64 lower-case hexadecimal digits',
    ]);
  });
});
