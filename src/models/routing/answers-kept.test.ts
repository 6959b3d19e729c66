import { describe, expect, it } from 'vitest';
import { ModelRequest, StopReason, type ModelResponse } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createAnswersKept, isWorthKeeping, mayReuse } from './answers-kept.ts';

const image = { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } } as const;
const own = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'AAAA' } } as const;
const request = (rest: object = {}): ModelRequest => ModelRequest.parse({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }], max_output_tokens: 10, ...rest });
const response = (rest: Partial<ModelResponse> = {}): ModelResponse => ({
  model_id: 'm',
  provider_response_id: 'r1',
  message: { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, { type: 'text', text: 'hi' }] },
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 1, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] },
  repairs: [],
  ...rest,
});
const says = (text: string): ModelResponse => response({ message: { role: 'assistant', content: [{ type: 'text', text }] } });

describe('an answer', () => {
  it('may be given again only where nothing but the request decided it', verifies('KEL-ROUTING-11'), () => {
    const tool = { name: 't', description: '', parameters: {} };
    const result = (part: object) => ({ messages: [{ role: 'tool', content: [{ type: 'tool_result', call_id: 'c', name: 't', content: [part], is_error: false }] }] });
    expect([{}, { temperature: 0 }, { messages: [{ role: 'user', content: [own] }] }, { messages: [{ role: 'system', text: 's' }] }, result(own)].map((rest) => mayReuse(request(rest)))).toEqual([true, true, true, true, true]);
    expect([{ temperature: 0.1 }, { tools: [tool] }, { messages: [{ role: 'user', content: [image] }] }, result(image)].map((rest) => mayReuse(request(rest)))).toEqual([false, false, false, false]);
  });

  it('is kept only when it is whole and beyond doubt', verifies('KEL-ROUTING-11'), () => {
    expect(StopReason.options.filter((stop_reason) => isWorthKeeping(response({ stop_reason })))).toEqual(['end_turn', 'stop_sequence']);
    const content = (...parts: ModelResponse['message']['content']) => isWorthKeeping(response({ message: { role: 'assistant', content: parts } }));
    const text = { type: 'text', text: 'hi' } as const;
    expect([content(text), content(), content({ type: 'text', text: '' }), content({ type: 'reasoning', text: 'hm' })]).toEqual([true, false, false, false]);
    expect([content(text, { type: 'refusal', text: 'no' }), content(text, { type: 'tool_call', call_id: 'c', name: 't', arguments_text: '{}' })]).toEqual([false, false]);
    expect(isWorthKeeping(response({ repairs: ['end_marker_missing'] }))).toBe(false);
    expect(isWorthKeeping(response({ usage: { ...response().usage, flags: ['absurd'] } }))).toBe(false);
  });

  it('comes back as it was, and nobody can change it for the next', verifies('KEL-ROUTING-11'), async () => {
    const kept = createAnswersKept();
    const given = response();
    expect(await kept.keep('h', request(), given)).toBe(true);
    given.message.content.length = 0;
    const first = await kept.get('h');
    expect(first).toEqual(response());
    if (first !== undefined) first.message.content.length = 0;
    expect(await kept.get('h')).toEqual(response());
    expect(await kept.get('other')).toBeUndefined();
  });

  it('is refused with what forbids it', verifies('KEL-ROUTING-11'), async () => {
    const kept = createAnswersKept();
    expect([await kept.keep('h', request({ temperature: 1 }), response()), await kept.keep('h', request(), response({ stop_reason: 'unknown' }))]).toEqual([false, false]);
    expect(await kept.get('h')).toBeUndefined();
  });

  it('gives way to others when it has not been asked for the longest', verifies('KEL-ROUTING-11'), async () => {
    const kept = createAnswersKept({ answersMax: 2 });
    for (const hash of ['a', 'b']) await kept.keep(hash, request(), says(hash));
    await kept.get('a');
    await kept.keep('c', request(), says('c'));
    const held = await Promise.all(['a', 'b', 'c'].map(async (hash) => (await kept.get(hash)) !== undefined));
    expect(held).toEqual([true, false, true]);
  });

  it('takes no more room than is allowed', verifies('KEL-ROUTING-11'), async () => {
    const size = JSON.stringify(says('x')).length;
    const kept = createAnswersKept({ charsMax: 2 * size });
    expect(await kept.keep('big', request(), says('x'.repeat(2 * size)))).toBe(false);
    for (const hash of ['a', 'b', 'b', 'c']) await kept.keep(hash, request(), says('x'));
    const held = await Promise.all(['a', 'b', 'c'].map(async (hash) => (await kept.get(hash)) !== undefined));
    expect(held).toEqual([false, true, true]);
  });
});
