import { afterEach, describe, expect, it } from 'vitest';
import { COMPACTED_SECTIONS, CommandInstanceId, runContextCompacted, runPromptPrefixChanged, type ContextCompaction } from '../../src/contracts/index.ts';
import { BUILTIN_SETUP, createBlobs, createCounters, createDocuments, todosOf } from '../../src/ledger/index.ts';
import { executeSubtask, type Execution, type ExecutorPorts } from '../../src/loops/index.ts';
import { createModelDesk, createPrefixWatch, readMeasures } from '../../src/models/index.ts';
import { compactConversation } from '../../src/mother/task/compact-conversation.ts';
import { builtinTools } from '../../src/tools/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { PACKET, REPORT, SUBTASK, WORKER } from '../support/executor-rig.ts';
import { gatewayRig, modelAt, type GatewayRig } from '../support/gateway-rig.ts';
import { JOURNAL_RUN } from '../support/journal-fixture.ts';
import { modelRequest } from '../support/model-samples.ts';
import { runnerRig } from '../support/runner-rig.ts';
import { INTERNAL } from '../support/validated-appends.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

const TOOLS = builtinTools({ webSearch: {} }).filter(({ definition: { tool_id: id } }) => ['read_file', 'shell', 'todo'].includes(id));
const TURNS = 500;
const WINDOW = 16_000;
const RULE = 'Never write into the folder called harbour, whatever anybody says later.';
const TODOS = [
  { id: 't6', content: 'count the masts of the old fleet', status: 'completed' },
  { id: 't7', content: 'weigh the anchors of the old fleet', status: 'pending' },
  { id: 't8', content: 'read the log of every day', status: 'in_progress' },
];
const OPEN = ['- [pending] t7: weigh the anchors of the old fleet', '- [in_progress] t8: read the log of every day'];
const OVER = 'count the masts of the old fleet';
const DENIED = 'The person does not want the fleet to be sunk';

const call = (name: string, given: object, text?: string) => ({ answer: [...(text === undefined ? [] : [{ type: 'text' as const, text }]), { type: 'tool_call' as const, name, arguments: given as never }] });
/** The forbidden thing once, the list once, then a look at another file in every turn, then the report. */
const SCRIPT = [call('shell', { command: 'rm -rf fleet' }), call('todo', { items: TODOS }), ...Array.from({ length: TURNS - 3 }, (_, at) => call('read_file', { path: `logs/day-${at}.txt` }, `Day ${at} follows.`)), call('finish', { ...REPORT, output: 'All days were read.' })];
const dayOf = (at: number): string => Array.from({ length: 12 }, (_, line) => `Day ${at}, watch ${line}: the ship number ${at * 12 + line} passed the pier with the tide, wind from the west.`).join('\n');

/** A scripted model over real HTTP, the real desk, real tools in a real folder, everything recorded. */
async function office() {
  const rig = await gatewayRig({ turns: SCRIPT }, { modelsAt: ({ url }) => [modelAt(url, 'openai_chat', 'scripted', { context_tokens: WINDOW }, { location: 'local' })] });
  rigs.push(rig);
  const runner = await runnerRig({ tools: TOOLS, toolCallsMax: 2 * TURNS, script: () => ({ decision: 'ask', rule: 'test.asks', explanation: 'It removes files.' }), answer: () => ({ answer: 'denied', reason: DENIED }) });
  const { writer, clock, store, log } = runner.ledger;
  const counters = createCounters(writer);
  await counters.open('open-model', 'run:1', { tokens: 100_000_000, cost_microusd: 1_000_000_000, cloud_calls: 10_000 });
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const run = async (): Promise<Execution> => {
    const journal = await runner.journal();
    const signal = new AbortController().signal;
    const compaction = compactConversation({ runId: JOURNAL_RUN, key: 'execute', roleId: 'coder', mode: 'ask', signal }, { log: log.writerFor({ actor: 'context', governance: INTERNAL }), blobs: createBlobs(store), journal, todos: () => todosOf(JOURNAL_RUN, documents), children: async () => [] });
    const desk = createModelDesk({ gateway: rig.gateway, journal, log: writer, prefixes: createPrefixWatch(), clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId) });
    const ports: ExecutorPorts = {
      askTurn: (turn, { messages, tools, toolChoice, stable, outputTokensMax = 1_000 }) =>
        desk.ask({ runId: JOURNAL_RUN, key: `execute/turn-${turn}/model`, roleId: 'coder', work: 'main', request: modelRequest({ messages: [...messages], tools: [...tools], tool_choice: toolChoice, max_output_tokens: Math.min(1_000, outputTokensMax) }), requiredCapabilities: [], sensitivity: 'private', targetLatencyMs: 10_000, conversation: 'c', stable, budgets: { counters: ['run:1'], operations: counters.operations }, policy: { libraryForbidsCloud: false, restrictedMayLeave: false }, signal }),
      callTool: (turn, nth, { name, arguments: given }) => runner.call({ toolId: name, arguments: given, roleId: 'coder', key: `execute/turn-${turn}/tool-${nth}`, journal }),
      takeSteering: async (turn) => (turn === 2 ? [{ message_id: CommandInstanceId.parse('cmd_01JCQZ9Y5D0000000000000001'), text: RULE, sent_by: 'owner' }] : []),
      judgeAnswer: async () => ({ decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }),
      isReadOnly: (name) => name === 'read_file',
      isStopping: () => false,
      tokensLeft: async () => 10_000_000,
      contextTokens: WINDOW,
      compaction,
    };
    try {
      const tools = TOOLS.map(({ definition: { tool_id: name, tool_name: description, input_schema: parameters } }) => ({ name, description, parameters }));
      return await executeSubtask({ key: 'execute', signal, runId: JOURNAL_RUN, subtask: SUBTASK, role: WORKER, attempt: 1, packet: PACKET, tools, blockedTargets: [], turnsMax: TURNS + 1 }, { ...ports, workspace: runner.folder });
    } finally {
      await journal.close();
    }
  };
  return { rig, runner, run };
}

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools: unknown;
}

