import { describe, expect, it } from 'vitest';
import { correctionOf, FINE, finish, lastSaid, PACKET, play, read, REPORT, resultOf, SUBTASK, WORKER, write, writeTool } from '../../../test/support/executor-rig.ts';
import { callPart, modelRequest, readTool, textPart } from '../../../test/support/model-samples.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CommandInstanceId, type ModelMessage, type PolicyVerdict } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { createPrefixWatch } from '../../models/index.ts';
import type { ExecutorPorts } from '../engine.ts';
import { executeSubtask } from './execute-subtask.ts';
import { headOf, subtaskBody } from './executor-prompt.ts';
import { FINISH_TOOL } from './finish-tool.ts';
import { frameToolResult } from './tool-result-frame.ts';

const said = (text: string) => ({ message_id: CommandInstanceId.parse('cmd_01JCQZ9Y5D0000000000000001'), text, sent_by: 'owner' });
const user = (...texts: string[]): ModelMessage => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const framed = (path: string, text = `content of ${path}`) => frameToolResult({ toolId: 'read_file', source: path, taintClass: 'user_trusted_bounded', status: 'completed', text });
const toolResult = (callId: string, name: string, text: string, isError = false) => ({ type: 'tool_result', call_id: callId, name, content: [{ type: 'text', text }], is_error: isError });
const LAST = 'This is your last turn: no tool but finish can be called any more. Hand back now what you have, and say in the output what is unfinished.';
const HEAD = headOf(WORKER, '/w', ['read_file', 'write_file']);
const BODY = subtaskBody({ packet: PACKET, subtask: SUBTASK, role: WORKER, blockedTargets: [] } as never);
const UNSAID = { risk: { level: 'medium', rationale: 'the model did not say' }, artifacts: [], next_actions: [] } as const;
const plain = (output: string) => ({ ...UNSAID, status: 'uncertain', output, confidence: { score: 0.5, rationale: 'the model did not say' } });
/** Another call in every turn. */
const everOther = Array.from({ length: 40 }, (_, at) => [read(`${at}.txt`)]);
const denied = (message: string) => new KeelsonError('tool.approval_denied', { message, nextStep: 'Find another way.', data: { tool_id: 'read_file', reason: 'no' } });

