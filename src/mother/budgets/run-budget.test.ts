import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig, DAY_COUNTER } from '../../../test/support/budget-rig.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { documentKey, type CounterAmounts, type RunId } from '../../contracts/index.ts';
import type { ModelDesk } from '../../models/index.ts';
import type { ToolRunner } from '../../tools/index.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { fairShare, type RunBudget } from './run-budget.ts';
import { settleLeftovers } from './settle-budget.ts';

type Rig = Awaited<ReturnType<typeof budgetRig>>;

/** What the desk and the runner do with counters: reserve, do it, commit. */
function spender(rig: Rig, budget: RunBudget) {
  let calls = 0;
  const spend = async (key: string, reserved: CounterAmounts, used: CounterAmounts = reserved): Promise<void> => {
    const { counters, operations } = budget.payingFor(key);
    const id = `call-${(calls += 1)}`;
    await rig.writer.append({ key: `${key}:${id}`, events: [], operations: counters.map((counter) => operations.reserve(counter, id, reserved)) });
    await rig.writer.append({ key: `${key}:${id}:end`, events: [], operations: counters.map((counter) => operations.commit(counter, id, used)) });
  };
  const runner: ToolRunner = budget.overRunner({
    async call({ key, counters }) {
      const id = `tool-${(calls += 1)}`;
      const one = { tool_calls: 1 };
      await rig.writer.append({ key: `${key}:${id}`, events: [], operations: counters.flatMap((counter) => [rig.counters.operations.reserve(counter, id, one), rig.counters.operations.commit(counter, id, one)]) });
      return undefined as never;
    },
  });
  const desk: ModelDesk = budget.overDesk({
    async ask({ key, budgets: { counters, operations } }) {
      const id = `ask-${(calls += 1)}`;
      await rig.writer.append({ key: `${key}:${id}`, events: [], operations: counters.flatMap((counter) => [operations.reserve(counter, id, { tokens: 10, cloud_calls: 1 }), operations.commit(counter, id, { tokens: 10, cloud_calls: 1 })]) });
      return undefined as never;
    },
  });
  return { spend, callTool: (key: string) => runner.call({ key } as never), ask: (key: string) => desk.ask({ key } as never) };
}

const own = (runId: RunId) => documentKey.runBudget(runId);

