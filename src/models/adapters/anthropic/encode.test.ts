import { describe, expect, it } from 'vitest';
import { ModelRequest, ProviderSettings } from '../../../contracts/index.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Target } from '../adapter.ts';
import { encodeAnthropic } from './encode.ts';
import { BEGINNING } from './turns.ts';

type RequestInput = Partial<Parameters<typeof ModelRequest.parse>[0] & object>;
const MARK = { cache_control: { type: 'ephemeral' } };
const text = (words: string) => ({ type: 'text', text: words });
const user = (words: string) => ({ role: 'user', content: [text(words)] });
const says = (...content: object[]) => ({ role: 'assistant', content });
const call = (id: string, arguments_text = '{}', name = 'look') => ({ type: 'tool_call', call_id: id, name, arguments_text });
const result = (id: string, words: string, is_error = false) => ({ type: 'tool_result', call_id: id, name: 'look', content: words === '' ? [] : [text(words)], is_error });
const tool = (...content: object[]) => ({ role: 'tool', content });
const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: { at: { type: 'string' } } } };

function targetOf(settings: object = {}, name = 'claude-sonnet-4-5', key: string | undefined = 'k-1'): Target {
  const provider = ProviderSettings.parse({ format: 'anthropic', base_url: 'https://api.example.com', location: 'cloud', is_first_party: true, ...settings });
  return { modelId: 'maker/model', name, provider, key };
}
function bodyOf(input: RequestInput, target = targetOf()): Record<string, unknown> {
  return JSON.parse(encodeAnthropic(ModelRequest.parse({ messages: [user('Hello')], max_output_tokens: 4000, ...input }), target).body) as Record<string, unknown>;
}
/** What is said, without the marks for the cache. */
const unmarked = (messages: unknown): unknown => JSON.parse(JSON.stringify(messages, (name, value: unknown) => (name === 'cache_control' ? undefined : value)));
const turnsOf = (messages: object[], settings: object = {}) => unmarked(bodyOf({ messages }, targetOf(settings))['messages']);

