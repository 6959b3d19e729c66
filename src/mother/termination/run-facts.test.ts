import { describe, expect, it } from 'vitest';
import { judged, entries, started, type Told } from '../../../test/support/run-history.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { factsOf, type RunFacts } from './run-facts.ts';

async function factsAfter(told: readonly Told[]): Promise<RunFacts> {
  const all = entries([['run.started', started()], ...told]);
  return factsOf(RUN, { read: async (_stream, { after = 0, limit } = {}) => all.filter(({ event }) => event.sequence > after).slice(0, limit) });
}

const refused = (call: string, stage: string, code: string): Told => ['run.tool_refused', { run_id: RUN, call, tool_id: 'shell', role_id: 'coder', stage, arguments_hash: 'a'.repeat(64), error: { code, message: `${code}.`, next_step: 'Look.', data: {} } }];
const broke: Told = ['run.exception_raised', { run_id: RUN, during: 'execute', error: { code: 'model.call_failed', message: 'It broke.', next_step: 'Look.', data: {} } }];
const warned: Told = ['run.budget_warned', { run_id: RUN, scope: 'run', resource: 'tokens', limit: 50, consumed: 40 }];

describe('what may be why a run ended', () => {
  it('is nothing where nothing went wrong', verifies('KEL-RUN-05'), async () => {
    expect(await factsAfter([['run.subtask_judged', judged(1, [])]])).toEqual({ denied: [], forbidden: [], factors: [] });
  });

  it('names what a person denied, or let expire, apart from what is not allowed at all', verifies('KEL-RUN-05', 'termination.approval_denied', 'termination.policy_violation'), async () => {
    const told = [refused('execute/1/1', 'approval', 'tool.approval_denied'), refused('execute/1/2', 'approval', 'approval.expired'), refused('execute/1/3', 'role', 'tool.role_not_allowed'), refused('execute/1/4', 'policy', 'tool.refused_by_policy'), refused('execute/1/5', 'schema', 'tool.arguments_invalid')];
    expect(await factsAfter(told)).toEqual({ denied: [{ call: 'execute/1/1', why: 'tool.approval_denied.' }, { call: 'execute/1/2', why: 'approval.expired.' }], forbidden: ['execute/1/3', 'execute/1/4'], factors: ['2 actions were denied', '2 actions were against a contract or policy'] });
    expect((await factsAfter([told[0] as Told, told[2] as Told])).factors).toEqual(['1 action was denied', '1 action was against a contract or policy']);
  });

  it('counts what happened, in words', verifies('KEL-RUN-05'), async () => {
    expect((await factsAfter([broke, warned])).factors).toEqual(['1 failed call of a model', '1 warning of a budget']);
    const others: readonly Told[] = [['run.correction_ordered', {}], ['run.replan_requested', {}], ['run.conflict_resolved', {}]];
    expect((await factsAfter(others)).factors).toEqual(['1 correction of a subtask', '1 refusal of the whole result', '1 conflict between roles']);
    expect((await factsAfter([...others, ...others, warned, warned])).factors).toEqual(['2 corrections of subtasks', '2 refusals of the whole result', '2 conflicts between roles', '2 warnings of budgets']);
    expect((await factsAfter([broke, warned, broke])).factors).toEqual(['2 failed calls of models', '1 warning of a budget']);
  });

  it('names each failure once, shortened, and no more of them than a person reads', verifies('KEL-RUN-05'), async () => {
    const failed = (subtask: number, why: string): Told => ['run.subtask_judged', { run_id: RUN, round: 1, outcome: { ...(judged(subtask, [], 1, 'failed') as { outcome: object }).outcome, failure_reason: why } }];
    expect((await factsAfter([failed(1, 'Empty.'), failed(1, 'Empty.')])).factors).toEqual(['failed: a subtask: Empty.']);
    expect((await factsAfter([failed(1, 'x'.repeat(400))])).factors).toEqual([`failed: ${`a subtask: ${'x'.repeat(400)}`.slice(0, 300)}…`]);
    expect((await factsAfter([1, 2, 3, 4, 5, 6].map((nth) => failed(1, `Reason ${nth}.`)))).factors).toHaveLength(5);
  });
});
