import { describe, expect, it } from 'vitest';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { RunSummary } from './run-summary.ts';

describe('a run summary', () => {
  const summary = {
    run_id: sample.runId,
    task_id: sample.taskId,
    reason: 'success',
    summary: 'Two files changed, tests pass.',
    started_at: sample.time,
    ended_at: sample.later,
    phases: [{ phase: 'plan', entered_at: sample.time, exit: { exit: 'success', reason: 'planned' } }],
    replans: 0,
    consumed: {
      cloud_calls: 1,
      total_tokens: 2,
      duration_sec: 1,
      tool_calls: 3,
      retrieval_queries: 0,
      parallel_agents: 1,
      cost_usd: 0.2,
    },
    artifact_ids: [sample.artifactId],
    conflict_ids: [],
    context_summary_ids: [],
    unmet_criteria: [],
  };

  it('says what was done, at what price and what is unmet', () => {
    expect(RunSummary.parse(summary)).toEqual(summary);
    expect(requiredFieldsOf(RunSummary, summary)).toEqual(Object.keys(summary));
    const charged = { ...summary, charges: [{ role: 'planner', why: 'The plan was wrong.' }] };
    expect(RunSummary.parse(charged)).toEqual(charged);
  });

  it('refuses to end before it started', () => {
    expect(faultsOf(RunSummary, { ...summary, started_at: sample.later, ended_at: sample.time })).toEqual([
      'ended_at: the run ended before it started',
    ]);
    expect(faultsOf(RunSummary, { ...summary, ended_at: sample.time })).toEqual([]);
  });
});