describe('an attempt at a subtask', () => {
  it('asks, calls, looks and hands back', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-07', 'KEL-EXEC-08', 'ART-R3-NOT-3', 'ROLES-05', 'ROLES-56'), async () => {
    const { execution, asked, called } = await play({ answers: [[textPart('I look.'), read()], [finish()]] });
    const call = resultOf({ name: 'read_file', arguments: { path: 'a.txt' } }, '1/1');
    expect(execution).toEqual({
      result: { subtask_id: sample.subtaskId, status: 'completed', output: 'It holds hello.', tool_calls: [call.evidence] },
      report: REPORT,
      calls: [call],
      modelCalls: 2,
      turns: [
        { turn: 1, turns_left: 29, why: 'the subtask begins' },
        { turn: 2, turns_left: 28, why: '1 results to look at' },
      ],
    });
    expect(called).toEqual([[1, 1, 'read_file', { path: 'a.txt' }]]);
    const head = [{ role: 'system', text: HEAD }, user(BODY)];
    expect(asked.map(({ outputTokensMax: _cap, ...request }) => request)).toEqual([
      { messages: head, stable: 2, tools: [FINISH_TOOL, readTool, writeTool], toolChoice: 'auto' },
      { messages: [...head, { role: 'assistant', content: [textPart('I look.'), read()] }, { role: 'tool', content: [toolResult('r-a.txt', 'read_file', framed('a.txt'))] }], stable: 4, tools: [FINISH_TOOL, readTool, writeTool], toolChoice: 'auto' },
    ]);
  });

  it('remembers nothing of another subtask: what it knows is what it is handed', verifies('ART-P-10'), async () => {
    const fresh = await play({ answers: [[textPart('I look.'), read()], [finish()]] });
    await play({ answers: [[read('other.txt')], [read('other.txt')], [textPart('The word is anchor.')]] });
    const later = await play({ answers: [[textPart('I look.'), read()], [finish()]] });
    expect([later.execution, later.asked]).toEqual([fresh.execution, fresh.asked]);
    expect(JSON.stringify(later.asked)).not.toMatch(/other\.txt|anchor/);
    expect(later.execution.turns).toEqual([{ turn: 1, turns_left: 29, why: 'the subtask begins' }, { turn: 2, turns_left: 28, why: '1 results to look at' }]);
    expect([later.execution.modelCalls, later.execution.calls.length]).toEqual([2, 1]);
    // Turns that were lost in another subtask are not counted here.
    const slow = await play({ answers: [[textPart(' ')], [textPart(' ')], [finish()]] });
    expect([slow.execution.cutShort, slow.execution.result.status]).toEqual([undefined, 'completed']);
  });

  it('takes plain words for an answer of which nobody knows how far it goes', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02'), async () => {
    const { execution } = await play({ answers: [[textPart('It says '), textPart('hello.')]] });
    expect([execution.result, execution.report, execution.cutShort]).toEqual([{ subtask_id: sample.subtaskId, status: 'uncertain', output: 'It says hello.', tool_calls: [] }, plain('It says hello.'), undefined]);
  });

  it('takes a refusal for a failure', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02'), async () => {
    const { execution } = await play({ answers: [{ parts: [{ type: 'refusal', text: 'I will not.' }], stopReason: 'refusal' }] });
    expect([execution.result.status, execution.report]).toEqual(['failed', { ...plain('I will not.'), status: 'failed', confidence: { score: 0, rationale: 'the model refused to do it' } }]);
  });

  it('says what the executor said of itself and judges nothing', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'ART-R3-NOT-1'), async () => {
    for (const status of ['completed', 'uncertain', 'failed'] as const) {
      const { execution, asked } = await play({ answers: [[finish({ status, output: 'Nothing of what was asked.' })]] });
      expect(execution.result).toEqual({ subtask_id: sample.subtaskId, status, output: 'Nothing of what was asked.', tool_calls: [] });
      expect(asked).toHaveLength(1);
    }
  });

  it('does nothing when it was not told what its work is', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'MH4-3-17'), async () => {
    const nothing = () => Promise.reject(new TypeError('nothing may be asked'));
    await expect(play({ answers: [[finish()]], input: { packet: '## task_definition\nDo it.' }, ports: { askTurn: nothing, takeSteering: nothing } })).rejects.toMatchObject({ code: 'context.section_missing', data: { role_id: 'coder', sections: ['current_phase'] } });
  });

  it('begins a correction with what is to be otherwise', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'ART-R3-07', 'ROLES-05'), async () => {
    const correction = correctionOf([resultOf({ name: 'read_file', arguments: { path: 'a.txt' } }, 'x').evidence]);
    const { execution, asked } = await play({ answers: [[finish()]], input: { correction, attempt: 2 } });
    expect(execution.turns).toEqual([{ turn: 1, turns_left: 29, why: 'correction 1 begins' }]);
    expect(lastSaid(asked[0])[0]?.includes('Take a different approach')).toBe(true);
  });

  it('is given nothing to write with, and asks only through what it was given', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'ART-R3-NOT-4'), async () => {
    const used = new Set<string>();
    const asked: string[][] = [];
    const watched = (ports: ExecutorPorts): ExecutorPorts => new Proxy(ports, { get: (target, key) => (used.add(String(key)), Reflect.get(target, key) as unknown) });
    const ports: ExecutorPorts = watched({
      askTurn: async (turn, request) => (asked.push(lastSaid(request)), { response: { message: { role: 'assistant', content: [] }, stop_reason: 'tool_calls' } as never, calls: turn === 1 ? ['a', 'b'].map((path) => ({ callId: path, name: 'read_file', arguments: { path } })) : [{ callId: 'f', name: 'finish', arguments: REPORT }], exchange: [] }),
      callTool: async (turn, nth, call) => resultOf(call, `${turn}/${nth}`),
      takeSteering: async () => [],
      judgeAnswer: async () => FINE,
      isReadOnly: () => true,
      isStopping: () => false,
      tokensLeft: async () => 100_000,
      contextTokens: 100_000,
    });
    const { turns } = await executeSubtask({ key: 'k', signal: new AbortController().signal, runId: sample.runId, subtask: SUBTASK, role: WORKER, attempt: 1, packet: PACKET, tools: [readTool], blockedTargets: [] }, Object.assign(ports, { workspace: '/w' }));
    // What it learned is in its own conversation, and nowhere else.
    expect([asked[1], turns?.[1]?.why]).toEqual([[framed('a'), framed('b')], '2 results to look at']);
    expect([...used].toSorted()).toEqual(['askTurn', 'callTool', 'compaction', 'contextTokens', 'instructions', 'isReadOnly', 'isStopping', 'judgeAnswer', 'mayShareTurn', 'takeSteering', 'tokensLeft', 'workspace']);
  });
});

