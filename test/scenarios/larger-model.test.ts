import { describe, expect, it } from 'vitest';
import { RunScenario, type ScriptedRoleTurn } from './run/scenario-file.ts';
import { play } from './run/scenario-runner.ts';
import type { Played } from './run/played.ts';
import { speakerOf } from './run/scripted-roles.ts';
import { verifies } from '../requirements/verifies.ts';
import { PATIENCE } from '../support/traced.ts';

const TIMEOUT_MS = 120_000 * PATIENCE;
const REQUEST = 'Write down where the boats lie.';
const [SMALL, LARGE] = ['mock-model', 'mock-model-large'];
const level = { score: 0.9, rationale: 'Seen in what the tools gave back.' };
const low = { level: 'low', rationale: 'It stays in this folder.' };

type Turn = Partial<ScriptedRoleTurn> & Pick<ScriptedRoleTurn, 'as'>;

/** A plan whose only step reads a file. */
function plan(way: number): Turn {
  const check = { kind: 'tool_completed', tool_id: 'read_file' };
  const read = { sequence: 1, role: 'analyst', intent: 'Read where the boats lie', context: `WAY-${way}`, tools: ['read_file'], success_criteria: [{ criterion: 'The source was read', mode: 'verifiable', required: true, check }] };
  const written = { criterion: 'The word harbour can be read in notes.md', mode: 'verifiable', required: true, check: { kind: 'text_contains', subject: { of: 'file', path: 'notes.md' }, text: 'harbour' } };
  return { as: 'planner', says: { decision: 'plan', questions: [], reason: 'One step at a time.', task_criteria: [written], subtasks: [read] } };
}

/** What is read is not there, so every way fails. */
function failing(way: number): Turn[] {
  return [
    { as: 'executor', about: `WAY-${way}`, calls: [{ name: 'read_file', arguments: { path: `missing-${way}.txt` } }] },
    { as: 'executor', about: `WAY-${way}`, finish: { status: 'failed', output: 'The file is not there.', confidence: level, risk: low, artifacts: [], next_actions: [] } },
  ];
}

function scenario(ways: readonly number[], rest: Partial<Pick<RunScenario, 'person'>> = {}): RunScenario {
  const always: Turn[] = [
    { as: 'perceiver', times: 'any', says: { intent: REQUEST, scope: null, deadline: null } },
    { as: 'partial_result', times: 'any', says: { summary: 'Part of it was reached.', next_moves: ['Say where else to look.'] } },
  ];
  return RunScenario.parse({ name: 'larger-model', promise: 'A larger model is tried.', workspace: {}, settings: { larger_model: true }, command: ['run', REQUEST], model: { turns: [...ways.map(plan), ...ways.flatMap(failing), ...always] }, expect: { exit_code: 12, reason: 'retries_exhausted' }, ...rest });
}

/** Which model each turn of a worker was asked of, by the way that its plan took. */
function workedBy({ requests }: Played): Record<string, string[]> {
  const asked = requests.filter((request) => speakerOf(request) === 'executor').map(({ body, model }) => ({ way: /WAY-\d/.exec(JSON.stringify(body))?.[0] ?? '', model: model ?? '' }));
  return Object.fromEntries([...new Set(asked.map(({ way }) => way))].map((way) => [way, [...new Set(asked.filter((one) => one.way === way).map(({ model }) => model))]]));
}

describe('a run that comes to nothing', () => {
  it('tries a larger model once, after two repairs on the usual one, and then stops', { ...verifies('ROLES-12', 'KEL-ROUTE-04'), timeout: TIMEOUT_MS }, async () => {
    const played = await play(scenario([1, 2, 3, 4, 5]));
    expect(played.troubles).toEqual([]);
    expect(workedBy(played)).toEqual({ 'WAY-1': [SMALL], 'WAY-2': [SMALL], 'WAY-3': [SMALL], 'WAY-4': [LARGE] });
    expect(played.report?.termination).toMatchObject({ reason: 'retries_exhausted', can_retry: true, suggested_action: 'escalate_model' });
  });

  it('is begun on a larger model when the same is asked again', { ...verifies('MH4-1-10', 'KEL-ROUTE-07'), timeout: TIMEOUT_MS }, async () => {
    const again: RunScenario['person'][number] = { when: { ended: true }, do: { start: ['run', REQUEST] } };
    const played = await play(scenario([1, 2, 3, 4, 5, 6, 7, 8], { person: [again] }));
    expect(played.troubles).toEqual([]);
    expect(workedBy(played)).toMatchObject({ 'WAY-1': [SMALL], 'WAY-4': [LARGE], 'WAY-5': [LARGE], 'WAY-6': [LARGE] });
    const planners = played.requests.filter((request) => speakerOf(request) === 'planner').map(({ model }) => model);
    expect([planners[0], planners[4]]).toEqual([SMALL, LARGE]);
  });
});
