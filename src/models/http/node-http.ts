import { Agent, request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import type { Clock } from '../../kernel/index.ts';
import { CallFault } from '../failure/faults.ts';
import { createBodyQueue, type BodyQueue } from './body-queue.ts';
import { ASKED_ENCODING, decompressed } from './decompress.ts';
import type { HttpAnswer, HttpCall, HttpPort } from './http-port.ts';
import { isHangUp, transportFault } from './transport-fault.ts';
import { startWaits } from './waits.ts';

/** A stream holds its socket to the end, so this is how many calls to one host go on at once; more wait as if connecting. */
export const SOCKETS_PER_HOST_MAX = 1_024;

/** Kept open between calls, for each host. */
export const IDLE_SOCKETS_PER_HOST_MAX = 32;

/** Shorter than most servers and all routers keep an idle connection, so a kept one is seldom dead. */
export const IDLE_SOCKET_MS_MAX = 30_000;

/**
 * A connection that was closed while it was kept fails as soon as it is used. A server that hangs up later than this has
 * read the request and may have worked on it, and been paid for it.
 */
export const HANG_UP_ON_KEPT_MS_MAX = 1_000;

export interface NodeHttpOptions {
  readonly clock: Clock;
  readonly socketsPerHostMax?: number;
  /** Certificates to trust besides those of the platform, as PEM. */
  readonly certificateAuthorities?: readonly string[];
}

/**
 * The HTTP port on `node:http` with connections of its own that are kept open. Redirects are never followed: a key could
 * end at a stranger's door.
 */
export function createNodeHttp({ clock, socketsPerHostMax = SOCKETS_PER_HOST_MAX, certificateAuthorities }: NodeHttpOptions): HttpPort {
  const pooling = { keepAlive: true, maxSockets: socketsPerHostMax, maxFreeSockets: IDLE_SOCKETS_PER_HOST_MAX, timeout: IDLE_SOCKET_MS_MAX };
  const plain = new Agent(pooling);
  const secure = new SecureAgent({ ...pooling, ...(certificateAuthorities !== undefined && { ca: [...certificateAuthorities] }) });
  const underWay = new Set<Exchange>();
  let isClosed = false;

  return {
    async send(call) {
      call.signal.throwIfAborted();
      if (isClosed) throw new CallFault('connection_reset', 'the way out to models is closed');
      const url = readUrl(call.url);
      return new Promise<HttpAnswer>((resolve, reject) => {
        const exchange = startExchange({ call, url, agent: url.protocol === 'https:' ? secure : plain, clock, resolve, reject, over: () => underWay.delete(exchange) });
        underWay.add(exchange);
        exchange.connect();
      });
    },
    close() {
      isClosed = true;
      for (const exchange of underWay) exchange.fail(new CallFault('connection_reset', 'the way out to models was closed during the call'));
      plain.destroy();
      secure.destroy();
    },
  };
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new CallFault('address_unknown', 'the address of the model is no http or https address');
}

interface Exchange {
  connect(): void;
  /** Ends it wherever it stands. Does nothing once it is over. */
  fail(error: unknown): void;
}

interface ExchangeOptions {
  readonly call: HttpCall;
  readonly url: URL;
  readonly agent: Agent;
  readonly clock: Clock;
  resolve(answer: HttpAnswer): void;
  reject(error: unknown): void;
  over(): void;
}

/** One call, from connecting to the end of its body. Ends exactly once, and then nothing of it is left: no timer, no listener, no socket in use. */
function startExchange({ call, url, agent, clock, resolve, reject, over }: ExchangeOptions): Exchange {
  let request: ClientRequest | undefined;
  let queue: BodyQueue | undefined;
  let isOver = false;
  let hasReconnected = false;

  const onAbort = (): void => fail(call.signal.reason);
  const waits = startWaits({ limits: call.limits, clock, host: url.host, expire: (fault) => fail(fault) });
  const finish = (): void => {
    isOver = true;
    waits.stop();
    call.signal.removeEventListener('abort', onAbort);
    over();
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    finish();
    closeSocket(request);
    if (queue === undefined) reject(error);
    else queue.breakOff(error);
  };
  const failTransport = (error: unknown): void => fail(transportFault(error, url.host));

  const connect = (): void => {
    const headers = { 'accept-encoding': ASKED_ENCODING, ...call.headers };
    let sent: ClientRequest;
    try {
      // No time limit of the socket's own while it is in use: the limits of the call hold.
      sent = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, { method: call.method, headers, agent, timeout: 0 });
    } catch (error) {
      failTransport(error);
      return;
    }
    request = sent;
    let bytesBefore = 0;
    let handedOverMs = 0;
    sent.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
      handedOverMs = clock.monotonicMs();
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', waits.connected);
      else waits.connected();
    });
    sent.on('error', (error) => {
      if (isOver || request !== sent) return;
      const isUnread = sent.reusedSocket && (sent.socket?.bytesRead ?? 0) === bytesBefore;
      const isAtOnce = clock.monotonicMs() - handedOverMs <= HANG_UP_ON_KEPT_MS_MAX;
      if (queue === undefined && isUnread && isAtOnce && !hasReconnected && isHangUp(error)) reconnect();
      else failTransport(error);
    });
    sent.on('response', (answer) => {
      if (!isOver) takeAnswer(sent, answer);
    });
    sent.on('close', () => {
      // With an answer, its body says how it ended, and may still be unread when the socket is long closed.
      if (!isOver && request === sent && queue === undefined) fail(new CallFault('connection_reset', `the server ended the connection (${url.host})`));
    });
    sent.end(call.body);
  };
  /**
   * The server had closed a kept connection just as it was used again, and cannot have begun to answer: the only failure
   * after which the same bytes are sent a second time here. The other kept ones are as old, so a new one is made.
   */
  const reconnect = (): void => {
    hasReconnected = true;
    for (const [name, sockets] of Object.entries(agent.freeSockets)) if (name.startsWith(hostAndPort(url))) for (const socket of sockets ?? []) socket.destroy();
    waits.connecting();
    connect();
  };
  const takeAnswer = (sent: ClientRequest, answer: IncomingMessage): void => {
    answer.on('error', (error) => fail(answer.complete ? transportFault(error, url.host) : new CallFault('truncated', `the answer broke off (${url.host})`)));
    try {
      const source = decompressed(answer, failTransport);
      queue = createBodyQueue({
        source,
        bytesMax: call.limits.bytesMax,
        signal: call.signal,
        waits,
        left(how) {
          if (isOver) return;
          finish();
          // What is packed may end before the answer does; nobody would read the rest, and the socket would stay.
          if (how === 'unfinished' || !answer.complete) sent.destroy();
        },
      });
    } catch (error) {
      fail(error);
      return;
    }
    resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), body: queue.body });
  };

  call.signal.addEventListener('abort', onAbort, { once: true });
  return { connect, fail };
}

/** A request that has no socket yet gets one in a moment, and would give it back open: it is closed then. */
function closeSocket(request: ClientRequest | undefined): void {
  if (request === undefined) return;
  if (request.socket === null) request.once('socket', () => request.destroy());
  else request.destroy();
}

/** As agents begin the names of their pools. */
function hostAndPort(url: URL): string {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return `${host}:${url.port || (url.protocol === 'https:' ? '443' : '80')}:`;
}

function headersOf(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(answer.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]));
}