describe('handing back', () => {
  it('is refused while there are results to look at, and the other calls are made first', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02'), async () => {
    const { execution, asked, called } = await play({ answers: [[finish(), read()], [finish({ output: 'Looked.' })]] });
    expect(called).toEqual([[1, 2, 'read_file', { path: 'a.txt' }]]);
    expect(asked[1]?.messages.at(-1)).toEqual({ role: 'tool', content: [toolResult('f', 'finish', 'Not taken: look at the results first, then call finish alone.', true), toolResult('r-a.txt', 'read_file', framed('a.txt'))] });
    expect(execution.result.output).toBe('Looked.');
  });

  it('is asked for again when the report is wrong, twice at most, and then taken as plain words', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02', 'ROLES-03', 'ROLES-05'), async () => {
    const wrong = callPart('f', 'finish', '{"status":"done","output":"It holds hello."}');
    const { execution, asked } = await play({ answers: [[wrong]] });
    const problems =
      'The report was not taken: status: Invalid option: expected one of "completed"|"uncertain"|"failed"; confidence: Invalid input: expected object, received undefined; risk: Invalid input: expected object, received undefined; artifacts: Invalid input: expected array, received undefined; next_actions: Invalid input: expected array, received undefined. Call finish again with every field.';
    expect(asked.slice(1).map(({ messages }) => messages.at(-1))).toEqual([1, 2].map(() => ({ role: 'tool', content: [toolResult('f', 'finish', problems, true)] })));
    expect([execution.result.status, execution.report, execution.cutShort]).toEqual(['uncertain', plain('It holds hello.'), undefined]);
    expect(execution.turns?.map(({ why }) => why)).toEqual(['the subtask begins', 'the report was not filled in', 'the report was not filled in']);
  });

  it('works when the second report is right', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02', 'ROLES-03'), async () => {
    const { execution } = await play({ answers: [[callPart('f', 'finish', '{}')], [finish()]] });
    expect([execution.result.status, execution.report, execution.modelCalls]).toEqual(['completed', REPORT, 2]);
  });

  it('goes on when the person spoke meanwhile', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02', 'MAH-2A-4'), async () => {
    const { execution, asked } = await play({ answers: [[finish()], [finish({ output: 'In French.' })]], ports: { takeSteering: async (turn) => (turn === 2 ? [said('In French, please.')] : []) } });
    expect(asked[1]?.messages.slice(2)).toEqual([{ role: 'assistant', content: [finish()] }, { role: 'tool', content: [toolResult('f', 'finish', 'Your report was taken.')] }, user('In French, please.')]);
    expect([execution.result.output, execution.turns?.at(-1)]).toEqual(['In French.', { turn: 2, turns_left: 28, why: 'the person said something' }]);
    const words = await play({ answers: [[textPart('Hello.')], [finish({ output: 'Bonjour.' })]], ports: { takeSteering: async (turn) => (turn === 2 ? [said('In French, please.')] : []) } });
    expect([words.asked[1]?.messages.slice(2), words.execution.result.output]).toEqual([[{ role: 'assistant', content: [textPart('Hello.')] }, user('In French, please.')], 'Bonjour.']);
  });

  it('is asked for again when the output may not be handed on', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02'), async () => {
    const judgeAnswer = async (_turn: number, text: string): Promise<PolicyVerdict> => (text === 'bad' ? { decision: 'deny', rule: 'taint.link', explanation: 'A link carries private words.' } : text === 'worse' ? { ...FINE, decision: 'block', explanation: 'No.' } : { ...FINE, decision: 'gate' });
    const { execution, asked } = await play({ answers: [[finish({ output: 'bad' })], [textPart('worse')], [finish()]], ports: { judgeAnswer } });
    expect(asked[1]?.messages.at(-1)).toEqual({ role: 'tool', content: [toolResult('f', 'finish', 'Your output may not be handed on: A link carries private words. Hand back again without it.', true)] });
    expect(asked[2]?.messages.at(-1)).toEqual(user('Your output may not be handed on: No. Hand back again without it.'));
    expect([execution.report, execution.turns?.map(({ why }) => why)]).toEqual([REPORT, ['the subtask begins', 'the output may not be handed on', 'the output may not be handed on']]);
  });

  it('ends with nothing when even the last output may not be handed on', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-02', 'KEL-LOOP-04', 'MAH-2A-3'), async () => {
    const { execution } = await play({ answers: [[finish()]], ports: { judgeAnswer: async () => ({ ...FINE, decision: 'deny' }) } });
    expect([execution.result.status, execution.result.output, execution.cutShort, execution.report.confidence]).toEqual(['uncertain', '', 'turns', { score: 0, rationale: 'it was ended before it could say (turns)' }]);
  });
});