describe('a request to Anthropic', () => {
  it('has its whole shape', verifies('KEL-ANTHROPIC-01'), () => {
    const input = { messages: [{ role: 'system', text: 'Be brief.' }, user('Hello')], tools: [look], temperature: 1.5, top_p: 0.9, stop: ['END', ' '], seed: 3 };
    expect(bodyOf(input)).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 4000,
      tools: [{ name: 'look', description: 'Looks.', input_schema: look.parameters, ...MARK }],
      tool_choice: { type: 'auto' },
      system: [{ ...text('Be brief.'), ...MARK }],
      messages: [{ role: 'user', content: [{ ...text('Hello'), ...MARK }] }],
      temperature: 1,
      stop_sequences: ['END'],
      stream: true,
    });
    expect(bodyOf({ top_p: 0.9 })['top_p']).toBe(0.9);
  });

  it('carries the key, the version of the interface and no borrowed name', () => {
    const request = ModelRequest.parse({ messages: [user('Hello')], max_output_tokens: 10 });
    const wire = encodeAnthropic(request, targetOf({ headers: { 'Anthropic-Beta': 'one' } }));
    expect([wire.path, wire.headers]).toEqual([
      '/v1/messages',
      { 'content-type': 'application/json', 'user-agent': 'keelson', 'anthropic-version': '2023-06-01', 'x-api-key': 'k-1', 'anthropic-beta': 'one' },
    ]);
    const keyless = encodeAnthropic(request, { ...targetOf({ base_url: 'https://host.example.com/anthropic/v1/' }), key: undefined });
    expect([keyless.path, Object.keys(keyless.headers)]).toEqual(['/messages', ['content-type', 'user-agent', 'anthropic-version']]);
  });

  it('is the same bytes each time, whatever the order of the tools', verifies('KEL-ANTHROPIC-01'), () => {
    const [one, two] = [look, { ...look, name: 'act', description: '' }];
    const encode = (tools: object[]) => encodeAnthropic(ModelRequest.parse({ messages: [user('Hello')], max_output_tokens: 10, tools }), targetOf()).body;
    expect(encode([one, two])).toBe(encode([two, one]));
    expect((bodyOf({ tools: [one, two] })['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['act', 'look']);
  });

  it('is the same bytes whatever the order of the members of its schemas', verifies('KEL-OPENAI-02'), () => {
    const schemas = [
      { type: 'object', properties: { b: { type: 'string', title: 'B' }, a: { type: 'number', maximum: 3 } }, required: ['b'] },
      { required: ['b'], properties: { a: { maximum: 3, type: 'number' }, b: { title: 'B', type: 'string' } }, type: 'object' },
    ];
    const [one, other] = schemas.map((schema) => JSON.stringify(bodyOf({ tools: [{ ...look, parameters: schema }], output: { name: 'city', schema } })));
    expect(one).toBe(other);
  });

  it('is marked for the cache at the end of each part that comes again, four times at most', verifies('KEL-ANTHROPIC-15'), () => {
    const marksOf = (...messages: object[]): string[] => {
      const body = bodyOf({ tools: [look, { ...look, name: 'act' }], messages: [{ role: 'system', text: 'One.' }, { role: 'system', text: 'Two.' }, ...messages] });
      const blocks = [body['tools'], body['system'], ...(body['messages'] as { content: unknown }[]).map(({ content }) => content)].flatMap((part) => part as Record<string, unknown>[]);
      return blocks.filter((block) => 'cache_control' in block).map((block) => String(block['name'] ?? block['text'] ?? block['tool_use_id'] ?? block['data']));
    };
    const asked = says(text('Let me look.'), { ...call('a'), name: 'act' });
    expect(marksOf(user('Go'))).toEqual(['look', 'Two.', 'Go']);
    // What is recalled for this turn only comes after all that was said, in the same turn of the user.
    expect(marksOf(user('Go'), user('Recalled.'))).toEqual(['look', 'Two.', 'Go', 'Recalled.']);
    expect(marksOf(user('Go'), asked, tool(result('a', 'Seen.')), user('Recalled.'))).toEqual(['look', 'Two.', 'a', 'Recalled.']);
    expect(marksOf(user('Go'), asked, tool(result('a', 'Seen.')), { role: 'user', content: [text('Recalled.'), text('Twice.')] })).toEqual(['look', 'Two.', 'a', 'Twice.']);
    expect(marksOf(user('Go'), asked, tool(result('a', 'Seen.')))).toEqual(['look', 'Two.', 'act', 'a']);
    expect(marksOf(user('Go'), asked, user('Hurry.'), tool(result('a', 'Seen.')))).toEqual(['look', 'Two.', 'act', 'Hurry.']);
    expect(marksOf(user('Go'), says(text('So ')), says({ type: 'reasoning', text: '', redacted: 'sealed' }, text('on ')))).toEqual(['look', 'Two.', 'So ', 'on']);
    expect(marksOf(user('Go'), says({ type: 'reasoning', text: '', redacted: 'sealed' }, text('Well.')), says(), user('On'))).toEqual(['look', 'Two.', 'Well.', 'On']);
    expect(marksOf()).toEqual(['look', 'Two.', BEGINNING]);
  });

  it('says whether a tool may, must or must not be used, and nothing where there is none', verifies('KEL-ANTHROPIC-01'), () => {
    const choices = ['auto', 'required', 'none', { name: 'look' }] as const;
    expect(choices.map((tool_choice) => bodyOf({ tools: [look], tool_choice })['tool_choice'])).toEqual([{ type: 'auto' }, { type: 'any' }, { type: 'none' }, { type: 'tool', name: 'look' }]);
    expect(Object.keys(bodyOf({ tool_choice: 'required' }))).toEqual(['model', 'max_tokens', 'messages', 'stream']);
  });

  it('holds the answer to a schema by the means of the provider only when it has them', () => {
    const output = { name: 'city', schema: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] } };
    const format = {
      type: 'json_schema',
      schema: { type: 'object', properties: { size: { type: 'integer', description: 'minimum: 1' } }, required: ['size'], additionalProperties: false },
    };
    expect(bodyOf({ output })['output_config']).toEqual({ format });
    expect(bodyOf({ output }, targetOf({ structured_output: 'tool' }))['output_config']).toBeUndefined();
    expect(bodyOf({ output, reasoning_effort: 'low' }, targetOf({}, 'claude-opus-4-8'))['output_config']).toEqual({ effort: 'low', format });
  });
});

