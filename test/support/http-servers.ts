import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Server as RawServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { systemClock } from '../../src/kernel/index.ts';
import type { HttpAnswer, HttpCall, HttpLimits, HttpPort } from '../../src/models/http/http-port.ts';
import { createNodeHttp, type NodeHttpOptions } from '../../src/models/http/node-http.ts';

/** Real servers on this machine, and calls to them, for the tests of the HTTP port. All are closed after each test. */

export const PATIENT: HttpLimits = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000, totalMs: 30_000, bytesMax: 1_000_000 };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function openPort(options: Partial<NodeHttpOptions> = {}): HttpPort {
  const port = createNodeHttp({ clock: systemClock, ...options });
  closers.push(() => port.close());
  return port;
}

export interface Listening {
  readonly url: string;
  /** Sockets that are open on the server's side. */
  readonly sockets: Set<Socket>;
  /** Resolves when none is open. */
  allClosed(): Promise<void>;
}

export async function listen(server: RawServer | Server, scheme = 'http'): Promise<Listening> {
  const sockets = new Set<Socket>();
  let quiet = (): void => undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) quiet();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat?key=secret-in-url`,
    sockets,
    allClosed: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => void (quiet = resolve))),
  };
}

export const serve = (listener: RequestListener): Promise<Listening> => listen(createServer(listener));
/** A server that speaks what it likes, once a request has come whole. */
export const serveRaw = (speak: (socket: Socket, count: number) => void): Promise<Listening> => {
  let count = 0;
  return listen(createRawServer((socket) => void socket.on('data', () => speak(socket, (count += 1)))));
};

export const post = (url: string, rest: Partial<HttpCall> = {}): HttpCall => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', authorization: 'Bearer sk-very-secret' },
  body: '{"stream":true}',
  signal: new AbortController().signal,
  limits: PATIENT,
  ...rest,
});

export async function textOf(answer: HttpAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces).toString();
}

export const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'succeeded', (error: unknown) => error);
export const faultOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await failureOf(work);
  return typeof error === 'object' && error !== null && 'fault' in error ? error.fault : error;
};
export const sendAndRead = async (port: HttpPort, call: HttpCall): Promise<string> => textOf(await port.send(call));
