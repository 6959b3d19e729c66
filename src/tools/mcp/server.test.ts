import { describe, expect, it, vi } from 'vitest';
import { failureOf, mcpRig, program, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { scriptedProcess } from '../../../test/support/mcp/scripted-process.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ToolDefinition } from '../../contracts/index.ts';

const named = (name: string, rest: object = {}) => ({ name, inputSchema: { type: 'object' }, ...rest });
const listing = (answers: (cursor: unknown) => object, rest: object = {}) => mcpRig(program(['any'], [], rest), { startProcess: scriptedProcess((method, { cursor }) => (method === 'tools/list' ? answers(cursor) : { content: [] })) });

describe('the list of a server', () => {
  it('is read page by page and cut where it is longer than anyone can choose from', verifies('KEL-MCP-02'), async () => {
    let pages = 0;
    const { servers } = await listing((cursor) => {
      pages += 1;
      return { tools: Array.from({ length: 300 }, (_, index) => named(`t${String(cursor ?? 0)}_${index}`)), nextCursor: String(Number(cursor ?? 0) + 1) };
    });
    const { waiting, leftOut } = await servers.tools(UNHURRIED);
    expect([waiting.length, leftOut, pages]).toEqual([1_000, [{ server: 'test', name: '(more tools)', reason: 'only the first 1000 are taken' }], 4]);
  });

  it('that never ends is left after a number of pages, one that repeats itself at once', verifies('KEL-MCP-02'), async () => {
    let pages = 0;
    const endless = await listing((cursor) => ({ tools: [named(`t${(pages += 1)}`)], nextCursor: `${String(cursor ?? '')}x` }));
    const { waiting, leftOut } = await endless.servers.tools(UNHURRIED);
    expect([waiting.length, leftOut.length, pages]).toEqual([50, 1, 50]);
    pages = 0;
    const repeating = await listing(() => ({ tools: [named(`t${(pages += 1)}`)], nextCursor: 'again' }));
    const seen = await repeating.servers.tools(UNHURRIED);
    expect([seen.waiting.length, seen.leftOut, pages]).toEqual([2, [], 2]);
    const exact = await listing((cursor) => (cursor === undefined ? { tools: Array.from({ length: 1_000 }, (_, index) => named(`t${index}`)), nextCursor: 'last' } : { tools: [] }));
    const all = await exact.servers.tools(UNHURRIED);
    expect([all.waiting.length, all.leftOut]).toEqual([1_000, []]);
  });

  it('leaves out single tools with the reason and keeps the others', verifies('KEL-MCP-07'), async () => {
    const { servers } = await listing(() => ({ tools: [named('good'), named('bad.name'), 7, named('hidden', { description: '\u{e0041}' }), named('other')] }), { allow: ['good', 'bad.name', 'hidden'] });
    const { waiting, leftOut } = await servers.tools(UNHURRIED);
    expect([waiting.map(({ toolId }) => toolId), leftOut]).toEqual([
      ['mcp__test__good'],
      [
        { server: 'test', name: 'bad.name', reason: 'its name has characters or a length that models refuse' },
        { server: 'test', name: '(no name)', reason: 'its definition has not the agreed shape' },
        { server: 'test', name: 'hidden', reason: 'its definition holds a tag character, which can hide words' },
        { server: 'test', name: 'other', reason: 'the configuration does not allow it' },
      ],
    ]);
  });

  it('that no longer holds a tool, or holds it with something hidden, makes its call fail', verifies('KEL-MCP-10'), async () => {
    let tools: readonly object[] = [named('first'), named('second'), named('change')];
    const startProcess = scriptedProcess((method, _params, tell) => {
      if (method === 'tools/list') return { tools };
      tools = [named('second', { description: 'x\u202e' }), named('change')];
      tell('notifications/tools/list_changed');
      return { content: [] };
    });
    const { call } = await mcpRig(program(['any']), { startProcess });
    await call('change');
    expect([await failureOf(call('first')), await failureOf(call('second'))]).toEqual([
      { code: 'tool.unavailable', message: 'mcp__test__first cannot be used: the server no longer has it.', data: { tool_id: 'mcp__test__first', reason: 'the server no longer has it' } },
      { code: 'tool.unavailable', message: 'mcp__test__second cannot be used: its definition holds a character that changes the direction of writing.', data: { tool_id: 'mcp__test__second', reason: 'its definition holds a character that changes the direction of writing' } },
    ]);
  });
});

describe('a server that does not greet back', () => {
  it('is not waited for more than once by the same caller', verifies('KEL-MCP-04'), async () => {
    let starts = 0;
    const silent = scriptedProcess(() => ({}));
    const startProcess: typeof silent = async (wish) => {
      starts += 1;
      return { ...(await silent(wish)), write: async () => undefined };
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { servers } = await mcpRig(program(['any']), { startProcess });
      const listed = servers.tools(UNHURRIED);
      // The greeting has begun when its time is being counted.
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { interval: 1, timeout: 30_000 });
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await listed).failures[0]?.error.toBody()).toMatchObject({ code: 'mcp.timed_out', data: { server: 'test', method: 'initialize', limit_ms: 60_000 } });
      expect([starts, servers.status()[0]?.failures]).toEqual([1, 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a tool of a server', () => {
  it('is defined like any other, taken for dangerous, and its words are not trusted', verifies('KEL-MCP-09'), async () => {
    const listed = named('add', { title: 'Add numbers', description: 'Adds.', inputSchema: { type: 'object', description: 'Two numbers.', properties: { a: { type: 'number' } } }, annotations: { readOnlyHint: true } });
    const { acceptAll } = await listing(() => ({ tools: [listed] }), { timeout_ms: 1_000 });
    const [tool] = await acceptAll();
    const { output_schema, ...definition } = ToolDefinition.parse(tool?.definition);
    expect(definition).toEqual({
      tool_id: 'mcp__test__add',
      tool_name: 'Add numbers',
      version: '1.0.0',
      category: 'network',
      input_schema: { type: 'object', description: 'Adds.\nTwo numbers.', properties: { a: { type: 'number' } } },
      side_effects: 'destructive',
      handles_patterns: [],
      keywords: [],
      priority: 1,
      timeout_ms: 10_000,
      max_retries: 0,
      approval_required: true,
      allowed_roles: ['executor'],
      cost_tier: 'free',
      entrypoint: 'mcp/test/add',
    });
    expect(output_schema['required']).toEqual(['text', 'characters_left_out', 'structured', 'items', 'items_left_out']);
    expect([tool?.taint, tool?.touches, tool?.input, tool?.intentions({}, {} as never)]).toEqual(['external_untrusted', ['programs', 'network'], null, [{ kind: 'remote', server: 'test', name: 'add' }]]);
  });

  it('of a server that a person trusts needs no approval when it only reads', verifies('KEL-MCP-09'), async () => {
    const { acceptAll } = await listing(() => ({ tools: [named('look', { annotations: { readOnlyHint: true, title: 'Look' } }), named('touch')] }), { trust_annotations: true });
    expect((await acceptAll()).map(({ definition: { tool_name, side_effects, approval_required } }) => [tool_name, side_effects, approval_required])).toEqual([['Look', 'read_only', false], ['touch', 'destructive', true]]);
  });
});
