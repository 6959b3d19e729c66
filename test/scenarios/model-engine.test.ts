import { afterEach, describe, expect, it } from 'vitest';
import type { WireFormat } from '../../src/contracts/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../src/ledger/index.ts';
import { createModelEngine, type Engine } from '../../src/loops/index.ts';
import { createModelDesk, createPrefixWatch, readMeasures } from '../../src/models/index.ts';
import { createRoleDesk } from '../../src/mother/task/role-desk.ts';
import { PERCEIVER_PROMPT } from '../../src/loops/prompts/perceiver/v1.ts';
import { PLANNER_PROMPT } from '../../src/loops/prompts/planner/v1.ts';
import { FORMATS, gatewayRig, modelAt, type GatewayRig } from '../support/gateway-rig.ts';
import { JOURNAL_RUN, journalFixture } from '../support/journal-fixture.ts';
import { needed, subtaskIdOf, subtaskOf } from '../support/loop-samples.ts';
import { planned, plannerAnswer, toPlan } from '../support/plan-samples.ts';
import { sample } from '../support/sample-values.ts';
import { verifies } from '../requirements/verifies.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))));

type Turns = Parameters<typeof gatewayRig>[0]['turns'];
const says = (value: unknown): Turns[number] => ({ answer: [{ type: 'text', text: JSON.stringify(value) }], times: 1 });
const signal = new AbortController().signal;

/** An engine whose roles ask one model of this format over real HTTP, through the desk of a run. */
async function engineOver(format: WireFormat, turns: Turns): Promise<{ readonly engine: Engine; readonly rig: GatewayRig }> {
  const rig = await gatewayRig({ turns, on_exhausted: 'fail' }, { modelsAt: ({ url }) => [modelAt(url, format, 'one', { tiers: ['nano', 'flash', 'frontier'], capabilities: ['tool_calling', 'strict_json'] })] });
  const fixture = await journalFixture();
  const journal = await fixture.open();
  closing.push(() => journal.close(), () => rig.close());
  const counters = createCounters(fixture.writer);
  await counters.open('open', 'run:1', { tokens: 1_000_000, cost_microusd: 10_000_000, cloud_calls: 100 });
  const documents = createDocuments(fixture.store, BUILTIN_SETUP.projections);
  const models = createModelDesk({ gateway: rig.gateway, journal, log: fixture.writer, prefixes: createPrefixWatch(), clock: fixture.clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId) });
  const desk = createRoleDesk({
    desk: models,
    common: { runId: JOURNAL_RUN, sensitivity: 'private', targetLatencyMs: 10_000, policy: { libraryForbidsCloud: false, restrictedMayLeave: false } },
    budgets: { counters: ['run:1'], operations: counters.operations },
    outputTokensMax: 2_000,
    needsOf: () => [],
    startsLarger: false,
  });
  const engine = createModelEngine({ desk, workspace: '/w', executorPorts: () => Promise.reject(new Error('nothing is executed here')) });
  return { engine, rig };
}

const perceived = { intent: 'Sort the names in names.txt', scope: null, deadline: null };

describe.each(FORMATS)('an engine with a model over %s', (format) => {
  it('understands a request and plans it, with the heads that are pinned', verifies('KEL-PLAN-09', 'ART-R1-02', 'ART-R2-02'), async () => {
    const { engine, rig } = await engineOver(format, [says(perceived), says(plannerAnswer())]);
    const task = await engine.perceive({ key: 'plan/perceive', signal, taskId: sample.taskId, request: 'sort them', history: [] });
    const outcome = await engine.plan(toPlan({ task }));
    expect(task).toEqual({ task_id: sample.taskId, intent: perceived.intent, constraints: { scope: null, deadline: null }, raw_input: 'sort them' });
    expect(outcome).toMatchObject({ decision: 'plan', plan: { subtasks: [{ subtask_id: subtaskIdOf(1), role_id: 'coder' }] } });
    const heard = rig.server.requests().map(({ body }) => JSON.stringify(body));
    expect([PERCEIVER_PROMPT, PLANNER_PROMPT].map(({ head }, at) => heard[at]?.includes(JSON.stringify(head).slice(1, -1)))).toEqual([true, true]);
  });
});

describe('an engine with a model', () => {
  it('shows a planner what is wrong with its plan, and takes the next', verifies('KEL-PLAN-07'), async () => {
    const { engine, rig } = await engineOver('openai_chat', [says(plannerAnswer({ subtasks: [planned({ role: 'wizard' })] })), says(plannerAnswer())]);
    expect(await engine.plan(toPlan())).toMatchObject({ decision: 'plan' });
    expect(JSON.stringify(rig.server.requests()[1]?.body)).toContain('which may not be given work');
  });

  it('leaves criteria open when the judge says nothing that can be read', verifies('KEL-PLAN-10'), async () => {
    const { engine } = await engineOver('openai_chat', [{ answer: [{ type: 'text', text: 'They are all met, trust me.' }], times: 20 }]);
    const subtask = subtaskOf(1, [needed('Three are listed')]);
    expect(await engine.judgeSubtask({ key: 'judge', signal, subtask, result: { subtask_id: subtask.subtask_id, status: 'completed', output: 'Three.', tool_calls: [] }, criteria: subtask.success_criteria })).toEqual({ unresolved: expect.stringMatching(/^model\.output_undecodable: /) });
  });
});
