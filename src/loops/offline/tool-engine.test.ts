import { describe, expect, it } from 'vitest';
import { offlineRig } from '../../../test/support/offline-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import type { ToolRouteDecision } from '../../contracts/index.ts';
import { createToolEngine } from './offline-engine.ts';

const chosen = (tool_id: string, role_id: string, given: NonNullable<ToolRouteDecision['chosen']>['arguments']) => ({ chosen: { tool_id, role_id, arguments: given } as NonNullable<ToolRouteDecision['chosen']> });

describe('the engine of a request that one tool answers', () => {
  it('plans one call, names the role and the cost before anything is spent, and makes the call', verifies('KEL-OFF-09', 'MH4-4-18', 'MH4-CHK-04', 'MH4-4-11'), async () => {
    const rig = await offlineRig();
    const engine = createToolEngine(chosen('list_directory', 'coder', { path: 'docs' }), rig.ports);
    const outcome = await rig.plan('list docs', {}, engine);
    expect(outcome).toMatchObject({ decision: 'plan', why: 'The whole request means one call of list_directory as coder. It costs nothing.' });
    const { plan, executions } = await rig.ask('list docs', engine);
    const criterion = { criterion: 'the answer is what list_directory gave, word for word', mode: 'verifiable', required: true, check: { kind: 'answer_agrees', with: 'tool_words' } };
    const whole = { criterion: 'it was checked that no file was changed', mode: 'verifiable', required: true, check: { kind: 'untouched', except: [], allows: 'nothing' } };
    expect([engine.kind, plan]).toEqual([
      'tool',
      {
        task_id: sample.taskId,
        task_criteria: [whole],
        subtasks: [{ subtask_id: expect.stringMatching(/^sub_/) as string, parent_task_id: sample.taskId, sequence: 1, role_id: 'coder', intent: 'call list_directory', context: '{"arguments":{"path":"docs"},"kind":"call_tool","role_id":"coder","tool_id":"list_directory"}', tools: ['list_directory'], success_criteria: [criterion] }],
      },
    ]);
    expect([executions[0]?.modelCalls, executions[0]?.calls.map(({ outcome: { status } }) => status), executions[0]?.result.output.split('\n').at(-1)]).toEqual([0, ['completed'], 'Made without a model: list_directory was called once.']);
  });

  it('is not tried in another way', verifies('KEL-OFF-09', 'MH4-CHK-04'), async () => {
    const rig = await offlineRig();
    const engine = createToolEngine(chosen('list_directory', 'coder', { path: 'nowhere' }), rig.ports);
    const { plan, executions } = await rig.ask('list nowhere', engine);
    expect(executions[0]?.result.status).toBe('failed');
    const task = await engine.perceive({ key: 'x', signal: new AbortController().signal, taskId: sample.taskId, request: 'list nowhere', history: [] });
    const directive = { task_id: sample.taskId, loss: { D: 1, P: 0, Omega: 0, L: 1 }, grad_l: 0, grad_q: 0, prev_directive: 'init' as const, directive: 'refine' as const, blocked_tools: [], blocked_targets: [], failed_criterion: 'it ran', failure_class: 'environmental' as const, budget_pressure: 0, rationale: 'It failed.' };
    const outcome = await engine.plan({ key: 'plan/2', signal: new AbortController().signal, runId: sample.runId, task, roles: [], toolsOf: new Map(), said: [], context: '', calibration: [], directive, previous: { plan, outcomes: [] }, mintSubtask: () => Promise.reject(new Error('nothing is planned')) });
    expect(outcome).toEqual({ decision: 'impossible', reason: 'It was tried and did not do: it ran.' });
  });

  it('gives the call to a role whose whole work it can be', verifies('KEL-OFF-09'), async () => {
    const rig = await offlineRig();
    const { plan } = await rig.ask('read the page', createToolEngine(chosen('extract_text', 'librarian', { path: 'docs/page.html' }), rig.ports));
    expect(plan.subtasks.map(({ role_id }) => role_id)).toEqual(['analyst']);
    const roleFor = async (tool: string, role: string) => {
      const outcome = await rig.plan('do it', {}, createToolEngine(chosen(tool, role, {}), rig.ports));
      return outcome.decision === 'plan' ? outcome.plan.subtasks[0]?.role_id : undefined;
    };
    expect([await roleFor('ocr_extract', 'vision'), await roleFor('resize_image', 'vision'), await roleFor('query_table', 'coder'), await roleFor('mcp__a__b', 'research')]).toEqual(['vision', 'analyst', 'coder', 'research']);
  });

  it('is not made without a call', () => {
    expect(() => createToolEngine({ chosen: null }, { callTool: () => Promise.reject(new Error('nothing is called')) })).toThrow('only a request that means a call of a tool');
  });
});
