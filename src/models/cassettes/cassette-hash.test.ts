import { describe, expect, it } from 'vitest';
import { callPart, modelRequest, readTool, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { AssistantPart, ImagePart, ModelMessage, ModelRequest } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { cassetteHash } from './cassette-hash.ts';
import { requestHash } from './request-hash.ts';

const image: ImagePart = { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } };
const hashOf = (changes: Partial<ModelRequest>): string => cassetteHash(modelRequest(changes), 'm');
const said = (...content: AssistantPart[]): string => hashOf({ messages: [{ role: 'assistant', content }] });
const user = (text: string, ...images: ImagePart[]): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }, ...images] });
const result = (text: string, changes: object = {}): ModelMessage => ({ role: 'tool', content: [{ type: 'tool_result', call_id: 'a', name: 'mail', content: [{ type: 'text', text }, image], is_error: false, ...changes }] });

describe('the hash under which a cassette keeps an answer', () => {
  it('is that of the request where nothing is masked or sealed', verifies('KEL-CASSETTE-01'), () => {
    const request = modelRequest({ messages: [{ role: 'system', text: 'Be brief.' }, user('hello', image), { role: 'assistant', content: [{ type: 'reasoning', text: 'so' }, textPart('x'), callPart('a', 'mail', '{}'), { type: 'refusal', text: 'no' }] }, result('done')], tools: [readTool] });
    expect(cassetteHash(request, 'm')).toBe(requestHash(request, 'm'));
  });

  it('is over the whole question and the model, also when the question was written out before', verifies('KEL-FAST-06'), () => {
    const request = modelRequest({ messages: [user('hello "you"', image)], tools: [readTool] });
    for (const modelId of ['m', 'other/"m"', 'm']) expect(requestHash(request, modelId)).toBe(canonicalHash({ model_id: modelId, request }));
  });

  it('is the same with and without what only the provider can read', verifies('KEL-CASSETTE-01'), () => {
    expect(said({ type: 'reasoning', text: 'so', signature: 's', redacted: 'r', id: 'i' })).toBe(said({ type: 'reasoning', text: 'so' }));
    const sealed = { ...callPart('a', 'mail', '{}'), made_by: 'example.org', provider_data: { seal: 's' } };
    expect(said(sealed)).toBe(said(callPart('a', 'mail', '{}')));
  });

  it.each([
    ['the system', (text: string): ModelMessage => ({ role: 'system', text })],
    ['a person', (text: string) => user(text)],
    ['a tool', (text: string) => result(text)],
    ['a model', (text: string): ModelMessage => ({ role: 'assistant', content: [textPart(text)] })],
  ])('does not tell a masked text of %s from the text itself', verifies('KEL-CASSETTE-01'), (_, message) => {
    const hashes = ['Ask ada@example.org', 'Ask [EMAIL_1]', 'Ask [EMAIL_2]', 'Ask ada'].map((text) => hashOf({ messages: [message(text)] }));
    expect(hashes.map((hash) => hashes.indexOf(hash))).toEqual([0, 0, 0, 3]);
  });

  it('tells apart whatever else is asked differently', verifies('KEL-CASSETTE-01'), () => {
    const hashes = [
      hashOf({}),
      hashOf({ tools: [readTool] }),
      hashOf({ temperature: 1 }),
      cassetteHash(modelRequest(), 'n'),
      hashOf({ messages: [user('x')] }),
      hashOf({ messages: [user('x', image)] }),
      hashOf({ messages: [result('x')] }),
      hashOf({ messages: [result('x', { is_error: true })] }),
      hashOf({ messages: [result('x', { call_id: 'b' })] }),
      said(textPart('x')),
      said({ type: 'refusal', text: 'x' }),
      said({ type: 'reasoning', text: 'x' }),
      said(callPart('a', 'mail', 'x')),
      said(callPart('b', 'mail', 'x')),
      said(callPart('a', 'post', 'x')),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
