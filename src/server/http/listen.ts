import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import { KeelsonError } from '../../kernel/index.ts';

/** How long a request may take to arrive, in milliseconds; how long it is worked on is not limited. */
export interface Patience {
  readonly headers: number;
  readonly request: number;
  /** How often it is looked for requests that take too long. */
  readonly check: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 30_000, check: 1_000 };
const IDLE_MS = 60_000;
const HEADER_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 2_000;
const SOCKET_MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Where the app can be reached, and only there. A port of 0 takes any that is free. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  readonly patience?: Patience;
}

/** The app needs to know its own port before it answers the first request. */
export async function listen(appAt: (port: number) => Hono<never>, { host, port, patience = PATIENCE }: ListenAt): Promise<Listener> {
  let app: Hono<never> | undefined;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: SOCKET_MESSAGE_BYTES_MAX });
  const server = createAdaptorServer({
    fetch: (request, env) => app?.fetch(request, env as never) ?? new Response(null, { status: 503 }),
    // Their declarations differ in what may be left out; what they do is the same.
    websocket: { server: sockets as never },
    serverOptions: { headersTimeout: patience.headers, requestTimeout: patience.request, keepAliveTimeout: IDLE_MS, connectionsCheckingInterval: patience.check, maxHeaderSize: HEADER_BYTES_MAX },
  }) as Server;
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unavailable(port, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  app = appAt(address.port);
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets.clients) socket.terminate();
      }),
  };
}

function unavailable(port: number, error: Error): KeelsonError<'server.port_unavailable'> {
  return new KeelsonError('server.port_unavailable', { message: `Port ${port} cannot be used: ${error.message}.`, nextStep: 'Choose another with --port, or 0 for any that is free.', data: { port, detail: error.message }, cause: error });
}
