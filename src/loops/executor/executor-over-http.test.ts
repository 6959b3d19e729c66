import { afterEach, describe, expect, it } from 'vitest';
import { PACKET, REPORT, SUBTASK, WORKER } from '../../../test/support/executor-rig.ts';
import { gatewayRig, modelAt, type GatewayRig } from '../../../test/support/gateway-rig.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { modelRequest } from '../../../test/support/model-samples.ts';
import { runnerRig } from '../../../test/support/runner-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { WireFormat } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../ledger/index.ts';
import { createModelDesk, createPrefixWatch, readMeasures, type ScriptedServerOptions } from '../../models/index.ts';
import { builtinTools } from '../../tools/index.ts';
import type { Execution, ExecutorPorts } from '../engine.ts';
import { executeSubtask } from './execute-subtask.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

const TOOLS = builtinTools({ webSearch: {} }).filter(({ definition: { tool_id } }) => ['read_file', 'write_file'].includes(tool_id));
const calls = (name: string, given: object) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });

/** A scripted model over real HTTP, the real desk, real tools in a real folder, everything recorded. */
async function officeWith(turns: ScriptedServerOptions['scenario']['turns'], format: WireFormat) {
  const rig = await gatewayRig({ turns }, { modelsAt: ({ url }) => [modelAt(url, format, 'scripted', {}, { location: 'local' })] });
  rigs.push(rig);
  const runner = await runnerRig({ tools: TOOLS });
  const { writer, clock, store } = runner.ledger;
  const counters = createCounters(writer);
  await counters.open('open-model', 'run:1', { tokens: 1_000_000, cost_microusd: 10_000_000, cloud_calls: 100 });
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const prefixes = createPrefixWatch();
  const run = async (): Promise<Execution> => {
    const journal = await runner.journal();
    const signal = new AbortController().signal;
    const desk = createModelDesk({ gateway: rig.gateway, journal, log: writer, prefixes, clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId) });
    const ports: ExecutorPorts = {
      askTurn: (turn, { messages, tools, toolChoice, stable, outputTokensMax = 4_000 }) =>
        desk.ask({ runId: JOURNAL_RUN, key: `execute/turn-${turn}/model`, roleId: 'coder', work: 'main', request: modelRequest({ messages: [...messages], tools: [...tools], tool_choice: toolChoice, max_output_tokens: Math.min(4_000, outputTokensMax) }), requiredCapabilities: [], sensitivity: 'private', targetLatencyMs: 10_000, conversation: 'c', stable, budgets: { counters: ['run:1'], operations: counters.operations }, policy: { libraryForbidsCloud: false, restrictedMayLeave: false }, signal }),
      callTool: (turn, nth, { name, arguments: given }) => runner.call({ toolId: name, arguments: given, roleId: 'coder', key: `execute/turn-${turn}/tool-${nth}`, journal }),
      takeSteering: async () => [],
      judgeAnswer: async () => ({ decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }),
      isReadOnly: (name) => name === 'read_file',
      isStopping: () => false,
      tokensLeft: async () => 100_000,
      contextTokens: 100_000,
    };
    try {
      const tools = TOOLS.map(({ definition: { tool_id: name, tool_name: description, input_schema: parameters } }) => ({ name, description, parameters }));
      return await executeSubtask({ key: 'execute', signal, runId: JOURNAL_RUN, subtask: SUBTASK, role: WORKER, attempt: 1, packet: PACKET, tools, blockedTargets: [] }, { ...ports, workspace: runner.folder });
    } finally {
      await journal.close();
    }
  };
  return { rig, runner, run };
}

const TURNS = [
  calls('read_file', { path: 'a.txt' }),
  calls('writefile', { path: 'b.txt', content: 'HELLO\n' }),
  calls('write_file', { path: 'b.txt', content: 'HELLO\n' }),
  calls('finish', { ...REPORT, output: 'b.txt holds HELLO.' }),
];

describe.each(['openai_chat', 'openai_responses', 'anthropic', 'ollama'] as const)('an executor over %s', (format) => {
  it('does its work with real tools in the workspace, and every call it tells of is in the journal', verifies('ART-R3-NOT-3', 'ART-R3-10', 'KEL-EXEC-08'), async () => {
    const { rig, runner, run } = await officeWith(TURNS, format);
    await runner.write('a.txt', 'hello\n');
    const execution = await run();
    expect(execution.result).toMatchObject({ status: 'completed', output: 'b.txt holds HELLO.', tool_calls: [{ tool_id: 'read_file', outcome: 'completed' }, { tool_id: 'write_file', outcome: 'completed' }] });
    expect(await runner.read('b.txt')).toBe('HELLO\n');
    const told = (await runner.told('run.tool_ended')).map(({ evidence }) => evidence);
    expect(execution.result.tool_calls).toEqual(told);
    expect([execution.modelCalls, rig.server.requests().length, execution.turns?.length]).toEqual([4, 4, 3]);
    expect((await runner.told('run.llm_ended')).length).toBe(4);
  });

  it('meets its own results when it is run again, and nothing is asked or done twice', verifies('KEL-EXEC-08'), async () => {
    const { rig, runner, run } = await officeWith(TURNS, format);
    await runner.write('a.txt', 'hello\n');
    const first = await run();
    expect(await run()).toEqual(first);
    expect([rig.server.requests().length, (await runner.told('run.tool_ended')).length]).toEqual([4, 2]);
  });
});
