import { Agent } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { askPlainly, type PlainAnswer, type PlainAsk } from '../../../test/support/plain-http.ts';
import type { ScenarioFault } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import { REQUESTS_KEPT_MAX } from './received.ts';
import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from './server.ts';

let server: ScriptedServer;
afterEach(() => server.close());

const BODY = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] };

async function start(faults: z.input<typeof ScenarioFault>[] = [], options: Partial<ScriptedServerOptions> = {}): Promise<ScriptedServer> {
  const turns = [{ answer: [{ type: 'text' as const, text: 'one two three four' }], chunk_chars: 4, faults }];
  server = await startScriptedServer({ scenario: { turns }, ...options });
  return server;
}

const ask = (more: Partial<PlainAsk> = {}): Promise<PlainAnswer> => askPlainly({ url: `${server.url}/v1/chat/completions`, body: BODY, ...more });

/** Until something that another socket decides is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void setImmediate(resolve));
}

describe('how an answer ends', () => {
  it.each<[z.input<typeof ScenarioFault>, { status: number | undefined; ended: string }]>([
    [{ kind: 'cut', at: 'before_headers', by: 'close' }, { status: undefined, ended: 'ECONNRESET' }],
    [{ kind: 'cut', at: 'before_headers', by: 'reset' }, { status: undefined, ended: 'ECONNRESET' }],
    [{ kind: 'cut', at: 'after_headers', by: 'close' }, { status: 200, ended: 'ECONNRESET' }],
    [{ kind: 'cut', at: 'mid_body', by: 'close' }, { status: 200, ended: 'ECONNRESET' }],
    [{ kind: 'cut', at: 'mid_body', by: 'reset' }, { status: 200, ended: 'ECONNRESET' }],
    [{ kind: 'cut', at: 'mid_body', by: 'end' }, { status: 200, ended: 'end' }],
    [{ kind: 'cut', at: 'before_end_marker', by: 'end' }, { status: 200, ended: 'end' }],
  ])('%j', verifies('KEL-MOCK-06'), async (fault, expected) => {
    await start([fault]);
    const { status, ended, bytes } = await ask();
    expect({ status, ended }).toEqual(expected);
    const hasText = fault.kind === 'cut' && (fault.at === 'mid_body' || fault.at === 'before_end_marker');
    expect({ hasText: bytes.includes('"one "'), hasEnd: bytes.includes('[DONE]') }).toEqual({ hasText, hasEnd: false });
  });

  it('is what it should be when nothing is wrong', async () => {
    await start();
    const { status, ended, bytes } = await ask();
    expect({ status, ended, hasEnd: bytes.toString().endsWith('data: [DONE]\n\n') }).toEqual({ status: 200, ended: 'end', hasEnd: true });
  });
});

describe('waiting', () => {
  it('is as long as the scenario says, in its order', verifies('KEL-MOCK-06'), async () => {
    const waits: number[] = [];
    server = await startScriptedServer({
      scenario: { turns: [{ answer: [{ type: 'text', text: 'ab' }], chunk_chars: 1, latency_ms: { first_byte: 70_000, between_chunks: 3 }, faults: [{ kind: 'stall', at: 'mid_body', ms: 90_000 }] }] },
      pause: async (ms) => void waits.push(ms),
    });
    expect((await ask()).ended).toBe('end');
    expect(waits).toEqual([70_000, 3, 90_000, 3, 3, 3]);
  });

  it('for ever ends when the server closes', verifies('KEL-MOCK-09'), async () => {
    await start([{ kind: 'stall', at: 'after_headers' }]);
    const answer = ask();
    await until(() => server.requests().length === 1);
    expect(server.openSockets()).toBe(1);
    await server.close();
    expect(server.openSockets()).toBe(0);
    expect((await answer).ended).toBe('ECONNRESET');
  });

  it.each<z.input<typeof ScenarioFault>[]>([
    [{ kind: 'stall', at: 'before_headers' }],
    [{ kind: 'stall', at: 'mid_body', ms: 2_000_000_000 }],
    [{ kind: 'comments_only' }],
    [{ kind: 'endless' }],
  ])('ends when the other side leaves: %j', verifies('KEL-MOCK-09'), async (fault) => {
    await start([fault]);
    const leaving = new AbortController();
    const answer = ask({ signal: leaving.signal });
    await until(() => server.requests().length === 1);
    leaving.abort();
    await answer;
    await until(() => server.openSockets() === 0);
  });

  it('does not hold up others', async () => {
    server = await startScriptedServer({ scenario: { turns: [{ when: { model: 'slow' }, faults: [{ kind: 'stall', at: 'before_headers' }] }, { answer: [{ type: 'text', text: 'quick' }] }] } });
    const slow = ask({ body: { ...BODY, model: 'slow' } });
    expect((await ask()).status).toBe(200);
    await server.close();
    expect((await slow).status).toBeUndefined();
  });
});

describe('the dead port', () => {
  it('refuses connections', verifies('KEL-MOCK-10'), async () => {
    await start();
    expect(await askPlainly({ url: server.deadUrl })).toMatchObject({ status: undefined, ended: 'ECONNREFUSED' });
    expect(server.deadUrl).not.toBe(server.url);
  });
});

describe('requests', () => {
  it('are kept with what they said, which turn answered, and masked keys', verifies('KEL-MOCK-10'), async () => {
    const told: number[] = [];
    await start([{ kind: 'status', status: 503 }], { onRequest: ({ number }) => void told.push(number) });
    await ask({ headers: { Authorization: 'Bearer sk-1', 'X-Api-Key': 'sk-2', 'x-run': 'r1' } });
    const [kept] = server.requests();
    expect(kept).toMatchObject({
      number: 1,
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: '***', 'x-api-key': '***', 'x-run': 'r1' },
      body: BODY,
      format: 'openai_chat',
      model: 'm',
      isStreaming: true,
      outcome: 'answered',
      turn: { place: 1 },
      faults: ['status 503'],
    });
    expect(JSON.stringify(kept)).not.toContain('sk-');
    expect(told).toEqual([1]);
  });

  it('that cannot be answered are refused and kept too', async () => {
    server = await startScriptedServer({ scenario: { on_exhausted: 'fail', turns: [{}] } });
    const statuses = [
      await ask(),
      await ask(),
      await ask({ body: 'no json' }),
      await askPlainly({ url: `${server.url}/v1/embeddings`, body: {} }),
      await askPlainly({ url: `${server.url}/chat/completions?x=1`, method: 'GET' }),
      await askPlainly({ url: `${server.url}/models`, method: 'GET' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 400, 400, 404, 404, 200]);
    expect(server.requests().map(({ outcome }) => outcome)).toEqual(['answered', 'no_turn_left', 'not_json', 'unknown_path', 'unknown_path', 'listed']);
    expect(server.requests().map(({ path }) => path)).toEqual([...Array.from({ length: 3 }, () => '/v1/chat/completions'), '/v1/embeddings', '/v1/chat/completions', '/v1/models']);
  });

  it('are forgotten when there are too many', verifies('KEL-MOCK-10'), async () => {
    await start([{ kind: 'status', status: 204 }]);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    await Promise.all(Array.from({ length: REQUESTS_KEPT_MAX + 3 }, () => ask({ agent })));
    agent.destroy();
    const numbers = server.requests().map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([REQUESTS_KEPT_MAX, 4, REQUESTS_KEPT_MAX + 3]);
  });
});

describe('starting', () => {
  it('refuses a scenario that does not fit', verifies('KEL-MOCK-07'), async () => {
    await start();
    await expect(startScriptedServer({ scenario: { turns: [] } })).rejects.toMatchObject({ code: 'scenario.invalid' });
  });

  it('says when a port is taken', verifies('KEL-MOCK-10'), async () => {
    await start();
    const port = Number(new URL(server.url).port);
    await expect(startScriptedServer({ scenario: { turns: [{}] }, port })).rejects.toMatchObject({ code: 'scenario.port_unavailable', data: { port } });
  });

  it('takes the time from the clock it is given', async () => {
    await start([], { clock: fixedClock(1_234_000) });
    expect((await ask()).bytes.toString()).toContain('"created":1234,');
  });

  it('can be closed twice', async () => {
    await start();
    await server.close();
    await server.close();
    expect((await ask()).ended).toBe('ECONNREFUSED');
  });
});
