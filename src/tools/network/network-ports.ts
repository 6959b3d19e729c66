import type { Duplex } from 'node:stream';

/** The way out to the network. What is connected to has been vetted before; tests put another one in its place. */
export interface NetworkPorts {
  /** Every address of the name, A and AAAA, looked up anew each time. Rejects when there is none. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to exactly this address; rejects when that fails or the signal aborts. */
  connect(target: NetworkTarget, signal: AbortSignal): Promise<NetworkConnection>;
  /** Certificates to trust besides the system's. */
  readonly certificateAuthorities?: readonly string[];
}

export interface NetworkTarget {
  readonly address: string;
  readonly port: number;
}

export interface NetworkConnection {
  readonly socket: Duplex;
  /** Who is really at the other end, as the socket says. */
  readonly remoteAddress: string;
}
