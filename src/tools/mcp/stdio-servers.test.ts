import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { failureOf, mcpRig, program, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';

const output = (text: string) => ({ text, characters_left_out: 0, structured: null, items: [], items_left_out: 0 });
/** One that ended and was not taken leave of yet counts as gone. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
};

describe('a server that is a program', () => {
  it('is started when it is first asked, and its tools can be called', verifies('KEL-MCP-01'), async () => {
    const { servers, call } = await mcpRig(program(['echo', 'add', 'fail', 'lie'], ['--greets']));
    expect(servers.status()).toEqual([{ server: 'test', state: 'idle', failures: 0, lastFailure: undefined, errorOutput: [], log: [] }]);
    expect(await call('echo', { words: 'hello' })).toEqual(output('hello'));
    expect(await call('add', { a: 2, b: 3 })).toEqual({ ...output(''), structured: { sum: 5 } });
    expect(await failureOf(call('fail'))).toEqual({ code: 'tool.failed', message: 'mcp__test__fail failed: no such place', data: { tool_id: 'mcp__test__fail', detail: 'no such place' } });
    expect(await failureOf(call('lie'))).toEqual({ code: 'tool.output_invalid', message: 'mcp__test__lie gave back something else than it promises.', data: { tool_id: 'mcp__test__lie', issues: [{ path: '/sum', message: 'must be number' }] } });
    expect(servers.status()[0]?.state).toBe('connected');
  });

  it('sees of our environment only what is configured and what every server has', verifies('KEL-MCP-01'), async () => {
    const { call } = await mcpRig(program(['surroundings', 'secret'], [], { env: { TOKEN: { env: 'A_KEY' }, MODE: 'quiet' } }));
    expect((await call('surroundings')).text).toBe('MODE,PATH,TOKEN');
    // It was given the key, and what it says of it is not what it was given.
    expect((await call('secret')).text).toBe('[SECRET]');
  });

  it('is told of the workspace and of no other folder', verifies('KEL-MCP-08'), async () => {
    const { call, workspace } = await mcpRig(program(['roots']));
    expect(JSON.parse((await call('roots')).text)).toEqual([{ uri: `file://${workspace}`, name: workspace.split('/').at(-1) }]);
  });

  it('may print what is no message, and a little log', verifies('KEL-MCP-02'), async () => {
    const { call, servers } = await mcpRig(program(['noise', 'log']));
    expect((await call('noise')).text).toBe('after the noise');
    expect((await call('log')).text).toBe('logged');
    expect(servers.status()[0]?.log).toEqual(['warning: {"disk":"almost full"}']);
  });

  it('that crashes in a call fails that call with its reason, is started again for the next, and is not given up while calls succeed', verifies('KEL-MCP-01', 'KEL-MCP-03'), async () => {
    const { call, servers, waits } = await mcpRig(program(['echo', 'crash'], [], { env: { TOKEN: { env: 'A_KEY' } } }));
    expect(await failureOf(call('crash'))).toEqual({
      code: 'mcp.disconnected',
      message: 'The connection to the server test ended: its program ended with exit code 3.',
      data: { server: 'test', detail: 'its program ended with exit code 3' },
    });
    expect(servers.status()).toEqual([{ server: 'test', state: 'idle', failures: 1, lastFailure: 'its program ended with exit code 3', errorOutput: ['the disk is on fire with [SECRET]'], log: [] }]);
    expect((await call('echo', { words: 'again' })).text).toBe('again');
    expect(waits).toEqual([500]);
    expect(servers.status()[0]?.failures).toBe(0);
  });

  it('that cannot start is tried a few times with longer and longer waits, then left alone with its last words, without secrets', verifies('KEL-MCP-03'), async () => {
    const { servers, waits } = await mcpRig(program(['echo'], ['--fails-at-start']));
    const { tools, failures } = await servers.tools(UNHURRIED);
    expect(tools).toEqual([]);
    expect(failures.map(({ server, error }) => ({ server, ...error.toBody() }))).toEqual([
      {
        server: 'test',
        code: 'mcp.unavailable',
        message: 'The server test cannot be used: it failed 4 times in a row, at last because its program ended with exit code 1.',
        next_step: 'Read its last lines, correct its configuration or the server itself, then try it again.',
        data: { server: 'test', attempts: 4, detail: 'its program ended with exit code 1', error_output: ['cannot read the configuration', '[SECRET] is not accepted'] },
      },
    ]);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(servers.status()[0]?.state).toBe('unavailable');
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.code).toBe('mcp.unavailable');
    expect(waits).toHaveLength(3);
    servers.retry('test');
    expect(servers.status()[0]?.state).toBe('idle');
  });

  it('that is not there says so', verifies('KEL-MCP-01', 'KEL-MCP-03'), async () => {
    const { servers } = await mcpRig({ ...program([]), command: '/nowhere/server' } as never);
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.data).toMatchObject({ attempts: 4, detail: 'its program could not be started (spawn /nowhere/server ENOENT)' });
  });

  it('that hangs is told that nobody waits any more, and stays of use', verifies('KEL-MCP-04'), async () => {
    const { call } = await mcpRig(program(['hang', 'echo'], [], { timeout_ms: 2_000 }));
    expect((await call('echo', { words: 'before' })).text).toBe('before');
    const stop = new AbortController();
    const hanging = failureOf(call('hang', {}, stop.signal));
    stop.abort();
    expect(await hanging).toEqual({ code: 'mcp.stopped', message: 'The request tools/call to the server test was stopped.', data: { server: 'test', method: 'tools/call' } });
    expect(await failureOf(call('hang'))).toEqual({ code: 'mcp.timed_out', message: 'The request tools/call to the server test gave no sign for 2000 ms.', data: { server: 'test', method: 'tools/call', wait: 'idle', limit_ms: 2_000 } });
    expect((await call('echo', { words: 'after' })).text).toBe('after');
  });

  it('that sends a message beyond the bound is ended', verifies('KEL-MCP-02'), async () => {
    const { call } = await mcpRig(program(['huge']));
    expect((await failureOf(call('huge'))).data).toEqual({ server: 'test', detail: 'it sent a message of more than 10485760 bytes' });
  });

  it('that only babbles is ended', verifies('KEL-MCP-02'), async () => {
    const { servers } = await mcpRig(program(['echo'], ['--babbles']));
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.data).toMatchObject({ detail: 'it wrote 10001 lines that are no messages' });
  });

  it.skipIf(process.platform !== 'linux')('leaves nothing running when it is closed, not even a child that left its group', verifies('KEL-MCP-05'), async () => {
    const { call, servers } = await mcpRig(program(['child'], ['--does-not-end']));
    const child = Number((await call('child')).text);
    expect(isAlive(child)).toBe(true);
    await servers.close();
    await vi.waitFor(() => expect(isAlive(child)).toBe(false));
    expect(servers.status()[0]?.state).toBe('closed');
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.code).toBe('mcp.disconnected');
  });

  it.skipIf(process.platform !== 'linux')('that ends by itself takes with it what it started', verifies('KEL-MCP-05'), async () => {
    const { call, servers } = await mcpRig(program(['leave']));
    expect((await failureOf(call('leave'))).code).toBe('mcp.disconnected');
    const child = Number(servers.status()[0]?.errorOutput[0]);
    expect(child).toBeGreaterThan(1);
    await vi.waitFor(() => expect(isAlive(child)).toBe(false));
  });
});