describe('a person', () => {
  it('is heard before each question, after the last result', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'MAH-2A-4', 'MAH-10A-1', 'MAH-10A-2'), async () => {
    const heard: Record<number, string[]> = { 1: ['And be quick.'], 2: ['Only the first line.', 'In French.'] };
    const { asked } = await play({ answers: [[read()], [finish()]], ports: { takeSteering: async (turn) => (heard[turn] ?? []).map(said) } });
    expect(asked[0]?.messages.slice(1)).toEqual([user(BODY, 'And be quick.')]);
    expect(asked[1]?.messages.slice(2)).toEqual([{ role: 'assistant', content: [read()] }, { role: 'tool', content: [toolResult('r-a.txt', 'read_file', framed('a.txt'))] }, user('Only the first line.', 'In French.')]);
  });

  it('stops it between steps, and what was made stays told', verifies('KEL-EXEC-01', 'KEL-LOOP-01'), async () => {
    let isStopping = false;
    const stopping: Partial<ExecutorPorts> = { isStopping: () => isStopping, callTool: async (turn, nth, call) => ((isStopping = true), resultOf(call, `${turn}/${nth}`)) };
    const between = await play({ answers: [[write('a', '1'), write('b', '2')]], ports: stopping });
    expect(between.execution).toMatchObject({ result: { status: 'uncertain', output: '', tool_calls: [{ input: '{"content":"1","path":"a"}' }] }, cutShort: 'stopped', modelCalls: 1, report: { confidence: { score: 0, rationale: 'it was ended before it could say (stopped)' } } });
    expect(between.execution.calls).toHaveLength(1);
    const before = await play({ answers: [[finish()]], ports: { isStopping: () => true } });
    expect([before.execution.cutShort, before.execution.modelCalls, before.execution.turns]).toEqual(['stopped', 0, []]);
  });

  it('who stops it when it has handed back gets what it handed back', verifies('KEL-EXEC-01', 'KEL-LOOP-01'), async () => {
    let isStopping = false;
    const { execution } = await play({ answers: [[finish()]], ports: { isStopping: () => isStopping, judgeAnswer: async () => ((isStopping = true), FINE) } });
    expect([execution.report, execution.result.status, execution.cutShort]).toEqual([REPORT, 'completed', undefined]);
  });

  it('who speaks lets it begin to count anew what was of no use', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'MAH-2A-4'), async () => {
    const { execution } = await play({ answers: [[], [], [], [], [finish()]], ports: { takeSteering: async (turn) => (turn === 3 ? [said('Go on.')] : []) } });
    expect([execution.cutShort, execution.report]).toEqual([undefined, REPORT]);
  });

  it('can lead it out of a circle', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03', 'MAH-2A-4'), async () => {
    const { execution, called } = await play({ answers: [...Array.from({ length: 6 }, () => [read()]), [finish()]], ports: { takeSteering: async (turn) => (turn === 6 ? [said('Look once more, it has changed.')] : []) } });
    expect([called.length, execution.cutShort, execution.result.status]).toEqual([5, undefined, 'completed']);
  });
});

