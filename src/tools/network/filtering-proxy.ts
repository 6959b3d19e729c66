import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { KeelsonError } from '../../kernel/index.ts';
import { parseHostPattern } from './host-pattern.ts';
import { PROXY_LIMITS, type ProxyLimits } from './limits.ts';
import { codeOf } from './network-failures.ts';
import type { NetworkPorts } from './network-ports.ts';
import { nodeNetwork } from './node-network.ts';
import { serveForward } from './proxy-forward.ts';
import type { ProxyDecision, ProxySurroundings } from './proxy-surroundings.ts';
import { serveTunnel } from './proxy-tunnel.ts';

export type ProxyPlace =
  /** For a sandbox without any network: the socket is mounted into it. */
  | { readonly socketPath: string }
  /** On 127.0.0.1; 0 takes a free one. */
  | { readonly port: number };

export interface FilteringProxyOptions {
  /** The only hosts that are open, as entries of `UrlPolicy.allowHosts`. */
  readonly allow: readonly string[];
  readonly listen: ProxyPlace;
  readonly ports?: NetworkPorts;
  readonly limits?: Partial<ProxyLimits>;
  /** Told of every connection that was opened or refused. */
  readonly onDecision?: (decision: ProxyDecision) => void;
}

export interface FilteringProxy {
  /** Where it listens, with the port that was taken. */
  readonly place: ProxyPlace;
  /** Breaks off what is under way and resolves when nothing is left open. */
  close(): Promise<void>;
}

/**
 * The only way out of a sandbox: an HTTP proxy that knows a list of hosts and connects to nothing but their public
 * addresses, judged anew for every connection. TLS passes through it closed.
 */
export async function filteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const limits = { ...PROXY_LIMITS, ...options.limits };
  // An entry that cannot be read is told at the start, not at the first request.
  for (const entry of options.allow) parseHostPattern(entry);
  const closing = new AbortController();
  const surroundings: ProxySurroundings = {
    policy: { allowHosts: options.allow },
    ports: withFewConnections(options.ports ?? nodeNetwork, limits.connectionsMax),
    limits,
    closing: closing.signal,
    report: options.onDecision ?? (() => undefined),
  };
  const clients = new Set<Duplex>();
  // A long upload is no fault: what is silent for too long is ended on its way out.
  const server = createServer({ headersTimeout: limits.connectMs, requestTimeout: 0, connectionsCheckingInterval: limits.connectMs });
  server.maxConnections = limits.connectionsMax;
  server.on('connection', (socket: Duplex) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
  });
  server.on('request', (request, response) => void serveForward(request, response, surroundings));
  server.on('connect', (request, client: Duplex, head: Buffer) => void serveTunnel(request.url ?? '', client, head, surroundings));
  const place = await startListening(server, options.listen);
  return {
    place,
    async close() {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

/** A client can send many requests at once over one connection, so what goes out is counted for itself. */
function withFewConnections(ports: NetworkPorts, connectionsMax: number): NetworkPorts {
  let count = 0;
  return {
    ...ports,
    async connect(target, signal) {
      if (count >= connectionsMax) throw tooMany(connectionsMax);
      count += 1;
      try {
        const connection = await ports.connect(target, signal);
        connection.socket.once('close', () => (count -= 1));
        return connection;
      } catch (error) {
        count -= 1;
        throw error;
      }
    },
  };
}

function tooMany(limit: number): KeelsonError<'network.proxy_failed'> {
  return new KeelsonError('network.proxy_failed', {
    message: `The sandbox has ${limit} connections to the outside open.`,
    nextStep: 'Let some of them end before opening more.',
    data: { detail: 'too many connections' },
  });
}

async function startListening(server: Server, place: ProxyPlace): Promise<ProxyPlace> {
  try {
    const listening = once(server, 'listening');
    if ('socketPath' in place) server.listen(place.socketPath);
    else server.listen(place.port, '127.0.0.1');
    await listening;
  } catch (error) {
    throw new KeelsonError('network.proxy_failed', {
      message: 'The proxy for the sandbox could not be started.',
      nextStep: 'Choose a socket path in a folder that exists and may be written to, or another port.',
      data: { detail: codeOf(error) },
      cause: error,
    });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? { port: address.port } : place;
}
