import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest, LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import { readJson } from '../guard/read-json.ts';
import { whileWelcome, type WelcomePorts } from '../guard/while-welcome.ts';
import { MAX_REQUEST_BYTES } from '../handler.ts';
import { createEventStore } from './event-store.ts';

/** More than the programs of one person open at once. Who comes when there are as many ends the one that was idle longest. */
export const SESSIONS_MAX = 64;
/** A client that left without a word is forgotten after this long without a request. */
export const IDLE_MS_MAX = 30 * 60 * 1_000;
/** How long a client waits before it comes back to a stream that was closed. */
const RETRY_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;

export interface SessionsPorts extends Pick<WelcomePorts, 'deadline'> {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** A server for one connection. */
  readonly serve: () => Server;
  readonly closing: AbortSignal;
}

/** Who was let in, and whether they still would be; left out for whoever always is. */
export interface McpCaller {
  readonly name: string;
  readonly isWelcome?: WelcomePorts['isWelcome'] | undefined;
}

/** Answers one request of whoever was let in. */
export type AnswerMcp = (request: Request, who: McpCaller) => Promise<Response>;

interface Session {
  /** Who began it; to everybody else it does not exist. */
  readonly who: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  /** Settled when it began; what a later header says otherwise is a slip of the client. */
  readonly version: string;
  usedAt: number;
  /** Requests that are being answered, streams among them. */
  open: number;
}

/** Answers requests of the protocol over HTTP; each client has a session of its own, and all of them are bounded. */
export function mcpSessions({ clock, serve, closing, deadline }: SessionsPorts): AnswerMcp {
  const sessions = new Map<string, Session>();
  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  closing.addEventListener('abort', () => void Promise.all([...sessions.keys()].map(end)), { once: true });

  /** Makes room; false when everybody is at work. */
  const hasRoom = async (): Promise<boolean> => {
    const now = clock.monotonicMs();
    const idle = [...sessions].filter(([, { open }]) => open === 0).toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [id, { usedAt }] of idle) if (now - usedAt > IDLE_MS_MAX || sessions.size >= SESSIONS_MAX) await end(id);
    return sessions.size < SESSIONS_MAX;
  };

  const begin = async (asked: string, { name: who, isWelcome }: McpCaller): Promise<Session> => {
    if (!(await hasRoom())) throw new KeelsonError('server.too_many_sessions', { message: `${SESSIONS_MAX} sessions are at work.`, nextStep: 'End one of them, or wait until one is done.', data: { limit: SESSIONS_MAX } });
    const server = serve();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized(id) {
        sessions.set(id, session);
        if (isWelcome !== undefined) watch(id, session, isWelcome);
      },
      onsessionclosed: (id) => void sessions.delete(id),
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      keepAliveMs: KEEP_ALIVE_MS,
    });
    const session: Session = { who, transport, server, version: isSpoken(asked) ? asked : LATEST_PROTOCOL_VERSION, usedAt: clock.monotonicMs(), open: 0 };
    await server.connect(transport);
    return session;
  };

  /** What streams to somebody whose key no longer holds ends with their session. */
  const watch = (id: string, { server }: Session, isWelcome: WelcomePorts['isWelcome']): void => {
    const gone = new AbortController();
    const { onclose } = server;
    Object.assign(server, { onclose: () => (gone.abort(), onclose?.()) });
    whileWelcome({ isWelcome, deadline, gone: gone.signal }).addEventListener('abort', () => void end(id), { once: true });
  };

  return async (request, who) => {
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    if (body instanceof Response) return body;
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : sessions.get(id);
    if (session?.who === who.name) return answer(session, request, body);
    if (id !== null) return refusal(404, NO_SESSION, 'There is no such session, or it has ended. Begin a new one with initialize.');
    if (!isInitializeRequest(body)) return refusal(400, BAD_REQUEST, 'Begin a session with initialize, and send its Mcp-Session-Id from then on.');
    try {
      return await answer(await begin(body.params.protocolVersion, who), request, body);
    } catch (error) {
      if (!(error instanceof KeelsonError)) throw error;
      return refusal(503, NO_SESSION, `${error.message} ${error.nextStep} [${error.code}]`);
    }
  };

  async function answer(session: Session, request: Request, body: unknown): Promise<Response> {
    session.open += 1;
    const done = (): void => {
      session.open -= 1;
      session.usedAt = clock.monotonicMs();
    };
    try {
      return whenRead(await session.transport.handleRequest(settled(request, session.version), body === undefined ? {} : { parsedBody: body }), done);
    } catch (error) {
      done();
      throw error;
    }
  }
}

const VERSION_HEADER = 'mcp-protocol-version';

const isSpoken = (version: string): boolean => SUPPORTED_PROTOCOL_VERSIONS.includes(version);

/** The request under the version of its session; one that names none that is spoken is refused as it stands. */
function settled(request: Request, version: string): Request {
  const named = request.headers.get(VERSION_HEADER);
  if (named === version || (named !== null && !isSpoken(named))) return request;
  const headers = new Headers(request.headers);
  headers.set(VERSION_HEADER, version);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/** The body as JSON within the bounds of every request; what is beyond them is answered in the words of the protocol. */
async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await readJson(request, MAX_REQUEST_BYTES);
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return refusal(error.code === 'input.too_large' ? 413 : 400, PARSE_ERROR, `${error.message} ${error.nextStep} [${error.code}]`);
  }
}

/** Tells when an answer was read to its end, or given up. */
function whenRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  let isOver = false;
  const over = (): void => {
    if (!isOver) done();
    isOver = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done: isDone, value } = await reader.read();
      if (value !== undefined) controller.enqueue(value);
      if (!isDone) return;
      over();
      controller.close();
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

const [PARSE_ERROR, BAD_REQUEST, NO_SESSION] = [-32_700, -32_000, -32_001];

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
