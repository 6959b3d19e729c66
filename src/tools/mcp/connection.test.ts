import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, vi } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { toolServer } from '../../../test/support/mcp/tool-server.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { FeaturePorts } from './client-features.ts';
import { openConnection, type McpConnection, type RequestTime } from './connection.ts';
import type { FormAnswer } from './form.ts';
import { CallResult } from './tool-output.ts';

const PATIENT: RequestTime = { idleMs: 20_000, totalMs: 20_000, signal: UNHURRIED };

/** A server in this process, and everything that the client sent to it. */
async function connect(features: Partial<FeaturePorts> = {}) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = toolServer(['steps', 'hang', 'roots']);
  await server.connect(theirs);
  const sent: JSONRPCMessage[] = [];
  const ended: string[] = [];
  const receive = theirs.onmessage;
  const hear: typeof receive = (message, extra) => {
    sent.push(message);
    receive?.(message, extra);
  };
  Object.assign(theirs, { onmessage: hear });
  const connection = await openConnection({ server: 'near', version: '1.2.3', link: { transport: ours, brokenBy: () => undefined, errorOutput: () => [] }, features: { workspace: '/w', ...features }, notices: { toolsChanged: () => undefined, logged: () => undefined, ended: (detail) => void ended.push(detail) }, time: PATIENT, clean: (text) => text });
  return { connection, server, sent, ended };
}

const call = (connection: McpConnection, name: string, time: Partial<RequestTime>, args = {}) => connection.request({ method: 'tools/call', params: { name, arguments: args } }, CallResult, { ...PATIENT, ...time });
const cancelled = (sent: readonly JSONRPCMessage[]) => sent.filter((message) => 'method' in message && message.method === 'notifications/cancelled');

describe('a request to a server', () => {
  it('lives as long as the server says that it goes on', verifies('KEL-MCP-04'), async () => {
    const { connection, sent } = await connect();
    expect(await call(connection, 'steps', { idleMs: 2_000 }, { count: 120 })).toEqual({ content: [{ type: 'text', text: 'done' }] });
    expect(cancelled(sent)).toEqual([]);
  });

  it('ends after its total time, whatever the server says', verifies('KEL-MCP-04'), async () => {
    const { connection, sent } = await connect();
    expect(await failureOf(call(connection, 'steps', { totalMs: 200 }, { count: 100_000 }))).toEqual({ code: 'mcp.timed_out', message: 'The request tools/call to the server near was not done after 200 ms.', data: { server: 'near', method: 'tools/call', wait: 'total', limit_ms: 200 } });
    expect(cancelled(sent)).toHaveLength(1);
  });

  it('that is stopped is taken back at the server, once; one that is done is not', verifies('KEL-MCP-04'), async () => {
    const { connection, sent } = await connect();
    const stop = new AbortController();
    await call(connection, 'steps', { signal: stop.signal }, { count: 1 });
    const hanging = failureOf(call(connection, 'hang', { signal: stop.signal }));
    stop.abort();
    expect((await hanging).code).toBe('mcp.stopped');
    expect(cancelled(sent)).toEqual([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'The request tools/call to the server near was stopped.' } }]);
    expect((await failureOf(call(connection, 'hang', { signal: stop.signal }))).code).toBe('mcp.stopped');
    expect(cancelled(sent)).toHaveLength(1);
  });

  it('leaves no timer behind', verifies('KEL-MCP-04'), async () => {
    const { connection } = await connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await call(connection, 'echo', {}, { words: 'quick' });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that the server refuses or answers with something else fails with its words', verifies('KEL-MCP-04'), async () => {
    const { connection } = await connect();
    expect(await failureOf(connection.request({ method: 'resources/list', params: {} }, CallResult, PATIENT))).toEqual({ code: 'mcp.request_failed', message: 'The server near did not answer resources/list as it should: MCP error -32601: Method not found.', data: { server: 'near', method: 'resources/list', rpc_code: -32_601, detail: 'MCP error -32601: Method not found' } });
    expect((await failureOf(connection.request({ method: 'tools/list', params: {} }, CallResult.required(), PATIENT))).data).toEqual({ server: 'near', method: 'tools/list', rpc_code: null, detail: 'its answer has not the agreed shape' });
  });

  it('ends with the connection, and whoever watches it is told', verifies('KEL-MCP-03'), async () => {
    const { connection, server, ended } = await connect();
    const hanging = failureOf(call(connection, 'hang', {}));
    await server.close();
    expect(await hanging).toEqual({ code: 'mcp.disconnected', message: 'The connection to the server near ended: it closed the connection.', data: { server: 'near', detail: 'it closed the connection' } });
    expect(ended).toEqual(['it closed the connection']);
  });
});