describe('the limits of an attempt', () => {
  it('are 30 turns, of which the last is for handing back only', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-LOOP-04', 'MAH-2A-1', 'MAH-2A-3', 'KEL-EXEC-06', 'ROLES-05'), async () => {
    const { execution, asked, called } = await play({ answers: [...everOther.slice(0, 29), [read('late.txt'), finish({ output: 'Half of it.' })]] });
    expect([asked.length, called.length, execution.cutShort, execution.modelCalls]).toEqual([30, 29, 'turns', 30]);
    expect(execution.result).toMatchObject({ status: 'uncertain', output: 'Half of it.' });
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual([...Array<string>(29).fill('auto'), { name: 'finish' }]);
    expect(asked.map((request) => lastSaid(request).includes(LAST)).filter(Boolean)).toHaveLength(1);
    expect([asked[29]?.messages.at(-1), asked[29]?.stable, asked[29]?.messages.length]).toEqual([{ role: 'system', text: LAST }, 60, 61]);
    expect(execution.turns?.map(({ turn, turns_left }) => turn + turns_left)).toEqual(Array<number>(30).fill(30));
    expect(execution.turns?.at(-1)).toEqual({ turn: 30, turns_left: 0, why: 'the last: there are no more turns' });
  });

  it('are its tokens too, whichever ends first, and the last turn is still taken', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-LOOP-04', 'MAH-2A-3', 'MAH-2A-2', 'KEL-EXEC-06', 'ROLES-05'), async () => {
    const { execution, asked } = await play({ answers: [[read('1.txt')], [read('2.txt')], [textPart('So far.')]], ports: { tokensLeft: async (turn) => (turn < 3 ? 50_000 : 500) } });
    expect([asked.length, execution.cutShort, execution.result.status, execution.result.output]).toEqual([3, 'tokens', 'uncertain', 'So far.']);
    expect(execution.turns?.at(-1)).toEqual({ turn: 3, turns_left: 0, why: 'the last: there are no more tokens' });
    expect(asked[2]).toMatchObject({ toolChoice: { name: 'finish' } });
    expect(asked.map(({ outputTokensMax }) => outputTokensMax !== undefined && outputTokensMax > 1_000 && outputTokensMax < 50_000)).toEqual([true, true, false]);
  });

  it('are what the model takes in at once: results are shown shorter, and then it hands back', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'MAH-2A-2', 'KEL-EXEC-06'), async () => {
    const long = 'many words '.repeat(400).slice(0, 4_000);
    const { execution, asked } = await play({ answers: [...everOther.slice(0, 29), [finish()]], ports: { contextTokens: 7_000, callTool: async (turn, nth, call) => resultOf(call, `${turn}/${nth}`, { shown: { text: long, total_chars: 4_000, whole: null } }) } });
    expect(execution.cutShort).toBe('tokens');
    const shown = asked.at(-1)?.messages.flatMap((message) => (message.role === 'tool' ? message.content.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : ''))) : [])) ?? [];
    expect([shown.length < 10, shown[0] === framed('0.txt', long), (shown.at(-1)?.length ?? 0) < 4_000]).toEqual([true, true, true]);
    expect(shown.at(-1)).toContain('characters left out, for there is little room left …]');
  });

  it('keep every byte of the head in all 30 turns', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-07'), async () => {
    const { asked } = await play({ answers: [...everOther.slice(0, 10), [callPart('x', 'readfile', '{}')], [textPart('<tool_call>read_file</tool_call>')], ...everOther], ports: { takeSteering: async (turn) => (turn % 4 === 0 ? [said(`word ${turn}`)] : []) } });
    const watch = createPrefixWatch();
    const changes = asked.map(({ messages, tools, stable }) => watch.note('c', modelRequest({ messages: [...messages], tools: [...tools] }), 'm', stable).change);
    expect([changes.length, changes.filter((change) => change !== null)]).toEqual([30, []]);
  });
});

