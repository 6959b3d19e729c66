import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createRawServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { failureOf, faultOf, listen, openPort, PATIENT, post, sendAndRead, serve, serveRaw } from '../../../test/support/http-servers.ts';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.ts';

describe('a call that fails', () => {
  it('says that nothing listens there', verifies('KEL-HTTP-07'), async () => {
    const server = createRawServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await faultOf(openPort().send(post(`http://127.0.0.1:${port}/`)))).toBe('connection_refused');
  });

  it('says that the address is unknown, or none', verifies('KEL-HTTP-07'), async () => {
    const port = openPort();
    expect(await faultOf(port.send(post('http://no-such-host.invalid/')))).toBe('address_unknown');
    expect(await faultOf(port.send(post('no address')))).toBe('address_unknown');
    expect(await faultOf(port.send(post('file:///etc/passwd')))).toBe('address_unknown');
  });

  it('says that no secure connection was possible', verifies('KEL-HTTP-07'), async () => {
    const plain = await serve((_, response) => void response.end());
    const secure = await listen(createSecureServer(selfSignedCertificate('127.0.0.1'), (_, response) => void response.end('ok')), 'https');
    const port = openPort();
    expect(await faultOf(port.send(post(plain.url.replace('http:', 'https:'))))).toBe('tls');
    expect(await faultOf(port.send(post(secure.url)))).toBe('tls');
  });

  it('reads an answer over a secure connection to a server it trusts', async () => {
    const certificate = selfSignedCertificate('127.0.0.1');
    const { url } = await listen(createSecureServer(certificate, (_, response) => void response.end('ok')), 'https');
    const port = openPort({ certificateAuthorities: [certificate.cert] });
    expect([await sendAndRead(port, post(url)), await sendAndRead(port, post(url))]).toEqual(['ok', 'ok']);
  });

  it.each([
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'garbage'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, 'too_large'],
    ['less than it promised', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf', 'truncated'],
    ['a stream without its last piece', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'truncated'],
    ['a broken piece', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nhalf\r\n', 'garbage'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'connection_reset'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-', 'connection_reset'],
  ])('tells a server that sends %s', verifies('KEL-HTTP-07'), async (_, spoken, fault) => {
    const server = await serveRaw((socket) => socket.end(spoken));
    expect(await faultOf(sendAndRead(openPort(), post(server.url)))).toBe(fault);
  });

  it('tells a reset in the middle of the body from a body that ended early', verifies('KEL-HTTP-07'), async () => {
    const server = await serveRaw((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'));
    const answer = await openPort().send(post(server.url));
    const iterator = answer.body[Symbol.asyncIterator]();
    expect(Buffer.from((await iterator.next()).value ?? []).toString()).toBe('half');
    const next = faultOf(iterator.next());
    for (const socket of server.sockets) socket.resetAndDestroy();
    expect(await next).toBe('connection_reset');
  });

  it('reads a body to its end that only the end of the connection ends', async () => {
    const server = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    expect(await sendAndRead(openPort(), post(server.url))).toBe('all of it');
  });

  it('refuses a body above the limit and closes the socket', verifies('KEL-HTTP-07'), async () => {
    const server = await serve((_, response) => {
      response.write('x'.repeat(60));
      response.write('x'.repeat(60));
    });
    expect(await faultOf(sendAndRead(openPort(), post(server.url, { limits: { ...PATIENT, bytesMax: 100 } })))).toBe('too_large');
    await server.allClosed();
  });

  it('carries no key, address or header into its text', verifies('KEL-HTTP-08'), async () => {
    const server = await serveRaw((socket) => socket.end('nonsense'));
    const port = openPort();
    const errors = await Promise.all([
      failureOf(port.send(post(server.url))),
      failureOf(port.send(post(server.url, { headers: { authorization: 'Bearer sk-very-secret\n' } }))),
      failureOf(port.send(post('secret-in-url'))),
    ]);
    expect(errors.map((error) => (error as { fault: string }).fault)).toEqual(['garbage', 'bad_request', 'address_unknown']);
    for (const error of errors) {
      const { message, stack, cause } = error as Error;
      expect(`${message}${stack ?? ''}${String(cause)}${JSON.stringify(error)}`).not.toContain('secret');
    }
  });
});

describe('every wait', () => {
  it('for a connection has an end, also within its handshake', verifies('KEL-HTTP-09'), async () => {
    const mute = await listen(createRawServer((socket) => void socket.resume()), 'https');
    expect(await faultOf(openPort().send(post(mute.url, { limits: { ...PATIENT, connectMs: 20 } })))).toBe('connect_timeout');
    await mute.allClosed();
  });

  it('for a free socket has the same end', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    const port = openPort({ socketsPerHostMax: 1 });
    await port.send(post(server.url));
    expect(await faultOf(port.send(post(server.url, { limits: { ...PATIENT, connectMs: 20 } })))).toBe('connect_timeout');
  });

  it('for headers has an end', verifies('KEL-HTTP-09'), async () => {
    const server = await serve(() => undefined);
    expect(await faultOf(openPort().send(post(server.url, { limits: { ...PATIENT, firstByteMs: 20 } })))).toBe('first_byte_timeout');
    await server.allClosed();
  });

  it('for the first byte after the headers has an end', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => response.flushHeaders());
    expect(await faultOf(sendAndRead(openPort(), post(server.url, { limits: { ...PATIENT, firstByteMs: 50 } })))).toBe('first_byte_timeout');
    await server.allClosed();
  });

  it('between two pieces has an end', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    expect(await faultOf(sendAndRead(openPort(), post(server.url, { limits: { ...PATIENT, idleMs: 20 } })))).toBe('idle_timeout');
    await server.allClosed();
  });

  it('altogether has an end, however steadily pieces come', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await faultOf(sendAndRead(openPort(), post(server.url, { limits: { ...PATIENT, totalMs: 100 } })))).toBe('total_timeout');
    await server.allClosed();
  });

  it('does not count what was there but could not be read while this process was busy', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => {
      response.end('there');
      const busyUntil = performance.now() + 80;
      while (performance.now() < busyUntil);
    });
    expect(await sendAndRead(openPort(), post(server.url, { limits: { ...PATIENT, firstByteMs: 40 } }))).toBe('there');
  });

  it('ends as well when nobody reads the body', verifies('KEL-HTTP-09'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    await openPort().send(post(server.url, { limits: { ...PATIENT, totalMs: 60 } }));
    await server.allClosed();
  });
});
