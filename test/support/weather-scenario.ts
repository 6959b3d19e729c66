import type { z } from 'zod';
import type { Scenario } from '../../src/contracts/index.ts';

/** What a person asks of the run, and what it says in the end. */
export const WEATHER_TASK = 'Note in weather.md how the weather is in Lyme and Hull.';
export const WEATHER_ANSWER = 'It is windy in Lyme and in Hull; it stands in weather.md.';

type Turn = z.input<typeof Scenario>['turns'][number];
type Part = NonNullable<Turn['answer']>[number];

const text = (value: unknown): Part[] => [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }];
const fileChecked = { criterion: 'weather.md says that it is windy', mode: 'verifiable', required: true, check: { kind: 'text_contains', subject: { of: 'file', path: 'weather.md' }, text: 'windy' } };
const fileWritten = { criterion: 'weather.md was written by this run', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'weather.md' } };

export const weatherOf = (place: string): Part => ({ type: 'tool_call', name: 'client__weather', arguments: { place } });
export const writesDown: Part = { type: 'tool_call', name: 'write_file', arguments: { path: 'weather.md', content: 'It is windy in Lyme and in Hull.\n' } };

/** A whole run: it plans, asks for the weather as it is told to, writes it down and hands it back. */
export function weatherScenario(asks: readonly Turn[] = [{ when: { tool_offered: 'client__weather' }, answer: [weatherOf('Lyme'), weatherOf('Hull')] }]): z.input<typeof Scenario> {
  return {
    turns: [
      { when: { output_schema: 'PerceiverAnswer' }, answer: text({ intent: 'Note the weather', scope: null, deadline: null }) },
      { when: { output_schema: 'PlannerAnswer' }, answer: text({ decision: 'plan', questions: [], reason: 'One file holds it.', task_criteria: [fileChecked], subtasks: [{ sequence: 1, role: 'analyst', intent: 'Write weather.md', context: '', tools: ['client__weather', 'write_file'], success_criteria: [fileWritten] }] }) },
      { when: { tool_result: { name: 'write_file' } }, answer: [{ type: 'tool_call', name: 'finish', arguments: { status: 'completed', output: WEATHER_ANSWER, confidence: { score: 0.9, rationale: 'The file was written.' }, risk: { level: 'low', rationale: 'One new file.' }, artifacts: [], next_actions: [] } }] },
      { when: { tool_result: { name: 'client__weather', contains: 'windy' } }, answer: [writesDown] },
      ...asks,
      { answer: text('Fair winds.') },
    ],
  };
}
