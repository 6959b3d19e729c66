import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { ProviderSettings } from '../../../contracts/index.ts';
import { readWholeAnthropic } from './whole-reader.ts';

const provider = ProviderSettings.parse({ format: 'anthropic', base_url: 'https://api.example.com', location: 'cloud' });
const target = { modelId: 'maker/model', provider };
const madeBy = { made_by: 'api.example.com' };

describe('a message in one piece', () => {
  it('reads as one in many does', verifies('KEL-ANTHROPIC-13'), () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
      { type: 'redacted_thinking', data: 'sealed' },
      { type: 'text', text: 'Look:', citations: null },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { b: 1, a: 'x' } },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    ];
    const body = { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: 'tool_use', stop_sequence: null, usage: { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 5 } };
    expect(readWholeAnthropic(JSON.stringify(body), target)).toEqual({
      model_id: 'maker/model',
      provider_response_id: 'msg_1',
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', signature: 'sig', ...madeBy },
          { type: 'reasoning', text: '', redacted: 'sealed', ...madeBy },
          { type: 'text', text: 'Look:' },
          { type: 'tool_call', call_id: 'toolu_1', name: 'look', arguments_text: '{"a":"x","b":1}' },
        ],
      },
      stop_reason: 'tool_calls',
      usage: { input_tokens: 10, output_tokens: 5, cached_input_tokens: 3, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] },
      repairs: ['unknown_part_ignored'],
    });
  });

  it('is refused when it is an error or no message', () => {
    const faultOf = (body: string) => {
      try {
        return readWholeAnthropic(body, target).stop_reason;
      } catch (error) {
        return (error as { fault?: unknown }).fault;
      }
    };
    expect([faultOf('{"type":"error","error":{"type":"overloaded_error"}}'), faultOf('{}'), faultOf('<html>'), faultOf('{"content":[7]}')]).toEqual(['overloaded', 'garbage', 'garbage', 'garbage']);
    expect(readWholeAnthropic('{"content":[],"stop_reason":"refusal","stop_details":{"explanation":"No."}}', target).message.content).toEqual([{ type: 'refusal', text: 'No.' }]);
  });
});
