import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as RawServer, Socket } from 'node:net';
import { afterEach } from 'vitest';
import type { NetworkPorts, NetworkTarget } from '../../src/tools/network/network-ports.ts';
import { nodeNetwork } from '../../src/tools/network/node-network.ts';

/**
 * An internet of servers on this machine. Names answer as scripted, and a connection to an address really opens a socket
 * to the server that stands for it, so a test sees every address that was connected to. All is closed after each test.
 */
export interface LoopbackInternet {
  readonly ports: NetworkPorts;
  /** Every connection that was tried, in order. */
  readonly connects: NetworkTarget[];
  readonly lookups: string[];
  /** Puts a server at an address, for every port there. */
  serve(address: string, listener: RequestListener): Promise<void>;
  put(address: string, server: Server | RawServer): Promise<void>;
  /** Sockets that are open on the servers' side. */
  readonly sockets: Set<Socket>;
  /** Resolves when none is open. */
  allClosed(): Promise<void>;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** `dns` gives for each name the answers of successive lookups; the last repeats. */
export function loopbackInternet(dns: Readonly<Record<string, readonly (readonly string[])[]>> = {}, overrides: Partial<NetworkPorts> = {}): LoopbackInternet {
  const portsByAddress = new Map<string, number>();
  const connects: NetworkTarget[] = [];
  const lookups: string[] = [];
  const sockets = new Set<Socket>();
  let quiet = (): void => undefined;

  const put = async (address: string, server: Server | RawServer): Promise<void> => {
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
    portsByAddress.set(address, (server.address() as AddressInfo).port);
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
  };

  return {
    connects,
    lookups,
    sockets,
    put,
    serve: (address, listener) => put(address, createServer(listener)),
    allClosed: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => void (quiet = resolve))),
    ports: {
      resolve(hostname) {
        const answers = dns[hostname] ?? [];
        const answer = answers[Math.min(lookups.filter((name) => name === hostname).length, answers.length - 1)];
        lookups.push(hostname);
        return answer === undefined ? Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })) : Promise.resolve(answer);
      },
      async connect(target, signal) {
        connects.push(target);
        const port = portsByAddress.get(target.address);
        if (port === undefined) throw Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' });
        const { socket } = await nodeNetwork.connect({ address: '127.0.0.1', port }, signal);
        return { socket, remoteAddress: target.address };
      },
      ...overrides,
    },
  };
}
