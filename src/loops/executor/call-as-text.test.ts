import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { readsLikeCall } from './call-as-text.ts';

const NAMES = ['read_file', 'finish'];

describe('a text', () => {
  it.each([
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>',
    '<tool_use><name>read_file</name></tool_use>',
    '<function=read_file>{"path":"a"}</function>',
    '<function_call>read_file(path="a")</function_call>',
    '<invoke name="read_file"><parameter name="path">a</parameter></invoke>',
    '<|tool_call_begin|>read_file',
    '<|python_tag|>read_file(path="a")',
    '[TOOL_CALLS][{"name":"read_file"}]',
    '{"name":"read_file","arguments":{"path":"a"}}',
    '```json\n{"tool": "read_file", "parameters": {"path": "a"}}\n```',
    '[{"tool_name":"read_file","args":{}}]',
    '{"type":"function","function":{"name":"read_file","arguments":"{}"}}',
    ' {"function":"finish","input":{}} ',
  ])('reads like a call: %s', verifies('KEL-EXEC-05'), (text) => {
    expect(readsLikeCall(text, NAMES)).toBe(true);
  });

  it.each([
    'I called read_file and it says hello.',
    'Models write <tool_call> when they are lost.',
    '<tool_call>{"name":"rm","arguments":{}}</tool_call>',
    '{"name":"rm","arguments":{}}',
    '{"name":"read_file"}',
    '{"arguments":{"path":"a"}}',
    '{"name":["read_file"],"arguments":{}}',
    '[1, null, "read_file"]',
    'The result is {"name":"read_file","arguments":{}}',
    '`read_file` is the tool.',
    '{',
    '',
    `{"name":"read_file","arguments":{"path":"${'a'.repeat(20_000)}"}}`,
  ])('is only text: %.60s', verifies('KEL-EXEC-05'), (text) => {
    expect(readsLikeCall(text, NAMES)).toBe(false);
  });
});