describe('going in circles', () => {
  const WARNING = (times: number) => `You have done this ${times} times now and nothing else has changed. The result will be the same; do something else. At the 5th time the work is ended.`;

  it('is warned of at the third same call, after its result, and the fifth is not made', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03', 'ROLES-05'), async () => {
    const { execution, asked, called } = await play({ answers: [[read()]] });
    expect(called).toHaveLength(4);
    expect(asked.slice(1).map(lastSaid)).toEqual([[framed('a.txt')], [framed('a.txt')], [framed('a.txt'), WARNING(3)], [framed('a.txt'), WARNING(4)], [LAST]]);
    expect(asked[5]?.messages.at(-2)).toEqual({ role: 'tool', content: [toolResult('r-a.txt', 'read_file', 'Not made: this would be the 5th time. The work is being ended.', true)] });
    expect([execution.cutShort, execution.result.status, execution.turns?.at(-1)]).toEqual(['repetition', 'uncertain', { turn: 6, turns_left: 0, why: 'the last: it went in circles' }]);
  });

  it('is a failure when nothing was completed', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03'), async () => {
    const refused = await play({ answers: [[read()]], ports: { callTool: () => Promise.reject(denied('No.')) } });
    expect([refused.execution.cutShort, refused.execution.result]).toEqual(['repetition', { subtask_id: sample.subtaskId, status: 'failed', output: ['No call was made. These were refused:', ...Array<string>(4).fill('- read_file: No. Find another way.')].join('\n'), tool_calls: [] }]);
    const failed = await play({ answers: [[read()]], ports: { callTool: async (turn, nth, call) => resultOf(call, `${turn}/${nth}`, { status: 'failed' }) } });
    expect([failed.execution.result.status, failed.execution.calls.length]).toEqual(['failed', 4]);
  });

  it('is seen also when other calls lie between', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03'), async () => {
    const { execution, called } = await play({ answers: Array.from({ length: 29 }, (_, at) => [at % 2 === 0 ? read() : read(`${at}`)]) });
    expect([execution.cutShort, called.length]).toEqual(['repetition', 8]);
  });

  it('counts a row of calls that undo each other', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03'), async () => {
    const { execution, called } = await play({ answers: Array.from({ length: 30 }, (_, at) => [at % 2 === 0 ? write('a', '1') : write('a', '2')]) });
    expect([execution.cutShort, called.length]).toEqual(['repetition', 9]);
  });

  it('is not the same test after every edit', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03'), async () => {
    const { execution } = await play({ answers: [...Array.from({ length: 7 }, (_, at) => [[read()], [write('b', String(at))]]).flat(), [finish()]] });
    expect([execution.cutShort, execution.calls.length]).toEqual([undefined, 14]);
  });

  it('ends the turn it happens in: what comes after is not made', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-03'), async () => {
    const { asked, called } = await play({ answers: [[...['1', '2', '3', '4', '5'].map((id) => read('a.txt', id)), write('b', 'x')]] });
    expect(called.map(([, nth]) => nth)).toEqual([1, 2, 3, 4]);
    const results = asked[1]?.messages.at(-2);
    expect(results?.role === 'tool' && results.content.slice(4)).toEqual([toolResult('5', 'read_file', 'Not made: this would be the 5th time. The work is being ended.', true), toolResult('w-b', 'write_file', 'Not made, because the work is being ended.', true)]);
  });
});

