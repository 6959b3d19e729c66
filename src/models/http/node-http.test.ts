import { type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { fixedClock } from '../../kernel/index.ts';
import { failureOf, faultOf, openPort, PATIENT, post, sendAndRead, serve, serveRaw, textOf } from '../../../test/support/http-servers.ts';

describe('a call that is answered', () => {
  it('gives status, headers and body, and sends what it was given', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((request, response) => {
      let body = '';
      request.on('data', (piece) => void (body += String(piece)));
      request.on('end', () => {
        seen.push({ method: request.method, path: request.url, body, key: request.headers.authorization, encoding: request.headers['accept-encoding'], length: request.headers['content-length'] });
        response.writeHead(201, { 'X-Twice': ['a', 'b'], 'Content-Type': 'text/plain' });
        response.end('hello');
      });
    });
    const answer = await openPort().send(post(url));
    expect(await textOf(answer)).toBe('hello');
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'x-twice': 'a, b', 'content-type': 'text/plain' });
    expect(seen).toEqual([{ method: 'POST', path: '/v1/chat?key=secret-in-url', body: '{"stream":true}', key: 'Bearer sk-very-secret', encoding: 'identity', length: '15' }]);
  });

  it('is told of a redirect and never follows it', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const answer = await openPort().send(post(url));
    expect([answer.status, answer.headers['location'], await textOf(answer), asked]).toEqual([307, '/elsewhere', '', 1]);
  });

  it('uses a connection again that was read to its end', async () => {
    const { url, sockets } = await serve((_, response) => void response.end('ok'));
    const port = openPort();
    const ports = new Set<number | undefined>();
    for (let at = 0; at < 3; at += 1) {
      expect(await sendAndRead(port, post(url))).toBe('ok');
      for (const socket of sockets) ports.add(socket.remotePort);
    }
    expect(ports.size).toBe(1);
  });

  it('waits for a free socket when all of its host are in use', async () => {
    const { url, sockets } = await serve((_, response) => void response.end('ok'));
    const port = openPort({ socketsPerHostMax: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendAndRead(port, post(url))));
    expect([answers, sockets.size]).toEqual([Array.from({ length: 20 }, () => 'ok'), 2]);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('reads an answer that came as %s although it was not asked for', verifies('KEL-HTTP-05'), async (encoding, compress) => {
    const { url } = await serve((_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(compress('data: x\n\n'.repeat(1_000))));
    expect(await sendAndRead(openPort(), post(url))).toBe('data: x\n\n'.repeat(1_000));
  });

  it('closes the socket when more comes than was packed', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('packed'));
      response.write(Buffer.alloc(1_000));
    });
    expect(await sendAndRead(openPort(), post(server.url))).toBe('packed');
    await server.allClosed();
  });

  it.each(['', 'identity', ' Identity '])('reads an answer that is not encoded and says "%s"', verifies('KEL-HTTP-05'), async (encoding) => {
    const { url } = await serve((_, response) => void response.writeHead(200, encoding === '' ? {} : { 'content-encoding': encoding }).end('as it is'));
    expect(await sendAndRead(openPort(), post(url))).toBe('as it is');
  });

  it('refuses an answer whose encoding is unknown, broken, cut off or blown up', verifies('KEL-HTTP-05'), async () => {
    const bodies: Record<string, [string, Uint8Array]> = {
      unknown: ['rot13', Buffer.from('uryyb')],
      inherited: ['constructor', Buffer.from('x')],
      broken: ['gzip', Buffer.from('no gzip at all')],
      cut: ['gzip', gzipSync('hello'.repeat(1_000)).subarray(0, 30)],
      bomb: ['gzip', gzipSync(Buffer.alloc(5_000_000))],
    };
    const { url } = await serve((request, response) => {
      const [encoding, body] = bodies[request.headers['x-case'] as string] ?? ['', Buffer.alloc(0)];
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    const port = openPort();
    const faults = await Promise.all(Object.keys(bodies).map((name) => faultOf(sendAndRead(port, post(url, { headers: { 'x-case': name } })))));
    expect(faults).toEqual(['garbage', 'garbage', 'garbage', 'truncated', 'too_large']);
    expect(await failureOf(port.send(post(url, { headers: { 'x-case': 'unknown' } })))).toMatchObject({ message: 'the answer is encoded in a way that was not asked for and is not known' });
  });

  it('holds the server back while nobody reads', async () => {
    let sentBytes = 0;
    const { url } = await serve((_, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (sentBytes < 64 * 1024 * 1024) {
          sentBytes += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const answer = await openPort().send(post(url, { limits: { ...PATIENT, bytesMax: 100 * 1024 * 1024 } }));
    const iterator = answer.body[Symbol.asyncIterator]();
    await iterator.next();
    const other = await serve((_, response) => void response.end('ok'));
    const port = openPort();
    for (let at = 0; at < 50; at += 1) await sendAndRead(port, post(other.url));
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
    let total = 0;
    for await (const piece of { [Symbol.asyncIterator]: () => iterator }) total += piece.length;
    expect(total).toBeGreaterThan(60 * 1024 * 1024);
  });
});

describe('a kept connection that the server closed meanwhile', () => {
  it('is replaced once, when no byte of an answer came on it', verifies('KEL-HTTP-06'), async () => {
    // Each connection answers one request and hangs up on the second.
    const perSocket = new Map<Socket, number>();
    const server = await serveRaw((socket) => {
      const count = (perSocket.get(socket) ?? 0) + 1;
      perSocket.set(socket, count);
      if (count === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.destroy();
    });
    const port = openPort();
    expect([await sendAndRead(port, post(server.url)), await sendAndRead(port, post(server.url))]).toEqual(['ok', 'ok']);
    expect([...perSocket.values()]).toEqual([2, 1]);
  });

  it('is not replaced when part of an answer had come', verifies('KEL-HTTP-06'), async () => {
    const perSocket = new Map<Socket, number>();
    const server = await serveRaw((socket) => {
      const count = (perSocket.get(socket) ?? 0) + 1;
      perSocket.set(socket, count);
      if (count === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.end('HTTP/1.1 200');
    });
    const port = openPort();
    expect([await sendAndRead(port, post(server.url)), await faultOf(sendAndRead(port, post(server.url)))]).toEqual(['ok', 'connection_reset']);
    expect([...perSocket.values()]).toEqual([2]);
  });

  it('is replaced only once: a server that hangs up again has failed', verifies('KEL-HTTP-06'), async () => {
    let requests = 0;
    const server = await serveRaw((socket, count) => {
      requests = count;
      if (count === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.destroy();
    });
    const port = openPort();
    expect([await sendAndRead(port, post(server.url)), await faultOf(sendAndRead(port, post(server.url))), requests]).toEqual(['ok', 'connection_reset', 3]);
  });

  it.each([
    [1_000, ['ok', 'again', 3]],
    [1_001, ['ok', 'connection_reset', 2]],
  ])('is replaced when the hang-up came %i ms after the request: %j', verifies('KEL-HTTP-06'), async (workedMs, expected) => {
    const clock = fixedClock(0);
    let requests = 0;
    const server = await serveRaw((socket, count) => {
      requests = count;
      if (count !== 2) return void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${count === 1 ? 2 : 5}\r\n\r\n${count === 1 ? 'ok' : 'again'}`);
      clock.advance(workedMs);
      socket.destroy();
    });
    const port = openPort({ clock });
    const first = await sendAndRead(port, post(server.url));
    const second = await sendAndRead(port, post(server.url)).catch((error: unknown) => (error as { fault: string }).fault);
    expect([first, second, requests]).toEqual(expected);
  });

  it('does not make a hang-up on a new connection into a second try', verifies('KEL-HTTP-06'), async () => {
    let requests = 0;
    const server = await serveRaw((socket, count) => {
      requests = count;
      socket.destroy();
    });
    expect([await faultOf(openPort().send(post(server.url))), requests]).toEqual(['connection_reset', 1]);
  });
});
