import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createEventStore } from './event-store.ts';
import { IDLE_MS_MAX, mcpSessions, SESSIONS_MAX } from './sessions.ts';

const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } };
const PING = { jsonrpc: '2.0', id: 2, method: 'ping' };

/** Sessions over servers that offer nothing, with a clock that is set by hand. */
function sessionsAt() {
  const now = { ms: 0 };
  const closing = new AbortController();
  const looks: AbortController[] = [];
  const guest = { isWelcome: true };
  let closed = 0;
  const serve = (): Server => {
    const server = new Server({ name: 'x', version: '1' }, { capabilities: {} });
    return Object.assign(server, { onclose: () => void (closed += 1) });
  };
  const answer = mcpSessions({ clock: { monotonicMs: () => now.ms }, serve, closing: closing.signal, deadline: () => (looks.push(new AbortController()), looks.at(-1)?.signal ?? closing.signal) });
  const asked = (body: string, more: Record<string, string> = {}, method = 'POST', who = 'owner'): Promise<Response> =>
    answer(new Request('http://127.0.0.1/mcp', { method, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more }, ...(method === 'POST' && { body }) }), { name: who, ...(who === 'guest' && { isWelcome: async () => guest.isWelcome }) });
  const begin = async (who?: string): Promise<string> => {
    const response = await asked(JSON.stringify(INITIALIZE), {}, 'POST', who);
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const pinged = async (id: string): Promise<number> => {
    const response = await asked(JSON.stringify(PING), { 'mcp-session-id': id });
    await response.text();
    return response.status;
  };
  return { now, closing, guest, looks, asked, begin, pinged, closed: () => closed };
}

describe('sessions over HTTP', () => {
  it('begin with initialize, end when that is asked for, and are forgotten when nobody uses them', verifies('KEL-MCPS-06'), async () => {
    const { now, asked, begin, pinged } = sessionsAt();
    expect((await asked(JSON.stringify(PING))).status).toBe(400);
    const [first, second] = [await begin(), await begin()];
    expect([await pinged(first), await pinged(second), await pinged('another')]).toEqual([200, 200, 404]);
    expect((await asked('', { 'mcp-session-id': first }, 'DELETE', 'another caller')).status).toBe(404);
    expect((await asked('', { 'mcp-session-id': first }, 'DELETE')).status).toBe(200);
    expect([await pinged(first), await pinged(second)]).toEqual([404, 200]);
    now.ms += IDLE_MS_MAX + 1;
    await begin();
    expect(await pinged(second)).toBe(404);
  });

  it('make room by ending the one that was idle longest, and never one that is being answered', verifies('KEL-MCPS-06'), async () => {
    const { now, asked, begin, pinged } = sessionsAt();
    const ids: string[] = [];
    for (let at = 0; at < SESSIONS_MAX; at += 1) {
      now.ms += 1;
      ids.push(await begin());
    }
    const [first = '', second = '', third = ''] = ids;
    const stream = await asked('', { 'mcp-session-id': first }, 'GET');
    await begin();
    expect([await pinged(first), await pinged(second), await pinged(third)]).toEqual([200, 404, 200]);
    await stream.body?.cancel();
  });

  it('refuse a body that is too deep or no JSON, in the words of the protocol', verifies('KEL-MCPS-06'), async () => {
    const { asked } = sessionsAt();
    for (const body of [`{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, '{']) {
      const response = await asked(body);
      expect([response.status, await response.json()]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32_700 } }]);
    }
  });

  it('end with all that they stream when the key of whoever began them no longer holds', verifies('KEL-KEYS-03'), async () => {
    const { guest, looks, asked, begin, pinged, closed } = sessionsAt();
    const [id, own] = [await begin('guest'), await begin()];
    const stream = await asked('', { 'mcp-session-id': id, accept: 'text/event-stream' }, 'GET', 'guest');
    looks[0]?.abort();
    await expect.poll(() => looks.length).toBe(2);
    expect(closed()).toBe(0);
    guest.isWelcome = false;
    looks[1]?.abort();
    await stream.text();
    expect([closed(), await pinged(own), looks.length]).toEqual([1, 200, 2]);
  });

  it('all end with the server', verifies('KEL-MCPS-06'), async () => {
    const { closing, begin, pinged, closed } = sessionsAt();
    const ids = [await begin(), await begin()];
    closing.abort();
    expect([await Promise.all(ids.map(pinged)), closed()]).toEqual([[404, 404], 2]);
  });
});

describe('what a session keeps for who lost the connection', () => {
  it('is the last messages of its stream, and no more than may be', verifies('KEL-MCPS-07'), async () => {
    const store = createEventStore(3);
    const kept = async (streamId: string, id: number): Promise<string> => store.storeEvent(streamId, { jsonrpc: '2.0', id, result: {} });
    const [first, , second] = [await kept('a', 1), await kept('b', 2), await kept('a', 3), await kept('a', 4)];
    const sent: unknown[] = [];
    const replay = (after: string): Promise<string> => store.replayEventsAfter(after, { send: async (_id, message) => void sent.push('id' in message ? message.id : message) });
    expect([await replay(second ?? ''), sent, await store.getStreamIdForEventId?.(first ?? '')]).toEqual(['a', [4], undefined]);
  });
});
