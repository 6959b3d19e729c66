import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { HOUSE_MODEL, servedModels } from '../../test/support/served-models.ts';
import { median, rounded, type BenchGoal, type BenchResult } from '../benchmark.ts';

/** As the plan has it: whoever goes through Keelson waits at most so much longer than through a proxy that does nothing. */
const RATIO_MAX = 1.5;
const ROUNDS = { quick: 120, whole: 360 };
const WARM = 40;

const SCENARIO = { turns: [{ answer: [{ type: 'text' as const, text: 'High water is at 14:05, and low water at 20:11. ' .repeat(4) }], chunk_chars: 24 }] };
const CONVERSATION = [{ role: 'system', content: 'You know the tides of every harbour.' }, { role: 'user', content: 'When is high water in Lyme? '.repeat(20) }];

interface Asked {
  readonly label: string;
  readonly path: string;
  readonly body: object;
}

const CHAT = { model: HOUSE_MODEL, messages: CONVERSATION };
const ASKED: readonly Asked[] = [
  { label: 'chat, streamed', path: '/v1/chat/completions', body: { ...CHAT, stream: true } },
  { label: 'chat, whole', path: '/v1/chat/completions', body: CHAT },
  { label: 'responses, streamed, not kept', path: '/v1/responses', body: { model: HOUSE_MODEL, input: CONVERSATION, stream: true, store: false } },
  { label: 'responses, streamed, kept', path: '/v1/responses', body: { model: HOUSE_MODEL, input: CONVERSATION, stream: true } },
];

/**
 * The same scripted server, which answers at once, asked through Keelson and through a hono app that only hands on what it gets.
 * Each is asked in turn, so that a slow moment falls on both. The proxy always asks for a chat stream, as Keelson does of it.
 */
export async function passthrough({ quick }: { readonly quick: boolean }): Promise<BenchResult> {
  const rounds = ROUNDS[quick ? 'quick' : 'whole'];
  const results: { asked: Asked; keelson: number[]; proxy: number[] }[] = [];
  await using rig = await servedModels(SCENARIO);
  const proxy = await bareProxy(rig.model.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (const asked of ASKED) {
      const result = { asked, keelson: [] as number[], proxy: [] as number[] };
      const throughProxy = JSON.stringify({ ...CHAT, stream: true });
      for (let round = -WARM; round < rounds; round += 1) {
        const bare = await timed(`${proxy.url}/v1/chat/completions`, throughProxy, '', agent);
        const own = await timed(`${rig.url}${asked.path}`, JSON.stringify(asked.body), rig.token, agent);
        if (round < 0) continue;
        result.proxy.push(bare);
        result.keelson.push(own);
      }
      results.push(result);
    }
  } finally {
    agent.destroy();
    proxy.close();
  }
  const rows = results.map(({ asked, keelson, proxy: bare }) => ({ label: `passthrough: ${asked.label}`, figures: { rounds, proxy_ms: rounded(median(bare), 3), keelson_ms: rounded(median(keelson), 3), ratio: rounded(median(keelson) / median(bare)) } }));
  const goals = rows.slice(0, -1).map(({ label, figures }): BenchGoal => ({ name: label, actual: figures.ratio, limit: `≤ ${RATIO_MAX} × a bare proxy`, ok: figures.ratio <= RATIO_MAX }));
  return { rows, goals };
}

/** Nothing but hono, handing on bytes. */
async function bareProxy(target: string): Promise<{ readonly url: string; close(): void }> {
  const app = new Hono();
  app.post('/*', async (c) => {
    const answer = await fetch(`${target}${c.req.path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: await c.req.text() });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

/** Milliseconds from the request to the last byte of the answer. */
function timed(url: string, body: string, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = httpRequest(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...(token !== '' && { authorization: `Bearer ${token}` }) } }, (answer) => {
      if (answer.statusCode !== 200) reject(new RangeError(`The answer was ${answer.statusCode}.`));
      answer.on('data', () => undefined);
      answer.on('end', () => resolve(performance.now() - begun));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