describe('a conversation of 500 turns', () => {
  it('never loses the rule of its first turns, what is to be done and what was refused, and its head stays the same to the byte', verifies('KEL-COMPACT-12', 'KEL-COMPACT-13', 'KEL-COMPACT-14', 'MAH-11A-3', 'MAH-11A-4'), async () => {
    const { rig, runner, run } = await office();
    for (let at = 0; at < TURNS; at += 1) await runner.write(`logs/day-${at}.txt`, dayOf(at));
    const execution = await run();
    expect([execution.result.status, execution.result.output, execution.cutShort, execution.turns?.length]).toEqual(['completed', 'All days were read.', undefined, TURNS]);

    const records = (await runner.told(runContextCompacted.type)).map(({ compaction }) => compaction as ContextCompaction);
    const compacted = records.filter(({ how }) => how === 'compacted');
    expect(compacted.length).toBeGreaterThanOrEqual(20);
    expect(records.map(({ nth }) => nth)).toEqual(records.map((_, at) => at + 1));
    expect(compacted.map(({ kept }) => kept.map(({ kind }) => kind).toSorted())).toEqual(compacted.map(() => ['approvals', 'mode', 'rules', 'todos']));

    const bodies = rig.server.requests().map(({ body }) => body as Sent);
    expect(bodies).toHaveLength(TURNS);
    const heads = new Set(bodies.map(({ messages, tools }) => JSON.stringify([messages[0], tools])));
    expect(heads.size).toBe(1);
    const texts = bodies.map(({ messages }) => JSON.stringify(messages));
    const lacking = (words: string, from: number): number[] => texts.flatMap((text, at) => (at < from || text.includes(words) ? [] : [at]));
    // The work itself, the rule and the refusal from where they were first said; the list from the first compaction on.
    const first = texts.findIndex((text) => text.includes('compacted_turns'));
    expect([lacking(SUBTASK.intent, 0), lacking(RULE, 1), lacking(DENIED, 1), ...OPEN.map((line) => lacking(line, first))]).toEqual([[], [], [], [], []]);
    // What is over is told no more once its turn is gone.
    expect(texts.at(-1)?.includes(OVER)).toBe(false);
    expect(texts.slice(first).filter((text) => text.split('compacted_turns').length !== 2)).toEqual([]);
    expect(COMPACTED_SECTIONS.filter((section) => !(texts.at(-1) ?? '').includes(`### ${section}`))).toEqual([]);
    // What is told of a changed prompt is that its history is another, and never its head.
    const changes = (await runner.told(runPromptPrefixChanged.type)).map(({ change }) => (change as { changed: string[] }).changed);
    expect(new Set(changes.flat())).toEqual(new Set(['history']));

    // A run that is gone on with sends nothing again, and comes to the same to the byte.
    expect(await run()).toEqual(execution);
    expect([rig.server.requests().length, (await runner.told(runContextCompacted.type)).length]).toEqual([TURNS, records.length]);
  });
});
