import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CallResult, showToolOutput, toolOutput } from './tool-output.ts';

const ID = 'mcp__test__tool';
const given = (content: readonly unknown[], rest: object = {}) => toolOutput(ID, undefined, CallResult.parse({ content, ...rest }));
const HELLO = { bytes: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' };

describe('a result of a server', () => {
  it('gives its texts, and everything else only as a description', verifies('KEL-MCP-11'), () => {
    const output = given([
      { type: 'text', text: 'one' },
      { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGVsbG8=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'two', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'aGVsbG8=' } },
      { type: 'resource_link', uri: 'http://127.0.0.1/metadata', name: 'log', size: 9 },
      { type: 'applet', code: 'run me' },
    ]);
    const nothing = { mime_type: null, uri: null, name: null, bytes: null, sha256: null };
    expect(output).toEqual({
      text: 'one\ntwo',
      characters_left_out: 0,
      structured: null,
      items: [
        { ...nothing, kind: 'image', mime_type: 'image/png', ...HELLO },
        { ...nothing, kind: 'audio', mime_type: 'audio/wav', ...HELLO },
        { ...nothing, kind: 'resource', uri: 'file:///a.bin', ...HELLO },
        { ...nothing, kind: 'link', uri: 'http://127.0.0.1/metadata', name: 'log', bytes: 9 },
        { ...nothing, kind: 'unknown' },
      ],
      items_left_out: 0,
    });
    expect(showToolOutput(output)).toBe('one\ntwo\n[image, image/png, 5 bytes]\n[audio, audio/wav, 5 bytes]\n[resource, file:///a.bin, 5 bytes]\n[link, log, http://127.0.0.1/metadata, 9 bytes]\n[unknown]');
  });

  it('is shown as its structured content where there are no words', verifies('KEL-MCP-11'), () => {
    expect([showToolOutput(given([], { structuredContent: { sum: 5 } })), showToolOutput(given([{ type: 'text', text: 'five' }], { structuredContent: { sum: 5 } })), showToolOutput(given([]))]).toEqual(['{"sum":5}', 'five', '']);
  });

  it('is bounded, and says what was left out', verifies('KEL-MCP-11'), () => {
    const { text, characters_left_out } = given([{ type: 'text', text: `${'a'.repeat(500_000)}${'b'.repeat(7)}${'c'.repeat(500_000)}` }]);
    expect([characters_left_out, text]).toEqual([7, `${'a'.repeat(500_000)}\n[7 characters left out]\n${'c'.repeat(500_000)}`]);
    const many = given(Array.from({ length: 203 }, () => ({ type: 'image', data: '' })));
    expect([many.items.length, many.items_left_out, showToolOutput(many).endsWith('[3 more items were left out]')]).toEqual([200, 3, true]);
  });

  it('that says it is a failure is one, in the words of the server', verifies('KEL-MCP-11'), () => {
    expect(() => given([{ type: 'text', text: 'no' }], { isError: true })).toThrow('mcp__test__tool failed: no');
    expect(() => given([], { isError: true })).toThrow('mcp__test__tool failed: the server gave no reason');
    expect(() => given([{ type: 'text', text: 'x'.repeat(3_000) }], { isError: true })).toThrow(/^mcp__test__tool failed: x{2000}$/);
  });

  it('keeps to what the tool promises', verifies('KEL-MCP-11'), () => {
    const schema = { type: 'object', properties: { sum: { type: 'number' } } };
    const held = (rest: object) => () => toolOutput(ID, schema, CallResult.parse({ content: [], ...rest }));
    expect(held({ structuredContent: { sum: 1 } })()).toMatchObject({ structured: { sum: 1 } });
    expect(held({ structuredContent: { sum: '1' } })).toThrow('mcp__test__tool gave back something else than it promises.');
    expect(held({})).toThrow('mcp__test__tool gave back something else than it promises.');
    expect(held({ isError: true })).toThrow('failed');
  });
});
