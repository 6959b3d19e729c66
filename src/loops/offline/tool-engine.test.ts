import { describe, expect, it } from 'vitest';
import { offlineRig } from '../../../test/support/offline-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ToolRouteDecision } from '../../contracts/index.ts';
import { createToolEngine } from './offline-engine.ts';

const chosen = (tool_id: string, role_id: string, given: NonNullable<ToolRouteDecision['chosen']>['arguments']) => ({ chosen: { tool_id, role_id, arguments: given } as NonNullable<ToolRouteDecision['chosen']> });

describe('the engine of a request that one tool answers', () => {
  it('plans one call, names the role and the cost before anything is spent, and makes the call', verifies('KEL-OFF-09', 'MH4-4-18', 'MH4-CHK-04'), async () => {
    const rig = await offlineRig();
    const engine = createToolEngine(chosen('list_directory', 'coder', { path: 'docs' }), rig.ports);
    const outcome = await rig.plan('list docs', {}, engine);
    expect(outcome).toMatchObject({ decision: 'plan', why: 'The whole request means one call of list_directory as coder. It costs nothing.' });
    const { plan, executions } = await rig.ask('list docs', engine);
    expect([engine.kind, plan.subtasks.map(({ role_id, tools, success_criteria }) => [role_id, tools, success_criteria.map(({ check }) => check)])]).toEqual(['tool', [['coder', ['list_directory'], [{ kind: 'tool_completed', tool_id: 'list_directory' }]]]]);
    expect([executions[0]?.modelCalls, executions[0]?.calls.map(({ outcome: { status } }) => status), executions[0]?.result.output.split('\n').at(-1)]).toEqual([0, ['completed'], 'Made without a model: list_directory was called once.']);
  });

  it('gives the call to a role whose whole work it can be', verifies('KEL-OFF-09'), async () => {
    const rig = await offlineRig();
    const { plan } = await rig.ask('read the page', createToolEngine(chosen('extract_text', 'librarian', { path: 'docs/page.html' }), rig.ports));
    expect(plan.subtasks.map(({ role_id }) => role_id)).toEqual(['analyst']);
  });

  it('is not made without a call', () => {
    expect(() => createToolEngine({ chosen: null }, { callTool: () => Promise.reject(new Error('nothing is called')) })).toThrow('only a request that means a call of a tool');
  });
});
