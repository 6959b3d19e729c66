import { describe, expect, it } from 'vitest';
import { callPart, modelResponse, readTool, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { decodeAnswer } from './decode-answer.ts';

const tools = [readTool];
const request = { tools, output: null };
const output = { name: 'verdict', schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false } };

describe('tool calls', () => {
  it('are read with their arguments, also when those are JSON as models write it', verifies('KEL-DECODE-01', 'MAH-2E-2'), () => {
    const response = modelResponse([textPart('I look.'), callPart('a', 'read_file', '{"path":"notes.txt"}'), callPart('b', 'read_file', '```json\n{path: "b.txt", lines: 3,}\n```')]);
    expect(decodeAnswer(request, response)).toEqual({
      calls: [
        { callId: 'a', name: 'read_file', arguments: { path: 'notes.txt' } },
        { callId: 'b', name: 'read_file', arguments: { path: 'b.txt', lines: 3 } },
      ],
      output: undefined,
      problems: [],
    });
  });

  it('are all left undone when one of them cannot be read', verifies('KEL-DECODE-02'), () => {
    const sound = callPart('a', 'read_file', '{"path":"a"}');
    const cases: [string, string, string][] = [
      ['read_file', '', `The arguments for "read_file" do not fit its schema: the value must have required property 'path'.`],
      ['read_file', '{"path":"a","lines":0}', 'The arguments for "read_file" do not fit its schema: /lines must be >= 1.'],
      ['read_file', '["a"]', 'The arguments for "read_file" do not fit its schema: the value must be object.'],
      ['read_file', '{"path":"no', 'The arguments for "read_file" could not be read: it ends before the value does.'],
      ['rm', '{}', 'There is no tool "rm". Offered are: read_file.'],
    ];
    for (const [name, text, problem] of cases) {
      expect(decodeAnswer(request, modelResponse([sound, callPart('b', name, text)]))).toEqual({ calls: [], output: undefined, problems: [{ callId: 'b', text: problem }] });
    }
    expect(decodeAnswer({ tools: [], output: null }, modelResponse([callPart('b', 'rm', '{}')])).problems).toEqual([{ callId: 'b', text: 'There is no tool "rm". Offered are: none.' }]);
    expect(decodeAnswer(request, modelResponse([callPart('b', 'read_file', 'no JSON at all')])).problems[0]?.text).toMatch(/^The arguments for "read_file" could not be read: /);
  });

  it('of an answer that was cut off are never done, even when they look whole', verifies('KEL-DECODE-03'), () => {
    const text = 'The answer was cut off at the limit of its length, so nothing of it was done. Answer again in fewer words, with one call at a time.';
    const cut = modelResponse([callPart('a', 'read_file', '{"path":"a"}')], { stop_reason: 'max_tokens' });
    expect(decodeAnswer(request, cut)).toEqual({ calls: [], output: undefined, problems: [{ callId: 'a', text }] });
    const words = modelResponse([textPart('{"ok":true}')], { stop_reason: 'max_tokens' });
    expect(decodeAnswer({ tools, output }, words)).toEqual({ calls: [], output: undefined, problems: [{ text }] });
    expect(decodeAnswer(request, words).problems).toEqual([]);
  });
});

describe('an answer that did not come to its own end', () => {
  it.each(['content_filter', 'unknown', 'pause'] as const)('has nothing done of it: %s', verifies('KEL-DECODE-03'), (stop_reason) => {
    const { calls, problems } = decodeAnswer(request, modelResponse([callPart('a', 'read_file', '{"path":"a"}')], { stop_reason }));
    expect([calls, problems.map(({ callId }) => callId)]).toEqual([[], ['a']]);
    expect(problems[0]?.text).toMatch(/^The answer .* so nothing of it was done\. Answer again/);
  });

  it('because the model refuses, has nothing done of it and nothing wrong with it', verifies('KEL-DECODE-03'), () => {
    expect(decodeAnswer(request, modelResponse([callPart('a', 'read_file', '{"path":"a"}')], { stop_reason: 'refusal' }))).toEqual({ calls: [], output: undefined, problems: [] });
  });
});

describe('arguments that could mean several things', () => {
  it.each([
    ['{"path":"a"}{"path":"b"}', 'surrounding text'],
    ['{"path":"a","path":"b"}', 'duplicate key'],
    ['{"path":"say "b" now"}', 'unescaped quote'],
  ])('are not run: %s', verifies('KEL-DECODE-02'), (text, doubt) => {
    const { calls, problems } = decodeAnswer(request, modelResponse([callPart('a', 'read_file', text)]));
    expect([calls, problems]).toEqual([[], [{ callId: 'a', text: expect.stringMatching(new RegExp(`^The arguments for "read_file" are no JSON and could mean several things \\(${doubt} at character \\d+\\)\\.$`)) as unknown }]]);
  });
});

describe('a structured answer', () => {
  const asked = { tools, output };

  it('is the value that was asked for', verifies('KEL-DECODE-04'), () => {
    expect(decodeAnswer(asked, modelResponse([textPart('Here it is: '), textPart('{"ok": true}')]))).toEqual({ calls: [], output: { ok: true }, problems: [] });
  });

  it('is refused when it does not fit its schema or is none', verifies('KEL-DECODE-04'), () => {
    expect(decodeAnswer(asked, modelResponse([textPart('{"ok":"yes"}')])).problems).toEqual([{ text: 'The answer does not fit the schema "verdict": /ok must be boolean.' }]);
    expect(decodeAnswer(asked, modelResponse([textPart('{"ok":tr')])).problems).toEqual([{ text: 'The answer is to be one JSON value "verdict", and could not be read as one: it ends before the value does.' }]);
  });

  it('may come after tools have been used, and is not asked of a model that refuses', verifies('KEL-DECODE-04'), () => {
    expect(decodeAnswer(asked, modelResponse([callPart('a', 'read_file', '{"path":"a"}')])).calls).toHaveLength(1);
    expect(decodeAnswer(asked, modelResponse([{ type: 'refusal', text: 'No.' }], { stop_reason: 'refusal' }))).toEqual({ calls: [], output: undefined, problems: [] });
  });
});
