import type { AnalysisReport, ImplementationNotes, Subtask } from '../../contracts/index.ts';
import type { Execution } from '../../loops/index.ts';

const SAID_NOTHING = 'The role said nothing about its work.';

/**
 * Notes that a role owes and did not write, made from what it handed back. They claim nothing that it did not say: no
 * decision and no key number is made up, and the report says whose words are missing.
 */
export const DERIVED_NOTES: Readonly<Record<string, (subtask: Subtask, execution: Execution) => ImplementationNotes | AnalysisReport>> = {
  ImplementationNotes: (_subtask, { result }) => ({ summary: result.output.trim() || SAID_NOTHING, decisions: [], left_open: [] }),
  AnalysisReport: ({ intent }, { result }) => ({
    question: intent,
    findings: result.output.trim() || SAID_NOTHING,
    method: result.tool_calls.map(({ tool_id, input }) => `${tool_id} ${input}`).join('\n') || 'No tool was called.',
    key_numbers: [],
    limitations: ['The role gave no report of its own; this one is made from its output, and names no key numbers.'],
  }),
};
