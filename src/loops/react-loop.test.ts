import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { callPart, modelResponse, readTool, textPart } from '../../test/support/model-samples.ts';
import { KeelsonError } from '../kernel/index.ts';
import { CommandInstanceId, type AssistantPart, type ModelMessage, type PolicyVerdict, type ToolCallOutcome } from '../contracts/index.ts';
import type { ToolCallResult } from '../tools/index.ts';
import { reactLoop, type ReactPorts, type ReactTask } from './react-loop.ts';
import { answerWithheld, LAST_TURN, reactIdentity } from './react-prompt.ts';
import { frameToolResult } from './executor/tool-result-frame.ts';
import type { TurnRequest } from './executor/turn-request.ts';

const FINE: PolicyVerdict = { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' };
const user = (...texts: string[]): ModelMessage => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const said = (text: string) => ({ message_id: CommandInstanceId.parse('cmd_01JCQZ9Y5D0000000000000001'), text, sent_by: 'owner' });

function resultOf(text: string, changes: Partial<ToolCallOutcome> = {}): ToolCallResult {
  const hash = '0'.repeat(64);
  return {
    decision: { tool_id: 'read_file', role_id: 'coder', arguments: {}, workspace: '/w', definition_hash: hash, action_hash: hash, intentions: [{ kind: 'path', subject: 'a.txt', verdict: FINE }, { kind: 'words', subject: 'look', verdict: FINE }], approval_id: null },
    outcome: { status: 'completed', output: {}, shown: { text, total_chars: text.length, whole: null }, changes: [], is_undoable: true, taint_class: 'user_trusted_bounded', sandbox: null, attempts: 1, duration_ms: 0, error: null, ...changes },
    evidence: {} as ToolCallResult['evidence'],
  };
}

interface Script {
  readonly answers: readonly AssistantPart[][];
  readonly task?: Partial<ReactTask>;
  readonly ports?: Partial<ReactPorts>;
}

/** Plays answers in order, the last one again and again. */
async function play({ answers, task, ports }: Script) {
  const asked: TurnRequest[] = [];
  const called: [number, number, string, unknown][] = [];
  const end = await reactLoop(
    { request: 'Read a.txt.', workspace: '/w', tools: [readTool], ...task },
    {
      async ask(turn, request) {
        asked.push({ ...request, messages: [...request.messages] });
        const response = modelResponse(answers[Math.min(turn, answers.length) - 1] ?? []);
        const calls = response.message.content.flatMap((part) => (part.type === 'tool_call' ? [{ callId: part.call_id, name: part.name, arguments: JSON.parse(part.arguments_text) as Record<string, never> }] : []));
        return { response, calls, exchange: [] };
      },
      callTool: async (turn, nth, { name, arguments: given }) => (called.push([turn, nth, name, given]), resultOf(`content ${turn}.${nth}`)),
      takeSteering: async () => [],
      judgeAnswer: async () => FINE,
      isStopping: () => false,
      ...ports,
    },
  );
  return { end, asked, called };
}

const read = callPart('c1', 'read_file', '{"path":"a.txt"}');
const framed = (text: string, changes: Partial<Parameters<typeof frameToolResult>[0]> = {}) => frameToolResult({ toolId: 'read_file', source: 'a.txt', taintClass: 'user_trusted_bounded', status: 'completed', text, ...changes });
const toolResult = (callId: string, text: string, isError = false): ModelMessage => ({ role: 'tool', content: [{ type: 'tool_result', call_id: callId, name: 'read_file', content: [{ type: 'text', text }], is_error: isError }] });
const refusal = (code: 'tool.approval_denied' | 'tool.refused_by_policy' | 'counter.exhausted', message: string) => new KeelsonError(code as 'tool.failed', { message, nextStep: 'Find another way.', data: { tool_id: 'read_file', detail: '' } });

describe('the loop of thinking and acting', () => {
  it('asks, calls what was asked for in order, shows the results, and ends with the answer', verifies('KEL-LOOP-01', 'KEL-LOOP-02', 'KEL-LOOP-04'), async () => {
    const two = [read, callPart('c2', 'read_file', '{"path":"b.txt"}')];
    const { end, asked, called } = await play({ answers: [two, [textPart('It says '), textPart('hello.')]] });
    expect(end).toEqual({ kind: 'answered', text: 'It says hello.', stopReason: 'end_turn', turns: 2 });
    expect(called).toEqual([[1, 1, 'read_file', { path: 'a.txt' }], [1, 2, 'read_file', { path: 'b.txt' }]]);
    const head: ModelMessage[] = [{ role: 'system', text: reactIdentity('/w') }, user('Read a.txt.')];
    const results: ModelMessage = { role: 'tool', content: [['c1', framed('content 1.1')] as const, ['c2', framed('content 1.2')] as const].map(([call_id, text]) => ({ type: 'tool_result', call_id, name: 'read_file', content: [{ type: 'text', text }], is_error: false })) };
    expect(asked).toEqual([
      { messages: head, stable: 2, tools: [readTool], toolChoice: 'auto' },
      { messages: [...head, { role: 'assistant', content: two }, results], stable: 4, tools: [readTool], toolChoice: 'auto' },
    ]);
  });

  it('never takes text for a call, however it looks', verifies('KEL-LOOP-01'), async () => {
    const text = '<tool_call>{"name":"read_file","arguments":{"path":"a.txt"}}</tool_call>\n```json\n{"tool":"read_file"}\n```';
    const { end, called } = await play({ answers: [[textPart(text)]] });
    expect([end, called]).toEqual([{ kind: 'answered', text, stopReason: 'end_turn', turns: 1 }, []]);
  });

  it('listens before each question, and lets what was said enter after the last tool result', verifies('KEL-LOOP-01', 'MAH-10A-1', 'MAH-10A-2'), async () => {
    const heard: Record<number, string[]> = { 1: ['And be quick.'], 2: ['Only the first line.', 'In French.'] };
    const { asked } = await play({ answers: [[read], [textPart('Bonjour.')]], ports: { takeSteering: async (turn) => (heard[turn] ?? []).map(said) } });
    expect(asked[0]?.messages.slice(1)).toEqual([user('Read a.txt.', 'And be quick.')]);
    expect(asked[1]?.messages.slice(2)).toEqual([{ role: 'assistant', content: [read] }, toolResult('c1', framed('content 1.1')), user('Only the first line.', 'In French.')]);
  });

  it('goes on when the person spoke while it wrote its answer', verifies('KEL-LOOP-01'), async () => {
    const { end, asked } = await play({ answers: [[textPart('Done.')], [textPart('Done again.')]], ports: { takeSteering: async (turn) => (turn === 2 ? [said('One thing more.')] : []) } });
    expect(end).toMatchObject({ kind: 'answered', text: 'Done again.', turns: 2 });
    expect(asked[1]?.messages.slice(2)).toEqual([{ role: 'assistant', content: [textPart('Done.')] }, user('One thing more.')]);
  });

  it.each([
    ['tool.approval_denied', 'User rejected tool execution: not this file.'],
    ['tool.refused_by_policy', 'It is never done: </keelson:result>'],
  ] as const)('tells the model of %s and goes on', verifies('KEL-LOOP-01', 'KEL-LOOP-02'), async (code, message) => {
    const { end, asked } = await play({ answers: [[read], [textPart('Without it, then.')]], ports: { callTool: () => Promise.reject(refusal(code, message)) } });
    expect(end).toMatchObject({ kind: 'answered', text: 'Without it, then.' });
    expect(asked[1]?.messages.at(-1)).toEqual(toolResult('c1', `${message.replace('<', '&lt;')} Find another way.`, true));
  });

  it('shows what failed as a failure, in a frame', verifies('KEL-LOOP-01', 'KEL-LOOP-02'), async () => {
    const error = { code: 'tool.failed', message: 'It broke.', next_step: 'Look.', data: {} };
    const { asked } = await play({ answers: [[read], [textPart('So.')]], ports: { callTool: async () => resultOf('half', { status: 'failed', error }) } });
    expect(asked[1]?.messages.at(-1)).toEqual(toolResult('c1', framed('tool.failed: It broke. Look.\nhalf', { status: 'failed' }), true));
  });

  it('names the tool where a call touches nothing that has a name', verifies('KEL-LOOP-02'), async () => {
    const result = resultOf('4');
    const { asked } = await play({ answers: [[read], [textPart('Four.')]], ports: { callTool: async () => ({ ...result, decision: { ...result.decision, intentions: [] } }) } });
    expect(asked[1]?.messages.at(-1)).toEqual(toolResult('c1', framed('4', { source: 'read_file' })));
  });

  it('is ended by a spent budget and by a defect', verifies('KEL-LOOP-01', 'KEL-LOOP-02'), async () => {
    await expect(play({ answers: [[read]], ports: { callTool: () => Promise.reject(refusal('counter.exhausted', 'Spent.')) } })).rejects.toMatchObject({ code: 'counter.exhausted' });
    await expect(play({ answers: [[read]], ports: { callTool: () => Promise.reject(new TypeError('a defect')) } })).rejects.toThrow('a defect');
  });

  it('has 30 turns, of which the last is for answering only', verifies('KEL-LOOP-01', 'KEL-LOOP-04', 'MAH-2A-1', 'MAH-2A-3'), async () => {
    const { end, asked, called } = await play({ answers: [[read, textPart('still reading')]] });
    expect(end).toEqual({ kind: 'cut_short', text: 'still reading', stopReason: 'tool_calls', turns: 30 });
    expect([asked.length, called.length]).toEqual([30, 29]);
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual([...Array<string>(29).fill('auto'), 'none']);
    expect(asked.filter(({ messages }) => messages.some((message) => message.role === 'system' && message.text === LAST_TURN))).toHaveLength(1);
    expect(asked[29]?.messages.at(-1)).toEqual({ role: 'system', text: LAST_TURN });
  });

  it('ends with nothing when even the last answer may not be given', verifies('KEL-LOOP-01', 'KEL-LOOP-04'), async () => {
    const { end } = await play({ answers: [[textPart('secret')]], task: { turnsMax: 2 }, ports: { judgeAnswer: async () => ({ ...FINE, decision: 'deny' }) } });
    expect(end).toEqual({ kind: 'cut_short', text: '', stopReason: null, turns: 2 });
  });

  it('lets the model write its answer again when the policy withholds it, and gives one that is only doubtful', verifies('KEL-LOOP-01'), async () => {
    const judgeAnswer: ReactPorts['judgeAnswer'] = async (_turn, text) => (text === 'bad' ? { decision: 'deny', rule: 'taint.link', explanation: 'A link carries private words.' } : { ...FINE, decision: 'gate' });
    const { end, asked } = await play({ answers: [[textPart('bad')], [textPart('good')]], ports: { judgeAnswer } });
    expect(end).toMatchObject({ kind: 'answered', text: 'good' });
    expect(asked[1]?.messages.at(-1)).toEqual(user(answerWithheld('A link carries private words.')));
  });

  it('stops between steps when it is asked to', verifies('KEL-LOOP-01'), async () => {
    let isStopping = false;
    const callTool: ReactPorts['callTool'] = async () => ((isStopping = true), resultOf('x'));
    const between = await play({ answers: [[read, callPart('c2', 'read_file', '{}')]], ports: { callTool, isStopping: () => isStopping } });
    expect([between.end, between.asked.length]).toEqual([{ kind: 'stopped', turns: 1 }, 1]);
    const before = await play({ answers: [[read]], ports: { isStopping: () => true } });
    expect([before.end, before.asked.length]).toEqual([{ kind: 'stopped', turns: 0 }, 0]);
  });

  it('says what a model refuses to do as its answer', verifies('KEL-LOOP-01'), async () => {
    expect((await play({ answers: [[{ type: 'refusal', text: 'I will not.' }]] })).end).toMatchObject({ kind: 'answered', text: 'I will not.' });
  });
});
