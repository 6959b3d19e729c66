import { describe, expect, it } from 'vitest';
import { FINE, finish, PACKET, REPORT, SUBTASK, WORKER } from '../../test/support/executor-rig.ts';
import { needed, outcomeOf, pass, subtaskOf, task } from '../../test/support/loop-samples.ts';
import { modelResponse } from '../../test/support/model-samples.ts';
import { DIRECTIVE, LAST_ROUND, plannerAnswer, toPlan } from '../../test/support/plan-samples.ts';
import { recordedDesk } from '../../test/support/recorded-desk.ts';
import { sample } from '../../test/support/sample-values.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import type { ExecutorPorts, ToExecute } from './engine.ts';
import { createModelEngine } from './model-engine.ts';
import { makePlan } from './planner/make-plan.ts';

const { signal } = new AbortController();
const WORK: ToExecute = { key: 'execute/1', signal, runId: sample.runId, subtask: SUBTASK, role: WORKER, attempt: 1, packet: PACKET, tools: [], blockedTargets: [] };

function executorPorts(): ExecutorPorts {
  return {
    contextTokens: 100_000,
    askTurn: async () => ({ response: modelResponse([finish()]), calls: [{ callId: 'f', name: 'finish', arguments: REPORT }], exchange: [] }),
    callTool: () => Promise.reject(new Error('no tool is called here')),
    takeSteering: async () => [],
    judgeAnswer: async () => FINE,
    isReadOnly: () => true,
    isStopping: () => false,
    tokensLeft: async () => 1_000_000,
  };
}

/** Tells afterwards what was taken from a thing, by name. */
function watched<Thing extends object>(thing: Thing): { readonly thing: Thing; readonly taken: Set<string> } {
  const taken = new Set<string>();
  const note = (name: string | symbol): void => void (typeof name === 'string' && taken.add(name));
  return { taken, thing: new Proxy(thing, { get: (of, name) => (note(name), Reflect.get(of, name) as unknown) }) };
}

describe('an engine with models', () => {
  it('thinks with one desk and works with the ports of the attempt', verifies('KEL-PLAN-09'), async () => {
    const opened: ToExecute[] = [];
    const subtask = subtaskOf(1, [needed('It is there')]);
    const judged = { verdicts: [], what_was_wrong: '', what_to_do: '' };
    const desk = recordedDesk({ intent: 'Sort it', scope: null, deadline: null }, plannerAnswer(), judged, { verdicts: [], summary: 'Done.' }, { summary: 'Half.', next_moves: ['Go on.'] });
    const engine = createModelEngine({ desk, workspace: '/w', executorPorts: async (input) => (opened.push(input), executorPorts()) });
    expect(engine.kind).toBe('model');
    expect(await engine.perceive({ key: 'a', signal, taskId: sample.taskId, request: 'sort', history: [] })).toMatchObject({ intent: 'Sort it' });
    expect(await engine.plan(toPlan())).toMatchObject({ decision: 'plan' });
    expect(await engine.execute(WORK)).toMatchObject({ result: { status: 'completed', output: REPORT.output }, report: REPORT });
    expect(opened).toEqual([WORK]);
    expect(await engine.judgeSubtask({ key: 'b', signal, subtask, result: { subtask_id: subtask.subtask_id, status: 'completed', output: '', tool_calls: [] }, criteria: subtask.success_criteria })).toEqual(judged);
    expect(await engine.judgeTask({ key: 'c', signal, task, criteria: subtask.success_criteria, outcomes: [{ subtask, outcome: outcomeOf(subtask, { verdicts: [pass(needed('It is there'))] }) }], mergedOutput: 'x' })).toEqual({ verdicts: [], summary: 'Done.' });
    expect(await engine.giveUp({ key: 'd', signal, task, reached: [], unmet: [], why: 'No time.' })).toEqual({ summary: 'Half.', next_moves: ['Go on.'] });
    expect(desk.asked.map(({ roleId }) => roleId)).toEqual(['perceiver', 'planner', 'agent_validator', 'meta_validator', 'planner']);
  });
});

describe('a planner', () => {
  it('is given a desk and facts, and takes nothing else: no tool, no service, no memory, no formula', verifies('ART-R2-NOT-2', 'ART-R2-NOT-4'), async () => {
    const { thing, taken } = watched(toPlan({ directive: DIRECTIVE, previous: LAST_ROUND }));
    await makePlan(thing, recordedDesk(plannerAnswer()));
    expect([...taken].sort()).toEqual(['calibration', 'context', 'directive', 'holdsWary', 'key', 'mintSubtask', 'previous', 'roles', 'runId', 'said', 'signal', 'task', 'toolsOf']);
  });

  it.each([
    ['a macro-state', 'ART-R2-NOT-1', { directive: 'refine' }],
    ['a loss', 'ART-R2-NOT-1', { loss: { D: 0, P: 0, Omega: 0, L: 0 } }],
    ['a verdict', 'ART-R2-NOT-3', { verdicts: [] }],
  ])('has no place in its answer for %s', verifies('ART-R2-NOT-1', 'ART-R2-NOT-3'), async (_what, _rule, extra) => {
    const answer = { ...plannerAnswer(), ...extra };
    await expect(makePlan(toPlan(), recordedDesk(answer, answer, answer))).rejects.toMatchObject({ code: 'model.output_undecodable' });
  });
});