describe('the budget of a run', () => {
  it('counts every call of a model and of a tool where it is paid, and keeps the sums under the name of the run', verifies('MH4-5-07', 'MH4-5-08', 'MH4-KEY-02', 'MH4-CHK-05', 'KEL-BUD-08'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start();
    const { ask, callTool, spend } = spender(rig, await rig.open(runId));
    await ask('plan/perceive');
    await callTool('execute/1/1/attempt-1/turn-1/tool-1');
    await spend('execute/1/1/attempt-1/turn-2', { tokens: 500, cost_microusd: 2_000_000 }, { tokens: 90, cost_microusd: 1_250_000 });
    expect(await rig.document(own(runId))).toMatchObject({ run_id: runId, user_id: 'ada', cloud_calls: 1, total_tokens: 100, tool_calls: 1, cost_usd: 1.25, duration_sec: 0, retrieval_queries: 0, parallel_agents: 0, warnings_triggered: [], limits_exceeded: [] });
    expect((await rig.state(DAY_COUNTER)).spent).toEqual({ runs: 0, cloud_calls: 1, tokens: 100 });
  });

  it('begins nothing that passes a limit, of the run or of the day, and the run ends for it', verifies('MH4-5-11', 'MH4-5-21', 'termination.budget_exhausted', 'KEL-BUD-01'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_cloud_calls: 2 });
    const { ask } = spender(rig, await rig.open(runId, { runs: 1, cloud_calls: 9, tokens: 25 }));
    await ask('plan/1');
    await ask('plan/2');
    const refused = await ask('plan/3').catch((error: unknown) => error);
    expect(endingOfError(refused)).toMatchObject({ reason: 'budget_exhausted', factors: ['counter.exhausted'] });
    expect((await rig.state(own(runId))).spent['cloud_calls']).toBe(2);
    const next = await rig.start();
    const other = spender(rig, await rig.open(next));
    expect(await refusalOf(other.ask('another/1'))).toMatchObject({ code: 'counter.exhausted', data: { counter: DAY_COUNTER, unit: 'tokens', asked: 10, available: 5 } });
    expect((await rig.state(own(next))).spent['cloud_calls']).toBe(0);
  });

  it('warns once of each limit at four fifths, and the work goes on', verifies('MH4-5-05', 'KEL-BUD-04'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_total_tokens: 1_000 });
    const { ask, spend } = spender(rig, await rig.open(runId, { runs: 1, cloud_calls: 200, tokens: 1_000 }));
    await spend('plan/1', { tokens: 789 });
    await ask('plan/2');
    expect(await rig.told('run.budget_warned')).toEqual([]);
    await ask('plan/3');
    await ask('plan/4');
    await (await rig.open(runId)).beginRole('execute/1/1', 1);
    expect(await rig.told('run.budget_warned')).toEqual([
      { run_id: runId, scope: 'run', resource: 'tokens', limit: 1_000, consumed: 809 },
      { run_id: runId, scope: 'user_daily', resource: 'tokens', limit: 1_000, consumed: 809 },
    ]);
  });

  it('counts roles while they are at work and gives them back', verifies('MH4-5-10', 'KEL-BUD-05'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_parallel_agents: 2 });
    const budget = await rig.open(runId);
    const [first] = [await budget.beginRole('execute/1/1', 3), await budget.beginRole('execute/1/2', 2)];
    expect(await rig.document(own(runId))).toMatchObject({ parallel_agents: 2, warnings_triggered: ['parallel'] });
    expect(await refusalOf(budget.beginRole('execute/1/3', 1))).toMatchObject({ code: 'counter.exhausted', data: { unit: 'parallel_agents', asked: 1, available: 0 } });
    await first.end();
    await budget.beginRole('execute/1/3', 1);
    expect(await rig.document(own(runId))).toMatchObject({ parallel_agents: 2 });
  });

  it('carves calls out for each subtask, so that none can drain what its siblings were promised', verifies('MH4-5-20', 'KEL-BUD-05'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 10 });
    const budget = await rig.open(runId);
    const roles = await Promise.all([3, 2, 1].map((left, at) => budget.beginRole(`execute/1/${at + 1}`, left)));
    const { callTool } = spender(rig, budget);
    const callsOf = async (base: string) => {
      for (let made = 0; ; made += 1) if ((await callTool(`${base}/attempt-1/turn-1/tool-1`).then(() => 'made', () => 'refused')) === 'refused') return made;
    };
    expect([await callsOf('execute/1/1'), await callsOf('execute/1/2'), await callsOf('execute/1/3')]).toEqual([3, 3, 4]);
    expect(await rig.document(own(runId))).toMatchObject({ tool_calls: 10 });
    for (const role of roles) await role.end();
    expect([(await rig.state(own(runId))).spent['tool_calls'], await rig.document(own(runId))]).toMatchObject([10, { tool_calls: 10, parallel_agents: 0 }]);
  });

  it('tells a subtask that its share is used up while the run has more, and ends the run only when it has not', verifies('KEL-BUD-05'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 2 });
    const budget = await rig.open(runId);
    await budget.beginRole('execute/1/1', 2);
    const { callTool } = spender(rig, budget);
    await callTool('execute/1/1/attempt-1/turn-1/tool-1');
    expect(await refusalOf(callTool('execute/1/1/attempt-1/turn-2/tool-1'))).toMatchObject({ code: 'role.share_used_up', data: { call: 'execute/1/1/attempt-1/turn-2/tool-1' } });
    await callTool('execute/1/1/check-1/tool-1');
    expect(await refusalOf(callTool('execute/1/1/attempt-1/turn-3/tool-1'))).toMatchObject({ code: 'counter.exhausted' });
  });

  it('refuses again, when the run is gone on with, what a share has refused before', verifies('KEL-BUD-05'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 10 });
    const call = 'execute/1/1/attempt-1/turn-2/tool-1';
    const error = { code: 'counter.exhausted', message: 'Nothing is left.', next_step: 'Ask for less.', data: { counter: 'budget', unit: 'tool_calls', asked: 1, available: 0 } };
    await rig.writer.append({ key: 'refused', events: [{ type: 'run.tool_refused', streamId: runId, payload: { run_id: runId, call, tool_id: 'list_directory', role_id: 'analyst', stage: 'budget', arguments_hash: 'a'.repeat(64), error } }], operations: [] });
    const { callTool } = spender(rig, await rig.open(runId));
    expect(await refusalOf(callTool(call))).toMatchObject({ code: 'role.share_used_up' });
  });

  it('refuses again a question to a model that a share has refused, and puts those again that the run itself had no room for', verifies('KEL-RAISE-07'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start();
    const turn = (nth: number): string => `execute/1/1/attempt-1/turn-${nth}/model`;
    const refusedBy = (counter: string, call: string) => {
      const error = { code: 'counter.exhausted', message: 'Nothing is left.', next_step: 'Ask for less.', data: { counter, unit: 'cloud_calls', asked: 1, available: 0 } };
      const usage = { input_tokens: null, output_tokens: null, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: ['absent'] };
      const cost = { cost_vector_id: call, components: {}, basis: 'measured_actual', estimator_confidence: 'uncalibrated', assumptions: [], schema_version: '1.0' };
      const record = { request_hash: 'a'.repeat(64), prefix_hash: 'b'.repeat(64), model_id: null, provider_response_id: null, attempts: [], stop_reason: null, usage, estimated_input_tokens: 1, cost, is_reused: false, error };
      return { type: 'run.llm_ended', streamId: runId, payload: { run_id: runId, call, record } };
    };
    const share = `${own(runId)}:1-1`;
    await rig.writer.append({ key: 'refused', events: [refusedBy(share, `${turn(1)}/ask-1`), refusedBy(share, `${turn(2)}/together/model-1/ask-1`), refusedBy(own(runId), `${turn(3)}/ask-1`), refusedBy(DAY_COUNTER, `${turn(4)}/ask-1`), refusedBy(share, 'execute/1/1/judge-1/ask-1')], operations: [] });
    const { ask } = spender(rig, await rig.open(runId));
    for (const nth of [1, 2]) expect(await refusalOf(ask(turn(nth)))).toMatchObject({ code: 'role.share_used_up', data: { call: turn(nth) } });
    for (const key of [turn(3), turn(4), turn(11), 'execute/1/1/judge-1']) await ask(key);
    expect((await rig.state(own(runId))).spent['cloud_calls']).toBe(4);
  });

  it('refuses in the same process what a share has refused, also when the shares are cut anew', verifies('KEL-RAISE-07'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 2 });
    const budget = await rig.open(runId);
    const role = await budget.beginRole('execute/1/1', 2);
    const { callTool } = spender(rig, budget);
    const call = (nth: number): string => `execute/1/1/attempt-1/turn-${nth}/tool-1`;
    await callTool(call(1));
    await refusalOf(callTool(call(2)));
    await role.end();
    await budget.beginRole('execute/1/1', 1);
    expect(await refusalOf(callTool(call(2)))).toMatchObject({ code: 'role.share_used_up' });
    await callTool(call(3));
  });

  it('gives back what a subtask did not use, and at least one call to each while there is one', verifies('MH4-5-20', 'KEL-BUD-05'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 10 });
    const budget = await rig.open(runId);
    const role = await budget.beginRole('execute/1/1', 2);
    expect((await rig.state(own(runId))).reserved['tool_calls']).toBe(5);
    await spender(rig, budget).callTool('execute/1/1/attempt-1/tool-1');
    await role.end();
    const { limits, spent, reserved } = await rig.state(own(runId));
    expect([limits['tool_calls'], spent['tool_calls'], reserved['tool_calls']]).toEqual([10, 1, 0]);
    const stands = (left: number) => ({ limits: { cloud_calls: left, tool_calls: left, retrieval_queries: 0 }, spent: {}, reserved: {}, reservations: {}, is_closed: false, operations: 1 });
    expect([fairShare(stands(7), 3), fairShare(stands(2), 3), fairShare(stands(0), 3)]).toEqual([2, 1, 0].map((each) => ({ cloud_calls: each, tool_calls: each, retrieval_queries: 0 })));
  });

  it('sets the last turn aside inside the limit when it starts, and gives it once', verifies('MH4-5-12', 'KEL-BUD-06'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_total_tokens: 1_000, max_cost_usd: 1 });
    const budget = await rig.open(runId);
    const { spend } = spender(rig, budget);
    expect([(await rig.state(own(runId))).reserved, await budget.tokensLeft()]).toMatchObject([{ tokens: 100, cost_microusd: 100_000 }, 600]);
    expect(await refusalOf(spend('a', { tokens: 901 }))).toMatchObject({ code: 'counter.exhausted', data: { available: 900 } });
    await spend('b', { tokens: 900 });
    expect(await budget.tokensLeft()).toBe(0);
    await budget.releaseGrace();
    await budget.releaseGrace();
    await spend('c', { tokens: 100 });
    await (await rig.open(runId)).releaseGrace();
    expect(await refusalOf(spend('d', { tokens: 1 }))).toMatchObject({ code: 'counter.exhausted', data: { available: 0 } });
    expect((await rig.state(own(runId))).spent['tokens']).toBe(1_000);
  });

  it('sets aside no more than a model takes in at once', verifies('MH4-5-12', 'KEL-BUD-06'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start();
    await rig.open(runId);
    expect((await rig.state(own(runId))).reserved).toMatchObject({ tokens: 32_000, cost_microusd: 500_000 });
  });

  it('loses to a crash what was reserved at that moment and no more', verifies('KEL-BUD-05', 'KEL-BUD-06'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start({ max_tool_calls: 10, max_total_tokens: 1_000 });
    const killed = await rig.open(runId);
    await killed.beginRole('execute/1/1', 2);
    const { counters, operations } = killed.payingFor('execute/1/1/turn-1');
    await rig.writer.append({ key: 'under-way', events: [], operations: counters.map((counter) => operations.reserve(counter, 'under-way', { tokens: 50, cloud_calls: 1 })) });
    const resumed = await rig.open(runId);
    expect((await rig.state(own(runId))).spent).toMatchObject({ cloud_calls: 1, tool_calls: 0, parallel_agents: 0 });
    expect((await rig.state(own(runId))).reserved).toMatchObject({ cloud_calls: 0, tool_calls: 0, parallel_agents: 0, tokens: 150 });
    await resumed.beginRole('execute/1/1', 2);
    await settleLeftovers(runId, true, rig);
    expect((await rig.state(own(runId))).reserved).toMatchObject({ tokens: 50, cost_microusd: 0, parallel_agents: 0, tool_calls: 0 });
    await settleLeftovers(runId, true, rig);
  });
});