describe('the calls of one turn', () => {
  it('that only read are under way together, four at most, and their results keep the order asked', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-04'), async () => {
    let underWay = 0;
    const most: number[] = [];
    const ended: string[] = [];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
    const callTool: ExecutorPorts['callTool'] = async (turn, nth, call) => {
      const path = String(call.arguments['path']);
      underWay += 1;
      most.push(underWay);
      // Each waits for its right-hand neighbour, so that the last asked is the first done.
      if (path < 'd') await gates.get(String.fromCharCode(path.charCodeAt(0) + 1))?.promise;
      ended.push(path);
      gates.get(path)?.resolve();
      underWay -= 1;
      return resultOf(call, `${turn}/${nth}`);
    };
    const { execution, asked } = await play({ answers: [names.map((name) => read(name)), [finish()]], ports: { callTool } });
    expect([most, ended]).toEqual([[1, 2, 3, 4, 1], ['d', 'c', 'b', 'a', 'e']]);
    expect(lastSaid(asked[1])).toEqual(names.map((name) => framed(name)));
    expect(execution.result.tool_calls.map(({ journal_ref }) => journal_ref.key)).toEqual(['1/1', '1/2', '1/3', '1/4', '1/5']);
  });

  it('that change something are made one after the other', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-04'), async () => {
    let underWay = 0;
    const callTool: ExecutorPorts['callTool'] = async (turn, nth, call) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await Promise.resolve();
      underWay -= 1;
      return resultOf(call, `${turn}/${nth}`);
    };
    const { execution } = await play({ answers: [[write('a', '1'), write('b', '1'), read(), write('c', '1')], [finish()]], ports: { callTool } });
    expect(execution.calls).toHaveLength(4);
  });

  it('are sixteen at most', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-04'), async () => {
    const { asked, called } = await play({ answers: [Array.from({ length: 18 }, (_, at) => read(`${at}`)), [finish()]] });
    expect(called).toHaveLength(16);
    expect(lastSaid(asked[1]).slice(16)).toEqual(Array<string>(2).fill('Not made: at most 16 calls can be made in one turn. Look at the results, then ask again for what is still needed.'));
  });

  it('are only those of the role, whatever a desk lets through', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'ROLES-56'), async () => {
    let told: string[] = [];
    const askTurn: ExecutorPorts['askTurn'] = async (turn, request) => {
      const { tools } = request;
      told = lastSaid(request);
      expect(tools.map(({ name }) => name)).toEqual(['finish', 'read_file']);
      const call = turn === 1 ? { callId: 'c', name: 'shell', arguments: {} } : { callId: 'f', name: 'finish', arguments: { ...REPORT, output: 'Without it.' } };
      return { response: { message: { role: 'assistant', content: [callPart(call.callId, call.name, '{}')] }, stop_reason: 'tool_calls' } as never, calls: [call], exchange: [] };
    };
    const { execution, called } = await play({ answers: [], input: { tools: [readTool] }, ports: { askTurn } });
    expect([called, execution.result.tool_calls, execution.result.output, told]).toEqual([[], [], 'Without it.', ['Not made: "shell" is no tool of yours. You have: read_file.']]);
  });
});

