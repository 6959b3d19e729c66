import { getEventListeners } from 'node:events';
import { createServer as createRawServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet, type LoopbackInternet } from '../../../test/support/loopback-internet.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { GuardedRequest } from './guarded-request.ts';

const SITE = '93.184.216.34';
const OTHER = '93.184.216.35';
const DNS = { 'ok.example': [[SITE]], 'other.example': [[OTHER]] };

const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(() => 'succeeded', (error: unknown) => error);
  return error instanceof KeelsonError ? { code: error.code, ...error.data } : error;
};
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const fetchFrom = (internet: LoopbackInternet, url: string, rest: Partial<GuardedRequest> = {}) => guardedFetch({ url, ...rest }, internet.ports);

describe('a guarded request', () => {
  it('tells what answered, from which address, and sends what it was given', verifies('KEL-NET-05'), async () => {
    const internet = loopbackInternet(DNS);
    let seen: unknown;
    await internet.serve(SITE, (request, response) => {
      let body = '';
      request.on('data', (piece) => void (body += String(piece)));
      request.on('end', () => {
        seen = { method: request.method, url: request.url, headers: request.headers, body };
        response.writeHead(201, { 'Content-Type': 'Text/HTML; charset=utf-8', 'X-Twice': ['a', 'b'], 'Set-Cookie': ['c=1', 'd=2'], Date: 'today' });
        response.end('hello');
      });
    });
    const answer = await fetchFrom(internet, 'http://user:secret@OK.example:8080/a%20b?q=1#part', {
      method: 'POST',
      headers: { 'X-Mine': 'yes', Host: 'inner.example', Connection: 'keep-alive', 'Proxy-Authorization': 'Basic x', 'Content-Length': '3', 'User-Agent': 'mine' },
      body: 'räksmörgås',
    });
    expect({ ...answer, body: textOf(answer.body) }).toEqual({
      url: 'http://ok.example:8080/a%20b?q=1#part',
      status: 201,
      headers: { 'content-type': 'Text/HTML; charset=utf-8', 'x-twice': 'a, b', 'set-cookie': 'c=1, d=2', date: 'today', connection: 'close', 'transfer-encoding': 'chunked' },
      contentType: 'text/html',
      body: 'hello',
      truncated: false,
      redirects: [],
      address: SITE,
      credentialsStripped: true,
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/a%20b?q=1',
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', connection: 'close', 'content-length': '13', host: 'ok.example:8080', 'user-agent': 'mine', 'x-mine': 'yes' },
      body: 'räksmörgås',
    });
    expect(internet.connects).toEqual([{ address: SITE, port: 8080 }]);
    await internet.allClosed();
  });

  it.each([
    ['a private address', 'http://10.0.0.1/', { host: '10.0.0.1', rule: 'url.private_address' }],
    ['a local name', 'http://localhost/', { host: 'localhost', rule: 'url.local_name' }],
    ['another protocol', 'ftp://ok.example/', { host: 'ok.example', rule: 'url.scheme' }],
    ['what is no URL', 'no url', { host: '', rule: 'url.unreadable' }],
  ])('connects nowhere for %s', verifies('KEL-NET-05'), async (_, url, data) => {
    const internet = loopbackInternet(DNS);
    expect(await failureOf(fetchFrom(internet, url))).toEqual({ code: 'network.refused', ...data });
    expect([internet.lookups, internet.connects]).toEqual([[], []]);
  });

  it.each([
    ['one private', [['10.0.0.1']], 'url.private_address'],
    ['one private among public ones', [[SITE, '::1']], 'url.loopback_address'],
    ['a private one in IPv6 spelling', [['::ffff:169.254.169.254']], 'url.metadata_address'],
    ['what is no address', [['localhost']], 'url.unreadable_address'],
    ['none', [[]], 'url.no_address'],
  ])('refuses a name with %s', verifies('KEL-NET-05'), async (_, answers, rule) => {
    const internet = loopbackInternet({ 'trap.example': answers });
    expect(await failureOf(fetchFrom(internet, 'http://trap.example/'))).toEqual({ code: 'network.refused', host: 'trap.example', rule });
    expect(internet.connects).toEqual([]);
  });

  it('judges a name anew for every request and never connects to what it turned into', verifies('KEL-NET-06'), async () => {
    const internet = loopbackInternet({ 'rebind.example': [[SITE], [SITE], ['169.254.169.254']] });
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    await internet.serve('169.254.169.254', (_, response) => void response.end('secret'));
    const tries = [];
    for (let count = 0; count < 3; count += 1) tries.push(await fetchFrom(internet, 'http://rebind.example/').then(({ address }) => address, (error: KeelsonError) => error.code));
    expect(tries).toEqual([SITE, SITE, 'network.refused']);
    expect(internet.connects.map(({ address }) => address)).toEqual([SITE, SITE]);
  });

  it('judges the name of a redirect anew, though it is the same', verifies('KEL-NET-06'), async () => {
    const internet = loopbackInternet({ 'rebind.example': [[SITE], ['127.0.0.1']] });
    await internet.serve(SITE, (_, response) => void response.writeHead(302, { location: '/again' }).end());
    await internet.serve('127.0.0.1', (_, response) => void response.end('secret'));
    expect(await failureOf(fetchFrom(internet, 'http://rebind.example/'))).toEqual({ code: 'network.refused', host: 'rebind.example', rule: 'url.loopback_address' });
    expect(internet.connects.map(({ address }) => address)).toEqual([SITE]);
  });

  it.each(['127.0.0.1', OTHER, ''])('gives up a connection that reached somebody else: "%s"', verifies('KEL-NET-06'), async (remoteAddress) => {
    const internet = loopbackInternet(DNS);
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    const elsewhere = { ...internet.ports, connect: async (...asked: Parameters<typeof internet.ports.connect>) => ({ ...(await internet.ports.connect(...asked)), remoteAddress }) };
    expect(await failureOf(guardedFetch({ url: 'http://ok.example/' }, elsewhere))).toEqual({ code: 'network.refused', host: 'ok.example', rule: 'url.other_address' });
    await internet.allClosed();
  });

  it('tries the next vetted address when one is dead', async () => {
    const internet = loopbackInternet({ 'two.example': [['2606:2800::1', SITE]] });
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    expect((await fetchFrom(internet, 'http://two.example/')).address).toBe(SITE);
    expect(internet.connects.map(({ address }) => address)).toEqual(['2606:2800::1', SITE]);
  });

  it('tells a name without an answer from a host that nobody listens at', verifies('KEL-NET-08'), async () => {
    const internet = loopbackInternet(DNS);
    expect(await failureOf(fetchFrom(internet, 'http://nowhere.example/'))).toEqual({ code: 'network.unresolved', host: 'nowhere.example', detail: 'ENOTFOUND' });
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/'))).toEqual({ code: 'network.unreachable', host: 'ok.example', detail: 'ECONNREFUSED' });
  });

  it('keeps to the hosts of its policy, also after a redirect', verifies('KEL-NET-04'), async () => {
    const internet = loopbackInternet(DNS);
    await internet.serve(SITE, (_, response) => void response.writeHead(302, { location: 'http://other.example/' }).end());
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/', { policy: { allowHosts: ['ok.example'] } }))).toEqual({
      code: 'network.refused',
      host: 'other.example',
      rule: 'url.not_allowed_host',
    });
    expect(internet.connects.map(({ address }) => address)).toEqual([SITE]);
  });

  it('rejects with the reason of an abort, wherever it comes, and leaves nothing open', verifies('KEL-NET-08'), async () => {
    const reason = new Error('the person pressed stop');
    const internet = loopbackInternet(DNS);
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/', { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(internet.connects).toEqual([]);
    const waiting = new AbortController();
    await internet.serve(SITE, () => waiting.abort(reason));
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/', { signal: waiting.signal }))).toBe(reason);
    const reading = new AbortController();
    await internet.serve(OTHER, (_, response) => {
      response.write('x');
      setImmediate(() => reading.abort(reason));
    });
    expect(await failureOf(fetchFrom(internet, 'http://other.example/', { signal: reading.signal }))).toBe(reason);
    await internet.allClosed();
  });

  it.each([
    ['for a connection', { connectMs: 20 }, 'connect'],
    ['for an answer', { idleMs: 20 }, 'idle'],
    ['altogether', { totalMs: 60 }, 'total'],
  ])('waits %s no longer than its limit', verifies('KEL-NET-08'), async (_, limits, wait) => {
    const internet = loopbackInternet(DNS);
    await internet.put(SITE, createRawServer((socket) => void socket.resume()));
    // TLS never gets an answer here, so a secure connection is never made.
    const url = wait === 'connect' ? 'https://ok.example/' : 'http://ok.example/';
    expect(await failureOf(fetchFrom(internet, url, { limits }))).toEqual({ code: 'network.timed_out', host: 'ok.example', wait, limit_ms: Object.values(limits)[0] });
    await internet.allClosed();
  });

  it('ends a body that trickles for ever', verifies('KEL-NET-08'), async () => {
    const internet = loopbackInternet(DNS);
    await internet.serve(SITE, (_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/', { limits: { totalMs: 100 } }))).toMatchObject({ code: 'network.timed_out', wait: 'total' });
    await internet.allClosed();
  });

  it.each([
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'network.answer_unreadable'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, 'network.answer_unreadable'],
    ['less than it promised', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf', 'network.answer_unreadable'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'network.answer_unreadable'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-', 'network.unreachable'],
  ])('tells a server that sends %s', verifies('KEL-NET-08'), async (_, spoken, code) => {
    const internet = loopbackInternet(DNS);
    await internet.put(SITE, createRawServer((socket) => void socket.once('data', () => socket.end(spoken))));
    expect(await failureOf(fetchFrom(internet, 'http://ok.example/'))).toMatchObject({ code, host: 'ok.example' });
  });

  it('leaves no timer behind, and nobody listening to the signal', verifies('KEL-NET-08'), async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const internet = loopbackInternet(DNS);
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    const { signal } = new AbortController();
    const before = timers();
    await fetchFrom(internet, 'http://ok.example/', { signal });
    await failureOf(fetchFrom(internet, 'http://other.example/', { signal }));
    await internet.allClosed();
    expect([timers() > before, getEventListeners(signal, 'abort')]).toEqual([false, []]);
  });

  it('carries no secret into its errors', verifies('KEL-NET-05'), async () => {
    const internet = loopbackInternet(DNS);
    const errors = await Promise.all(
      ['http://me:secret@10.0.0.1/?k=secret', 'http://me:secret@ok.example/secret', 'ftp://x/secret', 'http://[secret'].map((url) =>
        fetchFrom(internet, url, { headers: { authorization: 'secret' } }).catch((error: unknown) => error),
      ),
    );
    errors.push(await fetchFrom(internet, 'http://ok.example/', { headers: { authorization: 'secret\n' } }).catch((error: unknown) => error));
    for (const error of errors) expect(`${String(error)}${JSON.stringify((error as KeelsonError).data)}`).not.toContain('secret');
  });
});
