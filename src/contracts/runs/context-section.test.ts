import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { CONTEXT_COMPOSITION_ORDER, ContextSection, ContextSectionRule, RECENT_MESSAGES_MAX } from './context-section.ts';

describe('the composition order', () => {
  it('must have the task and the phase and places the rest while there is room', verifies('KEL-RUNS-19', 'MH4-3-08'), () => {
    expect(CONTEXT_COMPOSITION_ORDER).toEqual([
      { section: 'task_definition', priority: 100, required: true },
      { section: 'current_phase', priority: 95, required: true },
      { section: 'recent_messages', priority: 90, required: false },
      { section: 'retrieval_hits', priority: 85, required: false },
      { section: 'session_summaries', priority: 80, required: false },
      { section: 'project_knowledge', priority: 75, required: false },
      { section: 'previous_artifacts', priority: 70, required: false },
    ]);
  });

  it('has a rule for every section', verifies('KEL-RUNS-19'), () => {
    expect(CONTEXT_COMPOSITION_ORDER.map((rule) => rule.section)).toEqual(ContextSection.options);
    expect(CONTEXT_COMPOSITION_ORDER.flatMap((rule) => faultsOf(ContextSectionRule, rule))).toEqual([]);
  });

  it('takes the last ten messages', () => {
    expect(RECENT_MESSAGES_MAX).toBe(10);
  });
});
