import { describe, expect, it } from 'vitest';
import { finish, lastSaid, play, read, REPORT, type ScriptedAnswer } from '../../../test/support/executor-rig.ts';
import { callPart, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';

const call = (text: string, name = 'read_file'): ScriptedAnswer => [callPart('c', name, text)];
const cut = (stopReason: 'max_tokens' | 'content_filter' | 'pause' | 'unknown'): ScriptedAnswer => ({ parts: [callPart('c', 'read_file', '{"path":"a.txt"}')], stopReason });

/** What models get wrong, and what they are told of it. */
const BAD: readonly (readonly [what: string, answer: ScriptedAnswer, told: string])[] = [
  ['an unknown tool with a near name', call('{"path":"a"}', 'readFile'), 'There is no tool "readFile". Did you mean "read_file"? Offered are: finish, read_file, write_file.'],
  ['an unknown tool with no near name', call('{}', 'launch'), 'There is no tool "launch". Offered are: finish, read_file, write_file.'],
  ['no name at all', call('{}', ''), 'There is no tool "". Offered are: finish, read_file, write_file.'],
  ['a tool of another role', call('{"command":"ls"}', 'shell'), 'There is no tool "shell". Offered are: finish, read_file, write_file.'],
  ['words for arguments', call('please read a.txt'), 'The arguments for "read_file" could not be read:'],
  ['half of the arguments', call('{"path":"a.tx'), 'The arguments for "read_file" could not be read: it ends before the value does.'],
  ['nothing for arguments', call(''), `The arguments for "read_file" do not fit its schema: the value must have required property 'path'.`],
  ['an empty object', call('{}'), `The arguments for "read_file" do not fit its schema: the value must have required property 'path'.`],
  ['a list', call('["a.txt"]'), 'The arguments for "read_file" do not fit its schema: the value must be object.'],
  ['a bare text', call('"a.txt"'), 'The arguments for "read_file" do not fit its schema: the value must be object.'],
  ['null', call('null'), 'The arguments for "read_file" do not fit its schema: the value must be object.'],
  ['a number for a path', call('{"path":1}'), 'The arguments for "read_file" do not fit its schema: /path must be string.'],
  ['another name for a field', call('{"file":"a"}'), `The arguments for "read_file" do not fit its schema:`],
  ['a field too many', call('{"path":"a","why":"so"}'), 'The arguments for "read_file" do not fit its schema: the value must NOT have additional properties: "why".'],
  ['a number out of bounds', call('{"path":"a","lines":0}'), 'The arguments for "read_file" do not fit its schema: /lines must be >= 1.'],
  ['the same field twice', call('{"path":"a","path":"b"}'), 'The arguments for "read_file" are no JSON and could mean several things (duplicate key at character'],
  ['words around the arguments', call('Here: {"path":"a"} there.'), 'The arguments for "read_file" are no JSON and could mean several things (surrounding text at character'],
  ['an answer that was cut off', cut('max_tokens'), 'The answer was cut off at the limit of its length, so nothing of it was done.'],
  ['an answer that a filter stopped', cut('content_filter'), 'The answer was stopped by a filter, so nothing of it was done.'],
  ['an answer that was interrupted', cut('pause'), 'The answer was interrupted, so nothing of it was done.'],
  ['an answer that ended for no known reason', cut('unknown'), 'The answer ended for a reason that is not known, so nothing of it was done.'],
  ['a report with a text where an object belongs', call('{"status":"completed","confidence":"high"}', 'finish'), 'The arguments for "finish" do not fit its schema: /confidence must be object.'],
];

const AROUND = ['Nothing of your answer was done, because it could not be read: ', ' Make one call at a time, with arguments that fit its schema.'] as const;

describe('a bad call', () => {
  it.each(BAD)('(%s) is told to the model, is never made, and does not end the work', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async (_what, answer, told) => {
    // Three times in one turn, so that the desk has given it up; then the model does better.
    const { execution, asked, called } = await play({ answers: [answer, answer, answer, [read()], [finish()]] });
    expect(called).toEqual([[2, 1, 'read_file', { path: 'a.txt' }]]);
    const [words = ''] = lastSaid(asked[1]);
    expect([words.startsWith(`${AROUND[0]}${told}`), words.endsWith(AROUND[1])]).toEqual([true, true]);
    expect(asked[1]?.messages.at(-2)).toEqual({ role: 'assistant', content: [textPart('[An answer of yours that could not be read stood here.]')] });
    expect(execution).toMatchObject({ report: REPORT, modelCalls: 5, turns: [{}, { why: 'the answer could not be read' }, {}] });
    expect(execution.cutShort).toBeUndefined();
  });

  it('that the desk could correct stays in the conversation', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async () => {
    const { execution, asked } = await play({ answers: [call('{}'), [read()], [finish()]] });
    expect(asked[1]?.messages.slice(2, 4).map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect([execution.modelCalls, execution.turns?.length]).toEqual([3, 2]);
  });

  it('that was written as text is never made, and the model is told', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async () => {
    const { execution, asked, called } = await play({ answers: [[textPart('{"name":"read_file","arguments":{"path":"a.txt"}}')], [finish()]] });
    expect([called, lastSaid(asked[1])]).toEqual([[], ['You wrote a call as text, so nothing was done. Make it as a call, or call finish when the work is over.']]);
    expect(execution.turns?.[1]).toEqual({ turn: 2, turns_left: 28, why: 'a call was written as text' });
  });

  it('is told of also when it is no answer at all', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async () => {
    const { execution, asked } = await play({ answers: [[textPart(' \n')], [finish()]] });
    expect([lastSaid(asked[1]), execution.turns?.[1]?.why]).toEqual([['You said nothing and called nothing. Make the next call, or call finish.'], 'the model said nothing']);
  });

  it('ends the work when three turns running were of no use, with the last turn still taken', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05', 'KEL-LOOP-04', 'MAH-2A-3'), async () => {
    const text = '<tool_call>read_file</tool_call>';
    const asText = await play({ answers: [[textPart(text)]] });
    expect([asText.asked.length, asText.execution.cutShort, asText.execution.result.status, asText.execution.result.output]).toEqual([4, 'repetition', 'failed', text]);
    const unreadable = await play({ answers: [call('{}')] });
    expect([unreadable.execution.modelCalls, unreadable.execution.cutShort, unreadable.execution.result.status, unreadable.execution.result.output]).toEqual([12, 'repetition', 'failed', '']);
    const silent = await play({ answers: [[read()], []] });
    expect([silent.asked.length, silent.execution.cutShort, silent.execution.result.status, silent.execution.report.confidence.score]).toEqual([5, 'repetition', 'uncertain', 0]);
  });

  it('is forgiven when a good one comes between', verifies('KEL-EXEC-01', 'KEL-LOOP-01', 'KEL-EXEC-05'), async () => {
    const nothing: ScriptedAnswer = [];
    const { execution } = await play({ answers: [nothing, nothing, [read('1')], nothing, nothing, [read('2')], nothing, nothing, [finish()]] });
    expect([execution.report, execution.cutShort]).toEqual([REPORT, undefined]);
  });
});
