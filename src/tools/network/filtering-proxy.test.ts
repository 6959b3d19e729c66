import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createRawServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectSecure } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet, type LoopbackInternet } from '../../../test/support/loopback-internet.ts';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.ts';
import { filteringProxy, type FilteringProxy, type FilteringProxyOptions } from './filtering-proxy.ts';
import type { ProxyDecision } from './proxy-surroundings.ts';

const SITE = '93.184.216.34';
const DNS = { 'ok.example': [[SITE]], 'api.ok.example': [[SITE]], 'other.example': [['93.184.216.35']], 'trap.example': [['10.0.0.1']], 'rebind.example': [[SITE], ['127.0.0.1']] };
const ALLOW = ['ok.example', '*.ok.example:*', 'trap.example', 'rebind.example', 'localhost:*', SITE];

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Rig {
  readonly internet: LoopbackInternet;
  readonly proxy: FilteringProxy;
  readonly port: number;
  readonly decisions: ProxyDecision[];
  readonly rules: () => string[];
}

async function openProxy(options: Partial<FilteringProxyOptions> = {}): Promise<Rig> {
  const internet = loopbackInternet(DNS);
  const decisions: ProxyDecision[] = [];
  const proxy = await filteringProxy({ allow: ALLOW, listen: { port: 0 }, ports: internet.ports, onDecision: (decision) => decisions.push(decision), ...options });
  closers.push(() => proxy.close());
  const port = 'port' in proxy.place ? proxy.place.port : 0;
  return { internet, proxy, port, decisions, rules: () => decisions.map(({ host, port, verdict }) => `${verdict.decision} ${host}:${port} ${verdict.rule}`) };
}

/** One request as it is sent to a proxy. */
async function ask(place: RequestOptions, url: string, options: RequestOptions = {}, body?: string): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }> {
  const sent = request({ host: '127.0.0.1', path: url, agent: false, ...place, ...options });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** Opens a tunnel; resolves with the status and the socket. */
async function tunnel(place: RequestOptions, authority: string): Promise<{ status: number | undefined; socket: Socket }> {
  const sent = request({ host: '127.0.0.1', method: 'CONNECT', path: authority, agent: false, ...place });
  sent.end();
  const [answer, socket, head] = (await once(sent, 'connect')) as [IncomingMessage, Socket, Buffer];
  if (head.length > 0) socket.unshift(head);
  closers.push(() => socket.destroy());
  return { status: answer.statusCode, socket };
}

/** Unlike `once`, does not mind that a connection is broken off. */
const closed = (socket: Duplex): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', resolve);
  });

