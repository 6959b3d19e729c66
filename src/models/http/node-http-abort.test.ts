import { createServer as createRawServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { failureOf, faultOf, listen, openPort, post, sendAndRead, serve, textOf } from '../../../test/support/http-servers.ts';

describe('an abort', () => {
  const reason = new Error('the person pressed stop');

  it('before the call sends nothing', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const server = await serve((_, response) => void response.end());
    expect(await failureOf(openPort().send(post(server.url, { signal: AbortSignal.abort(reason) })))).toBe(reason);
    expect(server.sockets.size).toBe(0);
  });

  it('in the moment of the call leaves no connection behind', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const server = await serve((_, response) => void response.end());
    const abort = new AbortController();
    const port = openPort();
    const sent = failureOf(port.send(post(server.url, { signal: abort.signal })));
    abort.abort(reason);
    expect(await sent).toBe(reason);
    // A whole call after it: by then a connection that was left behind would be there too.
    await sendAndRead(port, post(server.url));
    expect(server.sockets.size).toBe(1);
  });

  it('while a call waits for a free socket lets those behind it go on', verifies('KEL-HTTP-10'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    const port = openPort({ socketsPerHostMax: 1 });
    const first = await port.send(post(server.url));
    const abort = new AbortController();
    const waiting = failureOf(port.send(post(server.url, { signal: abort.signal })));
    const behind = port.send(post(server.url));
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    await first.body[Symbol.asyncIterator]().return?.();
    expect((await behind).status).toBe(200);
  });

  it('while the secure connection is made closes the socket', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const abort = new AbortController();
    const mute = await listen(createRawServer((socket) => void socket.once('data', () => abort.abort(reason))), 'https');
    expect(await failureOf(openPort().send(post(mute.url, { signal: abort.signal })))).toBe(reason);
    await mute.allClosed();
  });

  it('before the headers closes the socket', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const abort = new AbortController();
    const server = await serve(() => abort.abort(reason));
    expect(await failureOf(openPort().send(post(server.url, { signal: abort.signal })))).toBe(reason);
    await server.allClosed();
  });

  it('between headers and body closes the socket', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const abort = new AbortController();
    const server = await serve((_, response) => response.flushHeaders());
    const answer = await openPort().send(post(server.url, { signal: abort.signal }));
    const read = failureOf(textOf(answer));
    abort.abort(reason);
    expect(await read).toBe(reason);
    await server.allClosed();
  });

  it('in the middle of the body closes the socket, and what came is not read', verifies('KEL-HTTP-10', 'MAH-10B-2'), async () => {
    const abort = new AbortController();
    const server = await serve((_, response) => void response.write('one'));
    const answer = await openPort().send(post(server.url, { signal: abort.signal }));
    const iterator = answer.body[Symbol.asyncIterator]();
    await iterator.next();
    abort.abort(reason);
    expect(await failureOf(iterator.next())).toBe(reason);
    expect(await failureOf(iterator.next())).toBe(reason);
    await server.allClosed();
  });

  it('after the end changes nothing, and the connection is kept', verifies('KEL-HTTP-10'), async () => {
    const abort = new AbortController();
    const server = await serve((_, response) => void response.end('whole'));
    const port = openPort();
    const answer = await port.send(post(server.url, { signal: abort.signal }));
    const text = await textOf(answer);
    abort.abort(reason);
    await sendAndRead(port, post(server.url));
    expect([text, server.sockets.size]).toEqual(['whole', 1]);
  });

  it('ends its own call and no other on the same server', verifies('MAH-10B-1'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    const port = openPort();
    const aborts = [new AbortController(), new AbortController(), new AbortController()];
    const answers = await Promise.all(aborts.map((abort) => port.send(post(server.url, { signal: abort.signal }))));
    const reads = answers.map((answer) => failureOf(textOf(answer)));
    aborts[1]?.abort(reason);
    expect(await reads[1]).toBe(reason);
    expect(aborts.map((abort) => abort.signal.aborted)).toEqual([false, true, false]);
    for (const at of [0, 2]) aborts[at]?.abort(`call ${at}`);
    expect(await Promise.all(reads)).toEqual(['call 0', reason, 'call 2']);
    await server.allClosed();
  });
});

describe('leaving', () => {
  it('the loop before the end closes the socket', verifies('KEL-HTTP-10'), async () => {
    const server = await serve((_, response) => void response.write('x'));
    const answer = await openPort().send(post(server.url));
    for await (const piece of answer.body) {
      expect(Buffer.from(piece).toString()).toBe('x');
      break;
    }
    await server.allClosed();
  });

  it('by closing the port fails what is under way, closes all sockets, and refuses more', verifies('KEL-HTTP-10'), async () => {
    const server = await serve((request, response) => {
      if (request.headers['x-case'] === 'body') response.write('x');
    });
    const port = openPort();
    const waiting = faultOf(port.send(post(server.url)));
    const reading = faultOf(textOf(await port.send(post(server.url, { headers: { 'x-case': 'body' } }))));
    port.close();
    expect(await Promise.all([waiting, reading, faultOf(port.send(post(server.url)))])).toEqual(['connection_reset', 'connection_reset', 'connection_reset']);
    await server.allClosed();
  });
});
