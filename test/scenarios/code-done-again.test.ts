import { expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { RunScenario } from './run/scenario-file.ts';
import type { Played } from './run/played.ts';
import { play } from './run/scenario-runner.ts';
import { speakerOf } from './run/scripted-roles.ts';
import { PATIENCE } from '../support/traced.ts';

const TIMEOUT_MS = 120_000 * PATIENCE;
const REQUEST = 'Write add.js.';
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const low = { level: 'low', rationale: 'It stays in this folder.' };
const sure = (score: number) => ({ score, rationale: 'Seen in what the tools gave back.' });
const changed = { criterion: 'add.js is changed', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'add.js' } };
const notes = { type: 'ImplementationNotes', content: { summary: 'Written.', decisions: [], left_open: [] } };

const write = (source: string) => ({ as: 'executor', calls: [{ name: 'write_file', arguments: { path: 'add.js', content: source } }] });
const finish = (score: number) => ({ as: 'executor', finish: { status: 'completed', output: 'add.js is written.', confidence: sure(score), risk: low, artifacts: [notes], next_actions: [] } });
const critic = (verdict: 'pass' | 'fail', times: number | 'any') => ({ as: 'critic', times, says: { verdict, reasons: ['Read.'], required_fixes: verdict === 'pass' ? [] : [{ fix: 'Name it better.', test: 'It has another name.' }], risk: low, confidence: sure(0.9) } });

/** A coder that does not trust its work, so that a larger model writes it again; the round after that hands in what is clean. */
function doneAgain(source: string, critics: readonly object[]): RunScenario {
  const subtask = { sequence: 1, role: 'coder', intent: 'Write add.js', context: '', tools: ['write_file'], success_criteria: [changed] };
  const turns = [
    { as: 'perceiver', times: 'any', says: { intent: REQUEST, scope: null, deadline: null } },
    { as: 'planner', times: 'any', says: { decision: 'plan', questions: [], reason: 'One step.', task_criteria: [{ ...changed, criterion: 'The run changed add.js' }], subtasks: [subtask] } },
    write('export const a = 1;\n'),
    finish(0.1),
    write(source),
    finish(0.95),
    write('export const b = 2;\n'),
    finish(0.95),
    ...critics,
  ];
  return RunScenario.parse({ name: 'code-done-again', promise: 'Code that was done again is looked at again.', workspace: {}, settings: { larger_model: true }, command: ['run', REQUEST], model: { turns }, expect: { exit_code: 0, reason: 'success', files: { 'add.js': { lacks: TOKEN } } } });
}

/** How often a critic was asked, which subtasks were judged in which round, and what came of it. */
function cameTo({ troubles, requests, events, report, files }: Played): unknown {
  const judged = events.filter(({ type }) => type === 'run.subtask_judged').map(({ payload }) => payload?.['round']);
  return { troubles, critics: requests.filter((request) => speakerOf(request) === 'critic').length, judged, reason: report?.termination.reason, file: files.get('add.js') };
}

it.concurrent('a secret that a larger model writes while a conflict is settled is not handed over', { ...verifies('MH4-2-18', 'KEL-CONF-13'), timeout: TIMEOUT_MS }, async () => {
  const played = await play(doneAgain(`export const key = '${TOKEN}';\n`, [critic('pass', 'any')]));
  expect(cameTo(played)).toEqual({ troubles: [], critics: 3, judged: [1, 1, 2], reason: 'success', file: 'export const b = 2;\n' });
});

it.concurrent('code that a larger model writes while a conflict is settled is shown to the critic, whose no sends it back', { ...verifies('ROLES-38', 'ROLES-41'), timeout: TIMEOUT_MS }, async () => {
  const played = await play(doneAgain('export const badName = 1;\n', [critic('pass', 1), critic('fail', 1), critic('pass', 'any')]));
  expect(cameTo(played)).toEqual({ troubles: [], critics: 3, judged: [1, 1, 2], reason: 'success', file: 'export const b = 2;\n' });
});
