import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { z } from 'zod';
import type { Scenario } from '../../contracts/index.ts';
import { KeelsonError, systemClock, type Clock } from '../../kernel/index.ts';
import { holdDeadPort } from './dead-port.ts';
import { deliver, systemPause, type Pause } from './deliver.ts';
import { checkScenario } from './read-scenario.ts';
import { REQUESTS_KEPT_MAX, type ReceivedRequest } from './received.ts';
import { createResponder } from './responder.ts';

export interface ScriptedServerOptions {
  /** Checked; what is left out gets its default. */
  readonly scenario: z.input<typeof Scenario>;
  /** 0, or none, takes a free one. */
  readonly port?: number;
  readonly clock?: Clock;
  /** How the server waits where the scenario says so. */
  readonly pause?: Pause;
  /** Called for each request when it is known which turn answers it. */
  readonly onRequest?: (request: ReceivedRequest) => void;
}

export interface ScriptedServer {
  /** Without a path, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** An address where connections are refused, for as long as the server runs. */
  readonly deadUrl: string;
  /** The last ones, the oldest first. */
  requests(): readonly ReceivedRequest[];
  openSockets(): number;
  /** Ends every connection, whatever it was waiting for. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Larger than what any provider takes. */
const REQUEST_BYTES_MAX = 64 * 1024 * 1024;
/** Longer than clients keep a connection that they do not use, so that it is not the server that ends it. */
const KEEP_ALIVE_MS = 120_000;

/** A model server that answers what a scenario says, over real HTTP on this machine only. */
export async function startScriptedServer({ scenario, port = 0, clock = systemClock, pause = systemPause, onRequest }: ScriptedServerOptions): Promise<ScriptedServer> {
  const kept: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const responder = createResponder(checkScenario(scenario, 'given'), clock);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (body === undefined) return;
    const { steps, received } = responder.respond({ method: request.method ?? '', url: request.url ?? '', headers: plainHeaders(request.headers), body });
    kept.push(received);
    if (kept.length > REQUESTS_KEPT_MAX) kept.shift();
    onRequest?.(received);
    await deliver(response, steps, pause);
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // A scenario that cannot be played ends this answer and no other.
    serve(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listening(server, port);
  const dead = await holdDeadPort();
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    deadUrl: `http://${HOST}:${dead.port}`,
    requests: () => [...kept],
    openSockets: () => sockets.size,
    async close() {
      dead.close();
      if (!server.listening) return;
      const closed = [server, ...sockets].map((open) => new Promise((resolve) => void open.once('close', resolve)));
      server.close();
      server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new KeelsonError('scenario.port_unavailable', {
      message: `The scripted server cannot listen on port ${port}: ${detail}.`,
      nextStep: 'Choose another port, or leave it out to get a free one.',
      data: { port, detail },
      cause: error,
    });
  }
}

/** Undefined when the other side left before it had said everything, or says more than anybody should. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > REQUEST_BYTES_MAX) return void request.destroy();
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
}