describe('what a server may ask', () => {
  it('is told at the greeting, and only what there is somebody for', verifies('KEL-MCP-08'), async () => {
    const alone = await connect();
    expect(alone.server.getClientCapabilities()).toEqual({ roots: {} });
    expect(alone.server.getClientVersion()).toEqual({ name: 'keelson', version: '1.2.3' });
    const attended = await connect({ askForm: async () => ({ action: 'cancel' }), sample: () => Promise.reject(new Error('none')) });
    expect(attended.server.getClientCapabilities()).toEqual({ roots: {}, elicitation: { form: {} }, sampling: {} });
  });

  it('is refused cleanly where there is nobody to answer', verifies('KEL-MCP-08'), async () => {
    const { server } = await connect();
    const { EmptyResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const asked = ['elicitation/create', 'sampling/createMessage'].map((method) => server.request({ method, params: { message: 'Your password?', requestedSchema: { type: 'object', properties: {} } } } as never, EmptyResultSchema).catch((error: Error) => error.message));
    expect(await Promise.all(asked)).toEqual(['MCP error -32601: Method not found', 'MCP error -32601: Method not found']);
  });

  it('may be a form or words of a model, never a page to go to', verifies('KEL-MCP-08'), async () => {
    const { server } = await connect({ askForm: async ({ server: name, message }) => ({ action: 'accept', values: { city: `${name}: ${message}` } }), sample: async (name, { maxTokens }) => ({ role: 'assistant', model: name, content: { type: 'text', text: String(maxTokens) } }) });
    const form = { type: 'object' as const, properties: { city: { type: 'string' as const } } };
    expect(await server.elicitInput({ message: 'Where?', requestedSchema: form })).toEqual({ action: 'accept', content: { city: 'near: Where?' } });
    expect(await server.createMessage({ messages: [], maxTokens: 7 })).toEqual({ role: 'assistant', model: 'near', content: { type: 'text', text: '7' } });
    const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    await expect(server.request({ method: 'elicitation/create', params: { mode: 'url', message: 'Log in', elicitationId: '1', url: 'http://127.0.0.1/' } }, ElicitResultSchema)).rejects.toThrow('does not support URL-mode');
  });

  it('is one form at a time, and one that nobody could be asked is not answered', verifies('KEL-MCP-08'), async () => {
    const form = { message: 'Where?', requestedSchema: { type: 'object' as const, properties: {} } };
    const { promise: answered, resolve: answer } = Promise.withResolvers<FormAnswer>();
    const busy = await connect({ askForm: () => answered });
    const first = busy.server.elicitInput(form);
    expect(await busy.server.elicitInput(form)).toEqual({ action: 'cancel' });
    answer({ action: 'decline' });
    expect(await first).toEqual({ action: 'decline' });
    expect(await busy.server.elicitInput(form)).toEqual({ action: 'decline' });
    const alone = await connect({ askForm: () => Promise.reject(new Error('nobody is there')) });
    expect([await alone.server.elicitInput(form), await alone.server.elicitInput(form)]).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
  });
});
