import { describe, expect, it } from 'vitest';
import { ModelRequest } from '../../../contracts/index.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { claudeTraitsOf } from './claude-name.ts';
import { samplingFields, thinkingFields } from './thinking.ts';
import type { Turn } from './turns.ts';

type Input = Partial<Pick<ModelRequest, 'reasoning_effort' | 'max_output_tokens' | 'tool_choice' | 'tools' | 'temperature' | 'top_p'>>;
const requestOf = (input: Input): ModelRequest => ModelRequest.parse({ messages: [{ role: 'user', content: [] }], max_output_tokens: 8000, ...input });
const fieldsOf = (input: Input, name = 'claude-sonnet-4-5', turns: readonly Turn[] = []) => thinkingFields(requestOf(input), name, turns);
const tools = [{ name: 'look', description: '', parameters: {} }];

describe('thinking', () => {
  it('gets a budget below the tokens of the answer and never less than the provider takes', verifies('KEL-ANTHROPIC-04'), () => {
    const budgets = (['low', 'medium', 'high'] as const).map((reasoning_effort) => fieldsOf({ reasoning_effort }));
    expect(budgets).toEqual([2000, 4000, 6000].map((budget_tokens) => ({ thinking: { type: 'enabled', budget_tokens } })));
    expect(fieldsOf({ reasoning_effort: 'low', max_output_tokens: 1025 })).toEqual({ thinking: { type: 'enabled', budget_tokens: 1024 } });
    expect(fieldsOf({ reasoning_effort: 'high', max_output_tokens: 1024 })).toEqual({});
    expect([fieldsOf({ reasoning_effort: 'none' }), fieldsOf({})]).toEqual([{ thinking: { type: 'disabled' } }, {}]);
  });

  it('is left to models that decide themselves, with an effort', verifies('KEL-ANTHROPIC-04'), () => {
    expect(fieldsOf({ reasoning_effort: 'medium' }, 'claude-opus-4-8')).toEqual({ thinking: { type: 'adaptive' }, effort: 'medium' });
    expect(fieldsOf({ reasoning_effort: 'none' }, 'claude-sonnet-5')).toEqual({ thinking: { type: 'disabled' } });
    expect(fieldsOf({ reasoning_effort: 'none' }, 'claude-fable-5')).toEqual({ effort: 'low' });
  });

  it('stays away where a tool is forced, which the provider refuses together', verifies('KEL-ANTHROPIC-04'), () => {
    expect(fieldsOf({ reasoning_effort: 'high', tools, tool_choice: 'required' })).toEqual({});
    expect(fieldsOf({ reasoning_effort: 'high', tools, tool_choice: { name: 'look' } }, 'claude-opus-5')).toEqual({ effort: 'high' });
    expect(fieldsOf({ reasoning_effort: 'high', tools, tool_choice: 'none' })).toEqual({ thinking: { type: 'enabled', budget_tokens: 6000 } });
    expect(fieldsOf({ reasoning_effort: 'high', tool_choice: 'required' })).toEqual({ thinking: { type: 'enabled', budget_tokens: 6000 } });
  });

  it('does not set in between a call and the results it waits for', verifies('KEL-ANTHROPIC-04'), () => {
    const asked = { type: 'tool_use', id: 'a', name: 'look', input: {} } as const;
    const answered: Turn = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [] }] };
    const thought = { type: 'thinking', thinking: 'Hm', signature: 's' } as const;
    const sealed = { type: 'redacted_thinking', data: 'x' } as const;
    const on = { thinking: { type: 'enabled', budget_tokens: 2000 } };
    const after = (content: Turn['content'], next = answered) => fieldsOf({ reasoning_effort: 'low' }, 'claude-sonnet-4-5', [{ role: 'assistant', content }, next]);
    expect([after([asked]), after([thought, asked]), after([sealed, asked]), after([asked], { role: 'user', content: [{ type: 'text', text: 'On' }] })]).toEqual([{}, on, on, on]);
  });
});

describe('sampling', () => {
  const sampled = (input: Input, name = 'claude-sonnet-4-5') => samplingFields(requestOf(input), name, fieldsOf(input, name));
  it('is set only where the model takes it, and one way at a time', verifies('KEL-ANTHROPIC-05'), () => {
    expect(sampled({ temperature: 0.3, top_p: 0.5 })).toEqual({ temperature: 0.3 });
    expect([sampled({ temperature: 1.7 }), sampled({ top_p: 0.5 }), sampled({})]).toEqual([{ temperature: 1 }, { top_p: 0.5 }, {}]);
    expect(sampled({ temperature: 0.3, top_p: 0.5, reasoning_effort: 'low' })).toEqual({});
    expect(sampled({ temperature: 0.3, reasoning_effort: 'none' })).toEqual({ temperature: 0.3 });
    expect(sampled({ temperature: 0.3 }, 'claude-opus-4-7')).toEqual({});
  });
});

describe('the name of a Claude', () => {
  it('tells its generation however the host writes it', () => {
    const traits = (name: string) => Object.values(claudeTraitsOf(name)).map(Number).join('');
    const expected = {
      'claude-3-7-sonnet-20250219': '000',
      'claude-opus-4-20250514': '000',
      'claude-haiku-4-5-20251001': '000',
      'anthropic/claude-sonnet-4.6': '100',
      'us.anthropic.claude-opus-4-6-v1:0': '100',
      'claude-opus-4-7': '110',
      'CLAUDE-SONNET-5@20260901': '110',
      'us.anthropic.claude-fable-5-v1:0': '111',
      'claude-mythos-preview': '111',
      'claude-opus-5-5': '111',
      'claude-opus-4-10': '110',
      'deepseek-chat': '000',
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, traits(name)]))).toEqual(expected);
  });
});
