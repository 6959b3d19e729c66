import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelMessage, ProviderSettings, type WireFormat } from '../../contracts/index.ts';
import { anyConversation } from '../../../test/support/conversations.ts';
import { modelRequest } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { healConversation } from '../shape/heal-conversation.ts';
import type { Adapter } from './adapter.ts';
import { anthropicAdapter } from './anthropic/index.ts';
import { ollamaAdapter } from './ollama/index.ts';
import { openAiChatAdapter } from './openai-chat/index.ts';
import { openAiResponsesAdapter } from './openai-responses/index.ts';

const RUNS = 400;

interface Sent {
  readonly role: string;
  readonly content: readonly Record<string, unknown>[];
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
  readonly tool_name?: string;
}

function bodyOf(adapter: Adapter, format: WireFormat, messages: readonly ModelMessage[], isFirstParty = true): Record<string, unknown> {
  const provider = ProviderSettings.parse({ format, base_url: 'http://127.0.0.1:1/v1', location: 'local', is_first_party: isFirstParty });
  return JSON.parse(adapter.encode(modelRequest({ messages: [...messages] }), { modelId: 'm', name: 'm', provider, key: undefined }).body) as Record<string, unknown>;
}

/** Holds for every conversation, however broken it was. */
function always(check: (messages: readonly ModelMessage[]) => void): void {
  fc.assert(fc.property(anyConversation(), (messages) => check(healConversation(messages).messages)), { numRuns: RUNS });
}

const valuesOf = (items: readonly Record<string, unknown>[], type: string, name: string): unknown[] => items.filter((item) => item['type'] === type).map((item) => item[name]);

describe('whatever the conversation was', () => {
  it.each([true, false])('Anthropic gets turns that alternate, each call answered in the next (first party: %s)', verifies('KEL-ANTHROPIC-14'), (isFirstParty) => {
    always((messages) => {
      const turns = bodyOf(anthropicAdapter, 'anthropic', messages, isFirstParty)['messages'] as Sent[];
      const blocks = turns.flatMap(({ content }) => content);
      expect(turns.map(({ role }) => role)).toEqual(turns.map((_turn, at) => (at % 2 === 0 ? 'user' : 'assistant')));
      expect(turns.every(({ content }) => content.length > 0)).toBe(true);
      expect(valuesOf(blocks, 'text', 'text').filter((text) => String(text).trim() === '')).toEqual([]);
      expect(new Set(valuesOf(blocks, 'tool_use', 'id')).size).toBe(valuesOf(blocks, 'tool_use', 'id').length);
      for (const [at, { role, content }] of turns.entries()) {
        const answered = turns[at + 1]?.content ?? [];
        const asked = valuesOf(content, 'tool_use', 'id');
        if (role === 'user') expect(asked).toEqual([]);
        else {
          expect(answered.slice(0, asked.length).map((block) => block['tool_use_id'])).toEqual(asked);
          expect(valuesOf(answered, 'tool_result', 'tool_use_id')).toEqual(asked);
          expect(['thinking', 'redacted_thinking']).not.toContain(content.at(-1)?.['type']);
        }
      }
      expect(valuesOf(turns[0]?.content ?? [], 'tool_result', 'tool_use_id')).toEqual([]);
      expect(valuesOf(blocks, 'tool_result', 'content').every((content) => (content as unknown[]).length > 0)).toBe(true);
      expect(valuesOf(blocks, 'thinking', 'signature').every(() => isFirstParty)).toBe(true);
      const last = turns.at(-1);
      if (last?.role === 'assistant') expect(String(last.content.at(-1)?.['text'] ?? '')).not.toMatch(/\s$/);
      const marked = blocks.filter((block) => 'cache_control' in block);
      expect([marked.at(-1), marked.length <= 2]).toEqual([last?.content.at(-1), true]);
      expect(marked.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')).toEqual([]);
    });
  });

  it('Ollama gets the result of each call after it, in the same order', verifies('KEL-OLLAMA-04'), () => {
    always((messages) => {
      const sent = bodyOf(ollamaAdapter, 'ollama', messages)['messages'] as Sent[];
      const results = new Map(sent.map((message, at) => [at, message] as const).filter(([, { role }]) => role === 'tool'));
      for (const [at, { tool_calls: calls = [] }] of sent.entries()) {
        expect(sent.slice(at + 1, at + 1 + calls.length).map(({ role }) => role)).toEqual(calls.map(() => 'tool'));
        for (const offset of calls.keys()) results.delete(at + 1 + offset);
      }
      expect([...results.keys()]).toEqual([]);
    });
  });

  it('OpenAI chat gets the result of each call right after it', () => {
    always((messages) => {
      const sent = bodyOf(openAiChatAdapter, 'openai_chat', messages)['messages'] as Sent[];
      const waiting: string[] = [];
      for (const { role, tool_calls: calls = [], tool_call_id: answered } of sent) {
        if (role === 'tool') expect(waiting.splice(waiting.indexOf(String(answered)), waiting.includes(String(answered)) ? 1 : 0)).toEqual([answered]);
        else expect(waiting).toEqual([]);
        waiting.push(...calls.map(({ id }) => id));
      }
      expect(waiting).toEqual([]);
    });
  });

  it('OpenAI Responses gets one output for each call, after it', () => {
    always((messages) => {
      const items = bodyOf(openAiResponsesAdapter, 'openai_responses', messages)['input'] as Record<string, unknown>[];
      const waiting = new Set<unknown>();
      for (const { type, call_id: id } of items) {
        if (type === 'function_call') {
          expect(waiting.has(id)).toBe(false);
          waiting.add(id);
        } else if (type === 'function_call_output') expect(waiting.delete(id)).toBe(true);
      }
      expect([...waiting]).toEqual([]);
    });
  });
});
