import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { servedLog, TOKEN, type ServedLog } from '../../../test/support/served-log.ts';
import { follow, serverEvents, type FollowWish, type ServerEvent } from '../../client/index.ts';
import { LedgerEventsReport, type ShownEntry } from '../../contracts/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { streamLog } from './stream.ts';
import { createTail } from './tail.ts';

const BEARER = { authorization: `Bearer ${TOKEN}` };
const numbered = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => `message ${from + at}`);

function following(served: ServedLog, wish: FollowWish = {}): AsyncGenerator<ShownEntry> {
  const fetchAsOwner = (request: Request): Promise<Response> => fetch(new Request(request, { headers: { ...Object.fromEntries(request.headers), ...BEARER } }));
  return follow(wish, { fetch: fetchAsOwner, baseUrl: served.url, pause: async (ms, signal) => void (await pause(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)) });
}

async function eventsOf(stream: AsyncGenerator<ServerEvent>): Promise<ServerEvent[]> {
  const found: ServerEvent[] = [];
  for await (const one of stream) found.push(one);
  return found;
}

async function positions(entries: AsyncGenerator<ShownEntry>, upTo: number): Promise<number[]> {
  const seen: number[] = [];
  for await (const { position } of entries) {
    seen.push(position);
    if (position >= upTo) break;
  }
  return seen;
}

const upTo = (count: number, from = 1): number[] => Array.from({ length: count - from + 1 }, (_, at) => from + at);

describe('the log as a stream', () => {
  it('tells every entry once, what was there and what comes, to as many as follow', verifies('KEL-SERVER-09', 'KEL-SERVER-10'), async () => {
    await using served = await servedLog();
    await served.say(...numbered(1, 30));
    const readers = Array.from({ length: 20 }, () => positions(following(served), 60));
    await served.say(...numbered(31, 60));
    expect(await Promise.all(readers)).toEqual(Array.from({ length: 20 }, () => upTo(60)));
  });

  it('reads the log once for all who stand at its end', verifies('KEL-SERVER-10'), async () => {
    await using served = await servedLog();
    await served.say('first');
    const readers = Array.from({ length: 50 }, () => following(served));
    for (const reader of readers) await reader.next();
    const before = served.reads();
    const rest = Promise.all(readers.map((reader) => positions(reader, 11)));
    for (const text of numbered(2, 11)) await served.say(text);
    await rest;
    expect(served.reads() - before).toBeLessThan(50);
  });

  it('tells whoever follows one run of its questions too, and of nothing that belongs to another', verifies('KEL-SERVER-09'), async () => {
    const [mine, other] = ['run_01JCQZ9Y5D0000000000000001', 'run_01JCQZ9Y5D0000000000000002'];
    const entry = (position: number, aggregate: string, id: string, payload: object): unknown => ({ position, event: { aggregate, aggregate_id: id, type: `${aggregate}.told`, payload } });
    const entries = [entry(1, 'run', mine, {}), entry(2, 'approval', 'apr_1', { record: { run_id: mine } }), entry(3, 'approval', 'apr_2', { record: { run_id: other } }), entry(4, 'artifact', 'art_1', { run_id: mine }), entry(5, 'session', 'ses_1', { words: ['run_id'] }), entry(6, 'artifact', 'art_2', {})];
    const tail = createTail({ read: async (after) => ({ state: 'done', entries: entries.slice(after), next_after: entries.length, is_end: true }) as never });
    expect((await tail.after(0, new AbortController().signal)).frames.map(({ position, runId }) => [position, runId])).toEqual([[1, mine], [2, mine], [3, other], [4, mine], [5, undefined], [6, undefined]]);
    tail.close();
  });

  it('goes on where a reader stood, and at the beginning for whoever names a place that there is not', verifies('KEL-SERVER-09', 'KEL-SERVER-10'), async () => {
    await using served = await servedLog();
    await served.say(...numbered(1, 10));
    expect(await positions(following(served, { after: 4 }), 10)).toEqual(upTo(10, 5));
    const first = async (headers: Record<string, string>): Promise<string> => {
      const response = await served.get('/v1/events', { ...BEARER, ...headers });
      for await (const { event, id } of serverEvents(response.body ?? [])) if (event === 'entry') return id;
      return 'none';
    };
    expect([await first({ 'last-event-id': '6' }), await first({ 'last-event-id': '999999999' }), await first({ 'last-event-id': 'x' })]).toEqual(['7', '1', '1']);
  });

  it('lets go of who takes nothing, tells them, and has everything for them when they come back', verifies('KEL-SERVER-11'), async () => {
    await using served = await servedLog();
    await served.say(...Array.from({ length: 400 }, () => 'x'.repeat(50_000)));
    const read = async (after: number, waitMs: number): Promise<LedgerEventsReport> => LedgerEventsReport.parse(await (await served.post('/v1/queries/ledger.events', JSON.stringify({ after, limit: 100, payload: 'redacted', wait_ms: waitMs }))).json());
    const ended = Promise.withResolvers<void>();
    const patience = (ms: number): AbortSignal => AbortSignal.timeout(ms / 50);
    const server = createServer((_request, response) => void streamLog(response, { after: 0, runId: undefined }, { tail: createTail({ read }), clock: systemClock, deadline: patience, closing: new AbortController().signal }).then(ended.resolve));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await ended.promise;
    const received = await text(socket).catch(() => '');
    server.close();
    const ids = received.split('\n').flatMap((line, at, lines) => (line.startsWith('id: ') && lines[at + 1] === 'event: entry' ? [Number(line.slice(4))] : []));
    const last = ids.at(-1) ?? 0;
    expect([ids, last < 400]).toEqual([upTo(last), true]);
    expect(await positions(following(served, { after: last }), 400)).toEqual(upTo(400, last + 1));
  });

  it('ends where the log can no longer be read, and takes nothing else with it', verifies('KEL-SERVER-11'), async () => {
    const server = createServer((_request, response) => void streamLog(response, { after: 0, runId: undefined }, { tail: createTail({ read: () => Promise.reject(new Error('no disk')) }), clock: systemClock, deadline: (ms) => AbortSignal.timeout(ms), closing: new AbortController().signal }));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(response.text()).rejects.toThrow();
    server.close();
  });

  it('ends with the server', verifies('KEL-SERVER-09', 'KEL-SERVER-10'), async () => {
    await using served = await servedLog();
    const response = await served.get('/v1/events', BEARER);
    const over = response.text();
    await served.stop();
    await over.catch(() => undefined);
    await expect(served.get('/healthz')).rejects.toThrow();
  });
});

describe('a reader of streams', () => {
  const read = async (...chunks: readonly string[]): Promise<unknown[]> => eventsOf(serverEvents(chunks.map((chunk) => new TextEncoder().encode(chunk))));

  it('takes what the standard allows', verifies('KEL-SERVER-12'), async () => {
    expect(await read('data: {"a":\ndata: 1}\n\n')).toEqual([{ id: '', event: 'message', data: '{"a":\n1}' }]);
    expect(await read('id: 7\r', '\nevent: entry\r\ndata:x\r\n\r\n')).toEqual([{ id: '7', event: 'entry', data: 'x' }]);
    expect(await read(': a comment\n\ndata\n\nda', 'ta: grü', 'ß\n', '\n')).toEqual([{ id: '', event: 'message', data: '' }, { id: '', event: 'message', data: 'grüß' }]);
    expect(await read('id: 1\ndata: a\n\ndata: b\n\ndata: half')).toEqual([{ id: '1', event: 'message', data: 'a' }, { id: '1', event: 'message', data: 'b' }]);
  });
});