describe('the time of a run', () => {
  it('counts while it works and stands still while people are waited for, however many at once', verifies('MH4-5-15', 'KEL-BUD-07'), async () => {
    const rig = await budgetRig();
    const budget = await rig.open(await rig.start());
    rig.clock.advance(100);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waits = [budget.whileWaiting(() => first.promise), budget.whileWaiting(() => second.promise)];
    rig.clock.advance(5_000);
    first.resolve();
    await waits[0];
    rig.clock.advance(5_000);
    expect(budget.activeMs()).toBe(100);
    second.resolve();
    await waits[1];
    rig.clock.advance(20);
    expect(budget.activeMs()).toBe(120);
  });

  it('is kept when a phase is left, so that whoever goes on with the run goes on counting', verifies('MH4-5-15', 'KEL-BUD-07'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start();
    const budget = await rig.open(runId);
    await budget.withinPhase('plan', new AbortController().signal, async () => rig.clock.advance(1_500));
    rig.clock.advance(60_000);
    const resumed = await rig.open(runId);
    expect([resumed.activeMs(), await rig.document(own(runId))]).toMatchObject([1_500, { duration_sec: 1.5 }]);
  });

  it('is kept during long work too', verifies('KEL-BUD-07'), async () => {
    const rig = await budgetRig();
    const runId = await rig.start();
    const { ask } = spender(rig, await rig.open(runId));
    rig.clock.advance(4_999);
    await ask('plan/1');
    expect((await rig.state(own(runId))).spent['active_ms']).toBe(0);
    rig.clock.advance(1);
    await ask('plan/2');
    expect((await rig.state(own(runId))).spent['active_ms']).toBe(5_000);
  });
});
