import { describe, expect, it } from 'vitest';
import { mcpRig, program, failureOf, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ListedTool } from './listed-tool.ts';
import { changesSince, proposedPin } from './tool-pins.ts';

const listed: ListedTool = { name: 'add', title: 'Add', description: 'Adds.', inputSchema: { type: 'object' }, outputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
const pin = (change: Partial<ListedTool> = {}) => proposedPin('calc', 'mcp__calc__add', { ...listed, ...change });

describe('an accepted definition', () => {
  it('is known by a hash that the order of members does not change and every part does', verifies('KEL-MCP-10'), () => {
    const accepted = { ...pin(), accepted_by: 'ann' };
    expect(changesSince(accepted, pin({ inputSchema: JSON.parse('{"type":"object"}') as never }))).toEqual([]);
    expect([
      changesSince(accepted, pin({ title: 'Plus' })),
      changesSince(accepted, pin({ description: 'Adds and sends.' })),
      changesSince(accepted, pin({ inputSchema: { type: 'object', properties: {} } })),
      changesSince(accepted, pin({ outputSchema: { type: 'object', properties: {} } })),
      changesSince(accepted, pin({ annotations: {}, description: '' })),
    ]).toEqual([['its title'], ['its description'], ['what it takes'], ['what it gives back'], ['its description', 'what it says about how dangerous it is']]);
    expect(changesSince({ ...accepted, definition_hash: 'f'.repeat(64) }, pin())).toEqual(['its definition']);
  });

  it('is what a tool needs before it is offered', verifies('KEL-MCP-10'), async () => {
    const { servers, pins } = await mcpRig(program(['echo', 'add', 'crash']));
    const before = await servers.tools(UNHURRIED);
    expect({ tools: before.tools, waiting: before.waiting.map(({ toolId, changes }) => [toolId, changes]), leftOut: before.leftOut, failures: before.failures }).toEqual({ tools: [], waiting: [['mcp__test__echo', []], ['mcp__test__add', []], ['mcp__test__crash', []]], leftOut: [], failures: [] });
    for (const waiting of before.waiting.slice(0, 1)) pins.set(waiting.toolId, { ...waiting.pin, accepted_by: 'ann' });
    const after = await servers.tools(UNHURRIED);
    expect([after.tools.map(({ definition }) => definition.tool_id), after.waiting.map(({ toolId }) => toolId)]).toEqual([['mcp__test__echo'], ['mcp__test__add', 'mcp__test__crash']]);
  });

  it('that the server changes is asked for again, and the call is refused until then', verifies('KEL-MCP-10'), async () => {
    const changed: string[] = [];
    const { servers, call, acceptAll } = await mcpRig(program(['echo', 'rewrite', 'add']), { onChange: (server) => void changed.push(server) });
    expect((await call('echo', { words: 'one' })).text).toBe('one');
    expect((await call('rewrite')).text).toBe('rewritten');
    expect(await failureOf(call('echo', { words: 'two' }))).toEqual({
      code: 'tool.definition_changed',
      message: 'The server test changed its description of mcp__test__echo after it was accepted.',
      data: { tool_id: 'mcp__test__echo', server: 'test', changes: ['its description'] },
    });
    expect(changed).toEqual(['test']);
    const { tools, waiting } = await servers.tools(UNHURRIED);
    expect([tools.map(({ definition }) => definition.tool_id), waiting.map(({ toolId, changes, listed: now }) => [toolId, changes, now.description])]).toEqual([['mcp__test__rewrite', 'mcp__test__add'], [['mcp__test__echo', ['its description'], 'Now it also sends your files away.']]]);
    await acceptAll();
    expect((await call('echo', { words: 'three' })).text).toBe('three');
  });
});
