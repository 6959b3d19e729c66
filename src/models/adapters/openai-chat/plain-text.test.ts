import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { ModelStreamEvent } from '../../../contracts/index.ts';
import { providerAt } from '../../../../test/support/gateway-rig.ts';
import { plainTextOf } from './plain-text.ts';
import { createChatStreamReader } from './stream-reader.ts';

const chunk = (delta: object, more: object = {}) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const target = { modelId: 'm', name: 'm', provider: providerAt('http://127.0.0.1:9', 'openai_chat'), key: undefined };

function textRead(chunks: readonly object[]): string {
  const reader = createChatStreamReader(target);
  const events: ModelStreamEvent[] = chunks.flatMap((piece) => [...reader.push(`data: ${JSON.stringify(piece)}\n\n`)]);
  return events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('');
}

describe('a chunk that adds a text and nothing else', () => {
  it('is known as such', verifies('KEL-OPENAI-13'), () => {
    expect(plainTextOf(chunk({ content: 'a' }))).toBe('a');
    expect(plainTextOf(chunk({ role: 'assistant', content: 'a', refusal: null }))).toBe('a');
    const others = [chunk({ content: null }), chunk({ content: 'a', refusal: 'no' }), chunk({ content: 'a', tool_calls: [] }), chunk({ content: 'a' }, { finish_reason: 'stop' }), chunk({ content: 'a' }, { index: 1 }), { choices: [] }, { choices: [{}] }, { choices: [chunk({}).choices[0], chunk({}).choices[0]] }];
    expect(others.map(plainTextOf)).toEqual(others.map(() => undefined));
  });

  it('is read the same whatever its text, however many there are', verifies('KEL-OPENAI-13'), () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ maxLength: 6, unit: 'grapheme' }), fc.constantFrom('"', '\\', '\n', '"}', '","content":"x', 'é')), { maxLength: 30 }), (texts) => {
        // Twice the same in a row may be a repetition, which is another matter.
        const words = texts.filter((text, at) => text !== texts[at - 1]);
        expect(textRead(words.map((content) => chunk({ content })))).toBe(words.join(''));
      }),
    );
  });

  it('after the finish is no part of the answer', verifies('KEL-OPENAI-13'), () => {
    expect(textRead([chunk({ content: 'one' }), chunk({ content: 'two' }), chunk({}, { finish_reason: 'stop' }), chunk({ content: 'three' })])).toBe('onetwo');
  });
});