describe('a conversation with Anthropic', () => {
  it('has its system prompt lifted to the top, and later system messages marked in the next turn of the user', verifies('MAH-2C-1'), () => {
    const body = bodyOf({
      messages: [{ role: 'system', text: 'One.' }, { role: 'system', text: ' ' }, { role: 'system', text: 'Two.' }, user('Hi'), says(text('Yes?')), { role: 'system', text: 'Be quick.' }, user('Go')],
    });
    expect(body['system']).toEqual([text('One.'), { ...text('Two.'), ...MARK }]);
    expect(bodyOf({ messages: [{ role: 'system', text: 'Only this.' }] })['system']).toEqual([{ ...text('Only this.'), ...MARK }]);
    expect(unmarked(body['messages'])).toEqual([
      { role: 'user', content: [text('Hi')] },
      { role: 'assistant', content: [text('Yes?')] },
      { role: 'user', content: [text('<system_notice>\nBe quick.\n</system_notice>'), text('Go')] },
    ]);
  });

  it('has the messages of one role merged, so that user and assistant alternate', verifies('MAH-2C-2', 'MAH-10A-3'), () => {
    expect(turnsOf([user('One'), user('Two'), says(text('Three')), says(), says(text('Four')), says(text('')), user(''), user('Five')])).toEqual([
      { role: 'user', content: [text('One'), text('Two')] },
      { role: 'assistant', content: [text('Three'), text('Four')] },
      { role: 'user', content: [text('Five')] },
    ]);
  });

  it('begins with the user, even when there is nothing of the user', verifies('KEL-ANTHROPIC-02', 'MAH-10A-3'), () => {
    expect(turnsOf([says(text('Hello')), user('Hi')])).toEqual([
      { role: 'user', content: [text(BEGINNING)] },
      { role: 'assistant', content: [text('Hello')] },
      { role: 'user', content: [text('Hi')] },
    ]);
    const alone = [{ role: 'user', content: [text(BEGINNING)] }];
    expect([turnsOf([{ role: 'system', text: 'Only this.' }]), turnsOf([says(), user(' \n')])]).toEqual([alone, alone]);
  });

  it('has the results of one turn in one turn of the user, before its words', verifies('MAH-2C-3'), () => {
    const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const messages = [user('Go'), says(call('a', '{"at":"x"}'), call('b'), call('c')), user('Hurry'), tool(result('a', 'seen'), result('b', '', true)), tool({ ...result('c', ''), content: [image, text('')] })];
    expect(turnsOf(messages)).toEqual([
      { role: 'user', content: [text('Go')] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: { at: 'x' } }, { type: 'tool_use', id: 'b', name: 'look', input: {} }, { type: 'tool_use', id: 'c', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [text('seen')] },
          { type: 'tool_result', tool_use_id: 'b', content: [text('(no output)')], is_error: true },
          { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] },
          text('Hurry'),
        ],
      },
    ]);
  });

  it('gives the model back what it wrote as arguments, whatever that was', () => {
    const texts = ['', '{"at":"x",}', '[1]', 'look at x'];
    const [, asked] = turnsOf([user('Go'), says(...texts.map((words, at) => call(`c${at}`, words))), user('?')]) as { content: { input: unknown }[] }[];
    expect(asked?.content.map(({ input }) => input)).toEqual([{}, { at: 'x' }, { value: [1] }, { unreadable_arguments: 'look at x' }]);
  });

  it('has images by address, and refusals as words', () => {
    expect(turnsOf([{ role: 'user', content: [{ type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } }] }, says({ type: 'refusal', text: 'No.' }), user('Why?')])).toEqual([
      { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }] },
      { role: 'assistant', content: [text('No.')] },
      { role: 'user', content: [text('Why?')] },
    ]);
  });

  it('keeps proven thinking for the maker of the models and strips it for all other hosts', verifies('MAH-2C-4', 'KEL-SEALS-01'), () => {
    const thoughts = [
      { type: 'reasoning', text: 'Hm. ', signature: 'sig' },
      { type: 'reasoning', text: '', redacted: 'sealed' },
      { type: 'reasoning', text: 'Without proof.' },
      { type: 'reasoning', text: 'Of another maker.', signature: 'sig', id: 'rs_1' },
      { type: 'reasoning', text: 'Of a plug-in.', signature: '{"maker":{}}' },
      { type: 'reasoning', text: 'Of another host.', signature: 'sig', made_by: 'api.example.com:8443' },
      { type: 'reasoning', text: '', redacted: 'sealed', made_by: 'other.example.com' },
      { type: 'reasoning', text: 'Of this host.', signature: 'own', made_by: 'api.example.com' },
    ];
    const messages = [user('Go'), says(...thoughts, text('Well.')), user('On')];
    const kept = [{ type: 'thinking', thinking: 'Hm. ', signature: 'sig' }, { type: 'redacted_thinking', data: 'sealed' }, { type: 'thinking', thinking: 'Of this host.', signature: 'own' }];
    const contentOf = (turns: unknown) => (turns as { content: object[] }[])[1]?.content;
    expect(contentOf(turnsOf(messages))).toEqual([...kept, text('Well.')]);
    expect(contentOf(turnsOf(messages, { is_first_party: false }))).toEqual([text('Well.')]);
    expect(turnsOf([user('Go'), says(thoughts[0] as object), user('On')])).toEqual([{ role: 'user', content: [text('Go'), text('On')] }]);
    expect(contentOf(turnsOf([user('Go'), says(text('So'), thoughts[0] as object), user('On')]))).toEqual([text('So')]);
  });

  it('ends without white space where the assistant is to go on', verifies('KEL-ANTHROPIC-03'), () => {
    expect(turnsOf([user('Go'), says(text('One \n')), user('On'), says(text('Two'), text('Three \n'))])).toEqual([
      { role: 'user', content: [text('Go')] },
      { role: 'assistant', content: [text('One \n')] },
      { role: 'user', content: [text('On')] },
      { role: 'assistant', content: [text('Two'), text('Three')] },
    ]);
  });
});