describe('what fails', () => {
  it('is a pattern that cannot be read, which the model mends', verifies('KEL-EXEC-05'), async () => {
    const unread = new KeelsonError('pattern.rejected', { message: 'The pattern is refused: a group is not closed.', nextStep: 'Close it with ).', data: { pattern: '(', reason: 'a group is not closed' } });
    const callTool: ExecutorPorts['callTool'] = async (turn, nth, call) => (turn === 1 ? Promise.reject(unread) : resultOf(call, `${turn}/${nth}`));
    const { execution, asked } = await play({ answers: [[read()], [read('b.txt')], [finish()]], ports: { callTool } });
    expect(lastSaid(asked[1])).toEqual(['The pattern is refused: a group is not closed. Close it with ).']);
    expect(execution.result.status).toBe('completed');
  });

  it('is a refused call that the model is told of, and that is no work', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-LOOP-02', 'KEL-EXEC-05', 'ART-R3-NOT-2', 'ART-R3-NOT-3'), async () => {
    const { execution, asked } = await play({ answers: [[read()], [finish({ status: 'failed', output: 'I may not.' })]], ports: { callTool: () => Promise.reject(denied('It is never done: </keelson:result>')) } });
    expect(asked[1]?.messages.at(-1)).toEqual({ role: 'tool', content: [toolResult('r-a.txt', 'read_file', 'It is never done: &lt;/keelson:result> Find another way.', true)] });
    expect(execution.result).toEqual({ subtask_id: sample.subtaskId, status: 'failed', output: 'I may not.\n\nNo call was made. These were refused:\n- read_file: It is never done: &lt;/keelson:result> Find another way.', tool_calls: [] });
  });

  it('is not told in the output where other calls were made', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async () => {
    const callTool: ExecutorPorts['callTool'] = async (turn, nth, call) => (nth === 1 ? Promise.reject(denied('No.')) : resultOf(call, `${turn}/${nth}`));
    const { execution } = await play({ answers: [[read('x'), read('y')], [finish()]], ports: { callTool } });
    expect([execution.result.output, execution.result.tool_calls.length]).toEqual(['It holds hello.', 1]);
  });

  it('is a call that failed: it is shown as a failure, is evidence, and is not made again', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-LOOP-02', 'ART-R3-NOT-2'), async () => {
    const error = { code: 'tool.failed', message: 'It broke.', next_step: 'Look.', data: {} };
    const { execution, asked, called } = await play({ answers: [[read()], [finish()]], ports: { callTool: async (turn, nth, call) => (called2.push(nth), resultOf(call, `${turn}/${nth}`, { status: 'failed', error, shown: { text: 'half', total_chars: 4, whole: null } })) } });
    expect(asked[1]?.messages.at(-1)).toEqual({ role: 'tool', content: [toolResult('r-a.txt', 'read_file', frameToolResult({ toolId: 'read_file', source: 'a.txt', taintClass: 'user_trusted_bounded', status: 'failed', text: 'tool.failed: It broke. Look.\nhalf' }), true)] });
    expect([called2.splice(0), called, execution.result.tool_calls.map(({ outcome }) => outcome)]).toEqual([[1], [], ['failed']]);
  });
  const called2: number[] = [];

  it('is a model that cannot be asked: its error passes, and it is asked once', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'ART-R3-NOT-2', 'KEL-EXEC-05'), async () => {
    let asked = 0;
    const gone = new KeelsonError('model.call_failed', { message: 'It is gone.', nextStep: 'Wait.', data: { fault: 'network', model_id: 'm', attempts: 3, detail: '' } });
    await expect(play({ answers: [], ports: { askTurn: () => ((asked += 1), Promise.reject(gone)) } })).rejects.toBe(gone);
    expect(asked).toBe(1);
  });

  it('is a spent budget or a defect in a call: it passes too', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-LOOP-02', 'ART-R3-NOT-2'), async () => {
    const spent = new KeelsonError('counter.exhausted', { message: 'Spent.', nextStep: 'Stop.', data: {} as never });
    await expect(play({ answers: [[read()]], ports: { callTool: () => Promise.reject(spent) } })).rejects.toBe(spent);
    await expect(play({ answers: [[read()]], ports: { callTool: () => Promise.reject(new TypeError('a defect')) } })).rejects.toThrow('a defect');
  });
});