describe('a plain request through the proxy', () => {
  it('reaches an allowed host as that host, without the headers of the connection', verifies('KEL-NET-10'), async () => {
    const { internet, port, decisions } = await openProxy();
    let seen: unknown;
    await internet.serve(SITE, (incoming, response) => {
      seen = { method: incoming.method, url: incoming.url, headers: incoming.headers };
      response.writeHead(201, { 'x-answer': 'yes', 'keep-alive': 'timeout=9', connection: 'x-secret, close', 'x-secret': '1', date: 'today' });
      incoming.pipe(response);
    });
    const headers = { host: 'inner.example', 'proxy-authorization': 'Basic x', 'proxy-connection': 'keep-alive', connection: 'x-hop', 'x-hop': '1', te: 'trailers', 'x-mine': '2', 'content-length': '4' };
    const answer = await ask({ port }, 'http://me:pw@ok.example/a?b', { method: 'POST', headers }, 'body');
    expect(answer).toEqual({ status: 201, headers: { 'x-answer': 'yes', date: 'today', 'transfer-encoding': 'chunked', connection: 'keep-alive', 'keep-alive': 'timeout=5' }, text: 'body' });
    expect(seen).toEqual({ method: 'POST', url: '/a?b', headers: { host: 'ok.example', 'x-mine': '2', 'content-length': '4', connection: 'close' } });
    expect(decisions).toEqual([{ host: 'ok.example', port: 80, verdict: { decision: 'allow', rule: 'url.public_name', explanation: 'ok.example may be asked for; its addresses are checked when it is connected to.' } }]);
  });

  it('passes a body of unknown length on in pieces, also of a method that has none by custom', async () => {
    const { internet, port } = await openProxy();
    await internet.serve(SITE, (incoming, response) => void text(incoming).then((body) => response.end(`${incoming.method}:${body}`)));
    expect((await ask({ port }, 'http://ok.example/', { method: 'DELETE', headers: { 'transfer-encoding': 'chunked' } }, 'GET /x HTTP/1.1')).text).toBe('DELETE:GET /x HTTP/1.1');
  });

  it.each([
    ['http://other.example/', 403, 'block other.example:80 url.not_allowed_host'],
    ['http://ok.example:8080/', 403, 'block ok.example:8080 url.not_allowed_host'],
    ['http://trap.example/', 403, 'block trap.example:80 url.private_address'],
    ['http://localhost/', 403, 'block localhost:80 url.local_name'],
    ['http://0x7f.1/', 403, 'block 127.0.0.1:80 url.loopback_address'],
    ['http://[::ffff:10.0.0.1]/', 403, 'block ::ffff:a00:1:80 url.private_address'],
  ])('to %s is refused with %i', verifies('KEL-NET-10'), async (url, status, rule) => {
    const { internet, port, rules } = await openProxy();
    expect((await ask({ port }, url)).status).toBe(status);
    expect([rules(), internet.connects]).toEqual([[rule], []]);
  });

  it.each(['/', 'https://ok.example/', 'ftp://ok.example/', 'nonsense'])('for "%s" is told what the proxy serves', async (url) => {
    const { port, rules } = await openProxy();
    expect([(await ask({ port }, url)).status, rules()]).toEqual([400, []]);
  });

  it('is judged anew each time, also on a connection that is kept', verifies('KEL-NET-10'), async () => {
    const { internet, port, rules } = await openProxy();
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    await internet.serve('127.0.0.1', (_, response) => void response.end('secret'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closers.push(() => agent.destroy());
    const first = await ask({ port }, 'http://rebind.example/', { agent });
    const second = await ask({ port }, 'http://rebind.example/', { agent });
    expect([first.text, second.status, rules()]).toEqual(['ok', 403, ['allow rebind.example:80 url.public_name', 'block rebind.example:80 url.loopback_address']]);
    expect(internet.connects.map(({ address }) => address)).toEqual([SITE]);
  });

  it('to a host that does not answer in HTTP, or not at all, gets 502', async () => {
    const { internet, port } = await openProxy();
    expect((await ask({ port }, 'http://ok.example/')).status).toBe(502);
    await internet.put(SITE, createRawServer((socket) => void socket.once('data', () => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'))));
    expect((await ask({ port }, 'http://ok.example/')).status).toBe(502);
    await internet.put(SITE, createRawServer((socket) => void socket.once('data', () => socket.end('nonsense'))));
    expect((await ask({ port }, 'http://ok.example/')).status).toBe(502);
  });
});

describe('a tunnel through the proxy', () => {
  it('carries TLS untouched to the server that it was opened for', verifies('KEL-NET-10', 'KEL-NET-11'), async () => {
    const { internet, port, rules } = await openProxy();
    const certificate = selfSignedCertificate('ok.example');
    await internet.put(SITE, createSecureServer(certificate, (_, response) => void response.end('x'.repeat(300_000))));
    const { status, socket } = await tunnel({ port }, 'OK.example:443');
    const secure = connectSecure({ socket, servername: 'ok.example', ca: [certificate.cert] });
    secure.write('GET / HTTP/1.1\r\nHost: ok.example\r\nConnection: close\r\n\r\n');
    const answer = await text(secure);
    expect([status, answer.length > 300_000, rules()]).toEqual([200, true, ['allow ok.example:443 url.public_name']]);
    await internet.allClosed();
  });

  it.each([
    ['another server', { servername: 'hidden.example' }],
    ['no server', {}],
  ])('in which %s is asked for is broken off before a byte goes out', verifies('KEL-NET-11'), async (_, names) => {
    const { internet, port, rules } = await openProxy();
    let received = 0;
    await internet.put(SITE, createRawServer((upstream) => void upstream.on('data', (piece) => (received += piece.length))));
    const { socket } = await tunnel({ port }, 'ok.example:443');
    const secure = connectSecure({ socket, ...names });
    secure.on('error', () => undefined);
    await closed(secure);
    expect(rules()).toEqual(['allow ok.example:443 url.public_name', 'block ok.example:443 proxy.server_name']);
    await internet.allClosed();
    expect(received).toBe(0);
  });

  it('on port 443 carries nothing but TLS', verifies('KEL-NET-11'), async () => {
    const { internet, port, rules } = await openProxy();
    await internet.put(SITE, createRawServer());
    const { socket } = await tunnel({ port }, 'ok.example:443');
    socket.write('GET / HTTP/1.1\r\nHost: hidden.example\r\n\r\n');
    await closed(socket);
    expect(rules().at(-1)).toBe('block ok.example:443 proxy.server_name');
  });

  it('to an address carries TLS that names nobody', verifies('KEL-NET-11'), async () => {
    const { internet, port } = await openProxy();
    const certificate = selfSignedCertificate(SITE);
    await internet.put(SITE, createSecureServer(certificate, (_, response) => void response.end('ok')));
    const { socket } = await tunnel({ port }, `${SITE}:443`);
    const secure = connectSecure({ socket, host: SITE, ca: [certificate.cert] });
    secure.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await text(secure)).toContain('200 OK');
  });

  it('that is given up by a silent client is no fault of anyone', async () => {
    const { internet, port, rules } = await openProxy();
    await internet.put(SITE, createRawServer());
    const { socket } = await tunnel({ port }, 'ok.example:443');
    socket.destroy();
    await internet.allClosed();
    expect(rules()).toEqual(['allow ok.example:443 url.public_name']);
  });

  it('on another port lets the server speak first, and passes the end of either side on', verifies('KEL-NET-10'), async () => {
    const { internet, port } = await openProxy();
    await internet.put(
      SITE,
      createRawServer({ allowHalfOpen: true }, (upstream) => {
        upstream.write('220 hello\r\n');
        void text(upstream).then((said) => upstream.end(`you said ${said}`));
      }),
    );
    const { socket } = await tunnel({ port }, 'api.ok.example:2121');
    const [greeting] = await once(socket, 'data');
    socket.end('bye');
    expect([String(greeting), await text(socket)]).toEqual(['220 hello\r\n', 'you said bye']);
    await internet.allClosed();
  });

  it.each([
    ['other.example:443', 403],
    ['ok.example:8443', 403],
    ['trap.example:443', 403],
    ['localhost:443', 403],
    ['127.0.0.1:443', 403],
    ['[::1]:443', 403],
    ['api.ok.example:25', 403],
    ['ok.example:80', 403],
    ['ok.example:443', 502],
    ['ok.example', 400],
    ['ok.example:', 400],
    ['ok.example:99999', 400],
    ['ok.example:443/x', 400],
    ['me@ok.example:443', 400],
    ['ok.example:443:443', 400],
  ])('to %s is answered with %i', verifies('KEL-NET-10'), async (authority, status) => {
    const { port } = await openProxy();
    expect((await tunnel({ port }, authority)).status).toBe(status);
  });
});

describe('the proxy', () => {
  it('listens on a socket for sandboxes without network and leaves nothing behind', verifies('KEL-NET-10'), async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-proxy-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const socketPath = join(folder, 'proxy.sock');
    const { internet, proxy } = await openProxy({ listen: { socketPath } });
    await internet.serve(SITE, (_, response) => void response.end('ok'));
    expect([proxy.place, (await ask({ socketPath }, 'http://ok.example/')).text]).toEqual([{ socketPath }, 'ok']);
    await proxy.close();
    closers.splice(1);
    expect(existsSync(socketPath)).toBe(false);
  });

  it('breaks off what is under way when it closes', verifies('KEL-NET-10'), async () => {
    const { internet, proxy, port } = await openProxy();
    await internet.put(SITE, createRawServer((upstream) => void upstream.resume()));
    const { socket } = await tunnel({ port }, 'api.ok.example:2121');
    const unanswered = ask({ port }, 'http://ok.example/').catch((error: { code: string }) => error.code);
    const broken = closed(socket);
    while (internet.sockets.size < 2) await new Promise((resolve) => void setImmediate(resolve));
    closers.splice(0);
    await proxy.close();
    await broken;
    expect(await unanswered).toBe('ECONNRESET');
    await internet.allClosed();
  });

  it('opens no more connections than its limit, inside and outside', verifies('KEL-NET-10'), async () => {
    const { internet, port } = await openProxy({ limits: { connectionsMax: 2 } });
    await internet.put(SITE, createRawServer((upstream) => void upstream.resume()));
    const [first] = [await tunnel({ port }, 'api.ok.example:2121'), await tunnel({ port }, 'api.ok.example:2121')];
    const third = connect(port, '127.0.0.1');
    third.on('error', () => undefined);
    await closed(third);
    expect(internet.sockets.size).toBe(2);
    first?.socket.destroy();
  });

  it('counts what goes out over one connection too', verifies('KEL-NET-10'), async () => {
    const { internet, port } = await openProxy({ limits: { connectionsMax: 2 } });
    await internet.put(SITE, createRawServer((upstream) => void upstream.resume()));
    const client = connect(port, '127.0.0.1');
    closers.push(() => client.destroy());
    client.write('GET http://ok.example/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
    while (internet.lookups.length < 5) await new Promise((resolve) => void setImmediate(resolve));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    expect(internet.connects.length).toBe(2);
  });

  it('ends a tunnel that has been silent for too long', async () => {
    const { internet, port } = await openProxy({ limits: { idleMs: 30 } });
    await internet.put(SITE, createRawServer((upstream) => void upstream.resume()));
    const { socket } = await tunnel({ port }, 'api.ok.example:2121');
    await closed(socket);
    await internet.allClosed();
  });

  it('says at the start that an entry of its list cannot be read, or that it cannot listen', async () => {
    await expect(filteringProxy({ allow: ['http://x'], listen: { port: 0 } })).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(filteringProxy({ allow: [], listen: { socketPath: '/no/such/folder/proxy.sock' } })).rejects.toMatchObject({ code: 'network.proxy_failed' });
  });
});
