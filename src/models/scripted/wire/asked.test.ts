import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Asked } from '../asked.ts';
import { anthropic } from './anthropic.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

const schema = { type: 'object' };

/** One conversation in each format: a tool was used before, and used again just now. */
const CONVERSATIONS = {
  openai_chat: [
    openAiChat,
    {
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: { name: 'tides', parameters: schema } }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      messages: [
        { role: 'system', content: 'Help sailors.' },
        { role: 'user', content: [{ type: 'text', text: 'tides ' }, { type: 'text', text: 'please' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'tides', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'old' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c2', type: 'function', function: { name: 'tides', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'high 14:05' }] },
      ],
    },
  ],
  openai_responses: [
    openAiResponses,
    {
      model: 'm',
      stream: true,
      instructions: 'Help sailors.',
      tools: [{ type: 'function', name: 'tides', parameters: schema }],
      text: { format: { type: 'json_schema', name: 'answer', schema } },
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'tides please' }] },
        { type: 'function_call', call_id: 'c1', name: 'tides', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'old' },
        { type: 'reasoning', id: 'r', summary: [] },
        { type: 'function_call', call_id: 'c2', name: 'tides', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c2', output: 'high 14:05' },
      ],
    },
  ],
  anthropic: [
    anthropic,
    {
      model: 'm',
      stream: true,
      system: [{ type: 'text', text: 'Help sailors.' }],
      tools: [{ name: 'tides', input_schema: schema }],
      output_config: { format: { type: 'json_schema', schema } },
      messages: [
        { role: 'user', content: 'tides please' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'tides', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'old' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c2', name: 'tides', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: [{ type: 'text', text: 'high 14:05' }] }] },
      ],
    },
  ],
  ollama: [
    ollama,
    {
      model: 'm',
      tools: [{ type: 'function', function: { name: 'tides', parameters: schema } }],
      format: schema,
      messages: [
        { role: 'system', content: 'Help sailors.' },
        { role: 'user', content: 'tides please' },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'tides', arguments: {} } }] },
        { role: 'tool', tool_name: 'tides', content: 'old' },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'tides', arguments: {} } }] },
        { role: 'tool', tool_name: 'tides', content: 'high 14:05' },
      ],
    },
  ],
} as const;

const FORMATS = ['openai_chat', 'openai_responses', 'anthropic', 'ollama'] as const;

describe('what a request asks for', () => {
  it.each(FORMATS)('is read the same from %s', verifies('KEL-MOCK-03'), (format) => {
    const [writer, body] = CONVERSATIONS[format];
    const expected: Asked = {
      format,
      model: 'm',
      isStreaming: true,
      lastUserText: 'tides please',
      systemText: 'Help sailors.',
      toolNames: ['tides'],
      toolResults: [{ name: 'tides', text: 'high 14:05' }],
      hasOutputSchema: true,
      // The other two formats have no place for it.
      outputSchemaName: format.startsWith('openai') ? 'answer' : '',
      wantsUsage: true,
    };
    expect(writer.asked(body)).toEqual(expected);
  });

  it.each(FORMATS)('is nothing where a body has nothing that can be read: %s', (format) => {
    const [writer] = CONVERSATIONS[format];
    const nothing = { format, model: '', lastUserText: '', systemText: '', toolNames: [], toolResults: [], hasOutputSchema: false, outputSchemaName: '' };
    for (const body of [{}, [], { messages: 7, input: { a: 1 }, tools: 'x', model: null }, { messages: [null, 3, 'x'], input: [null, 3, 'x'] }]) {
      expect(writer.asked(body)).toMatchObject(nothing);
    }
  });

  it('takes a plain text as the input of a response', () => {
    expect(openAiResponses.asked({ input: 'hello' }).lastUserText).toBe('hello');
  });

  it('streams only when asked, but Ollama unless told not to', () => {
    expect([openAiChat, openAiResponses, anthropic, ollama].map((writer) => writer.asked({}).isStreaming)).toEqual([false, false, false, true]);
    expect(ollama.asked({ stream: false }).isStreaming).toBe(false);
  });
});
