import type { Turns } from './console-stage.ts';

const SURE = { confidence: { score: 0.9, rationale: 'Seen.' }, risk: { level: 'low', rationale: 'It stays here.' } };
const REPORTED = [
  { type: 'AnalysisReport', content: { question: 'What was asked.', findings: 'Seen.', method: 'With tools.', key_numbers: [], limitations: [] } },
  { type: 'Code', content: { language: 'tool calls', source: 'The calls.', parameters: {}, seed: null } },
];
const CRITERION = { criterion: 'The note is written.', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'a.txt' } };

/** A plan of one step, whatever is asked. */
const plannedWith = (...tools: readonly string[]): Turns => [
  { as: 'perceiver', times: 'any', says: { intent: 'Set the project up', scope: null, deadline: null } },
  { as: 'planner', times: 'any', says: { decision: 'plan', questions: [], reason: 'One step.', task_criteria: [CRITERION], subtasks: [{ sequence: 1, role: 'analyst', intent: 'Set it up', context: '', tools: [...tools], success_criteria: [CRITERION] }] } as never },
  { as: 'critic', times: 'any', says: { verdict: 'pass', reasons: ['It does what was asked.'], required_fixes: [], ...SURE } as never },
  { as: 'partial_result', times: 'any', says: { summary: 'Not done.', next_moves: ['Try another way.'] } },
];

const PLANNED = plannedWith('write_file');

const calls = (name: string, given: object): Turns[number] => ({ as: 'executor', calls: [{ name, arguments: given as Record<string, never> }] });
const done = (output: string): Turns[number] => ({ as: 'executor', finish: { status: 'completed', output, ...SURE, artifacts: REPORTED, next_actions: [] } as never });

const NOTE = calls('write_file', { path: 'a.txt', content: 'one' });

/** Writes a note, and then a file for which the person is asked. */
export const WAITS_FOR_YES: Turns = [...PLANNED, NOTE, calls('write_file', { path: '.env', content: 'A=b' }), done('Done.')];

/** The same, and is asked once more. */
export const WAITS_TWICE: Turns = [...PLANNED, NOTE, calls('write_file', { path: '.env', content: 'A=b' }), calls('write_file', { path: '.env.local', content: 'C=d' }), done('Done.')];

/** Asks the person twice, with answers to choose from and without, and then writes what it has to. */
export const ASKS_TWICE: Turns = [...PLANNED, calls('ask_user', { question: 'Which port?', options: ['8080', '9090'] }), calls('ask_user', { question: 'What shall it be called?' }), NOTE, done('Done.')];

/** Asks its client for the weather, and then writes a note. */
export const ASKS_ITS_CLIENT: Turns = [...plannedWith('client__weather', 'write_file'), calls('client__weather', { place: 'Lyme' }), NOTE, done('Done.')];

const FILES = { component: 'table', title: 'Files', columns: ['file', 'lines'], rows: Array.from({ length: 40 }, (_, nth) => [`file-${nth}.txt`, nth]) };
const VIEW = { type: 'ResultView', content: { title: 'How it went', components: [{ component: 'metric', label: 'Notes written', value: 40 }, FILES] } };

/** Writes a note, and then stops for ever in the middle of the rows of its result. */
export const STOPS_WRITING: Turns = [...PLANNED, NOTE, { as: 'executor', finish: { status: 'completed', output: 'All notes are written.\nEach is short.', ...SURE, artifacts: [VIEW, ...REPORTED], next_actions: [] } as never, faults: [{ kind: 'stall', at: 'mid_tool_call' }] }];
