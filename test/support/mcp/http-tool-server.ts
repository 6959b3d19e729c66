import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach } from 'vitest';
import { toolServer } from './tool-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export interface HttpToolServer {
  readonly url: string;
  /** Method and headers of every request, in order. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[];
  /** How many greetings there were. */
  greetings(): number;
  openSessions(): number;
  /** The server forgets who it was talking to, as after a restart. */
  forgetSessions(): void;
}

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers in whatever way, on a port of its own. */
export const serveAnswers = listening;

/** The test server over Streamable HTTP, with sessions. */
export async function httpToolServer(names: readonly string[]): Promise<HttpToolServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const requests: HttpToolServer['requests'] = [];
  let greetings = 0;
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    greetings += 1;
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: (id) => void sessions.set(id, transport), onsessionclosed: (id) => void sessions.delete(id) });
    await toolServer(names).connect(transport as never);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    const id = request.headers['mcp-session-id'];
    const transport = typeof id === 'string' ? sessions.get(id) : await begin();
    if (transport === undefined) response.writeHead(404).end('there is no such session');
    else await transport.handleRequest(request, response);
  };
  const origin = await listening((request, response) => void handle(request, response));
  return { url: `${origin}/mcp`, requests, greetings: () => greetings, openSessions: () => sessions.size, forgetSessions: () => sessions.clear() };
}

/** The test server as servers were before 2025: a stream of events, and an address to post to. */
export async function oldToolServer(names: readonly string[]): Promise<string> {
  let transport: SSEServerTransport | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === '/sse') {
      transport = new SSEServerTransport('/messages', response);
      await toolServer(names).connect(transport);
    } else if (request.method === 'POST' && request.url?.startsWith('/messages') === true && transport !== undefined) await transport.handlePostMessage(request, response);
    else response.writeHead(405).end();
  };
  return `${await listening((request, response) => void handle(request, response))}/sse`;
}
