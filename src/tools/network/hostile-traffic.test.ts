import { once } from 'node:events';
import { createServer as createRawServer, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet, type LoopbackInternet } from '../../../test/support/loopback-internet.ts';
import { seededRandom } from '../../kernel/index.ts';
import { filteringProxy } from './filtering-proxy.ts';
import { guardedFetch } from './guarded-fetch.ts';

const SITE = '93.184.216.34';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openProxy(): Promise<{ internet: LoopbackInternet; port: number; rules: string[] }> {
  const internet = loopbackInternet({ 'ok.example': [[SITE]] });
  const rules: string[] = [];
  const proxy = await filteringProxy({ allow: ['ok.example'], listen: { port: 0 }, ports: internet.ports, limits: { connectMs: 300, idleMs: 300 }, onDecision: ({ host, port, verdict }) => rules.push(`${verdict.decision} ${host}:${port} ${verdict.rule}`) });
  closers.push(() => proxy.close());
  return { internet, port: 'port' in proxy.place ? proxy.place.port : 0, rules };
}

/** A server that writes down every byte it is sent. It answers with these as soon as it hears something, or only listens. */
async function rawSite(internet: LoopbackInternet, answer: string | Buffer | null): Promise<() => string> {
  let heard = '';
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (answer !== null) socket.end(answer);
    });
  });
  await internet.put(SITE, server);
  return () => heard;
}

/** Sends bytes as they are and gives back whatever comes until the other side closes. */
async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket).catch(() => '');
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok';

describe('a client that means harm', () => {
  it.each([
    ['a length that is called one of the connection', 'GET http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\nConnection: content-length\r\nContent-Length: 48\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
    ['both ways of telling a length', 'POST http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
    ['two lengths', 'POST http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\nContent-Length: 4\r\nContent-Length: 50\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
    ['a coding before chunked', 'POST http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\nTransfer-Encoding: x, chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
    ['an upgrade', 'GET http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
    ['HTTP/1.0 with a body', 'GET http://ok.example/ HTTP/1.0\r\nHost: ok.example\r\nContent-Length: 48\r\nConnection: content-length\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: hidden.example\r\n\r\n'],
  ])('cannot hide a second request in the first: %s', verifies('KEL-NET-10'), async (_what, bytes) => {
    const { internet, port } = await openProxy();
    const heard = await rawSite(internet, null);
    await sendRaw(port, bytes);
    expect(requestsIn(heard())).not.toContain('GET /smuggled HTTP/1.1');
  });

  it('does not hold a connection that nobody answers on', verifies('KEL-NET-10'), async () => {
    const { internet, port } = await openProxy();
    const heard = await rawSite(internet, null);
    const answer = await sendRaw(port, 'GET http://ok.example/ HTTP/1.1\r\nHost: ok.example\r\n\r\n');
    expect([requestsIn(heard())[0], answer.split('\r\n')[0]]).toEqual(['GET / HTTP/1.1', 'HTTP/1.1 502 Bad Gateway']);
    await internet.allClosed();
  });

  it('is not let through a tunnel to where plain http is spoken, in which any host could be named', verifies('KEL-NET-10'), async () => {
    const { internet, port, rules } = await openProxy();
    const heard = await rawSite(internet, OK);
    const answer = await sendRaw(port, 'CONNECT ok.example:80 HTTP/1.1\r\nHost: ok.example:80\r\n\r\nGET / HTTP/1.1\r\nHost: hidden.example\r\n\r\n');
    expect([answer.split('\r\n')[0], heard(), rules]).toEqual(['HTTP/1.1 403 Refused', '', ['block ok.example:80 proxy.plain_tunnel']]);
  });

  it('cannot bring the proxy down with whatever it sends', verifies('KEL-NET-10'), async () => {
    const { internet, port } = await openProxy();
    await rawSite(internet, OK);
    const random = seededRandom(7);
    const pieces = ['GET ', 'CONNECT ', 'http://ok.example/', 'ok.example:443', ' HTTP/1.1\r\n', ' HTTP/1.0\r\n', 'Host: ok.example\r\n', 'Connection: upgrade\r\n', 'Upgrade: websocket\r\n', 'Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n', 'Expect: 100-continue\r\n', 'Trailer: x\r\n', 'X: \u00ff\u0080\r\n', 'X: \u0001\r\n', '\r\n', '0\r\n\r\n', '5\r\nhello\r\n', '\u0000', 'http://[::1%25lo]/', 'http://ok.example:99999/', '\u0016\u0003\u0001\u0000\u0005hello'];
    const pick = (): string => pieces[(random.bytes(1)[0] ?? 0) % pieces.length] ?? '';
    const messages = Array.from({ length: 200 }, () => Array.from({ length: 1 + ((random.bytes(1)[0] ?? 0) % 12) }, pick).join(''));
    for (let at = 0; at < messages.length; at += 50) await Promise.all(messages.slice(at, at + 50).map((message) => sendRaw(port, Buffer.from(message, 'latin1'))));
    expect(await sendRaw(port, 'GET http://ok.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('200 OK');
  });
});

/** The beginnings of requests as a server would read them that goes by the lengths it is told. */
function requestsIn(heard: string): string[] {
  const [head = '', ...rest] = heard.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const isChunked = /transfer-encoding: *chunked/i.test(head);
  const behind = isChunked ? body.slice(body.indexOf('0\r\n\r\n') + 5) : body.slice(length);
  return [head, behind].map((request) => request.split('\r\n')[0] ?? '');
}

describe('a server that means harm', () => {
  it.each([
    ['a status that does not exist', 'HTTP/1.1 099 No\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello'],
    ['control characters in a header', 'HTTP/1.1 200 OK\r\nx: a\u0001b\r\ncontent-length: 0\r\n\r\n'],
    ['bytes that are no text in a header', 'HTTP/1.1 200 OK\r\nx: \u00ff\u0080\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'],
    ['both ways of telling a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['a length that is called one of the connection', 'HTTP/1.1 200 OK\r\nconnection: content-length, close\r\ncontent-length: 5\r\n\r\nhello'],
    ['an endless row of interim answers', 'HTTP/1.1 103 Early\r\nlink: x\r\n\r\n'.repeat(10_000)],
    ['a head without an end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
    ['trailers without an end', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(40_000)}`],
    ['a chunk with an endless remark', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;${'x'.repeat(300_000)}`],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nhello'],
    ['nothing at all', ''],
  ])('harms neither a request nor the proxy: %s', verifies('KEL-NET-10'), async (_what, answer) => {
    const { internet, port } = await openProxy();
    await rawSite(internet, Buffer.from(answer, 'latin1'));
    const limits = { connectMs: 500, idleMs: 500, totalMs: 1_000 };
    const fetched = await guardedFetch({ url: 'http://ok.example/', limits }, internet.ports).then(
      ({ status }) => `answered ${status}`,
      (error: unknown) => (error as { code: string }).code,
    );
    expect(fetched).toMatch(/^(answered 200|network\.(answer_unreadable|unreachable|timed_out))$/);
    expect(await sendRaw(port, 'GET http://ok.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^$|^HTTP\/1\.1 (200|502) /);
  });
});
