import { isIP } from 'node:net';
import { hasCode } from '../../kernel/index.ts';
import { blocked } from './judge-address.ts';
import { isSameAddress, parseIpAddress } from './ip-address.ts';
import { ADDRESS_TRY_MS, ADDRESSES_TRIED_MAX } from './limits.ts';
import { refusal, unreachable, unresolved } from './network-failures.ts';
import type { NetworkConnection, NetworkPorts } from './network-ports.ts';
import { judgeAnswers } from './vetted-addresses.ts';

export interface VettedTarget {
  /** A name or an address, already judged by `judgeHost`. */
  readonly host: string;
  readonly port: number;
}

export interface VettedConnection {
  readonly socket: NetworkConnection['socket'];
  readonly address: string;
}

/**
 * Looks the host up, refuses it unless every address is public, and connects to one of exactly those addresses. Nothing is
 * remembered from one call to the next: whoever comes again is judged again, so a name cannot turn private in between.
 */
export async function connectVetted({ host, port }: VettedTarget, ports: NetworkPorts, signal: AbortSignal, tryMs = ADDRESS_TRY_MS): Promise<VettedConnection> {
  const addresses = isIP(host) === 0 ? await lookUp(host, ports, signal) : [host];
  const verdict = judgeAnswers(host, addresses);
  if (verdict.decision !== 'allow') throw refusal(host, verdict);
  let failure: unknown;
  const tried = addresses.slice(0, ADDRESSES_TRIED_MAX);
  for (const [at, address] of tried.entries()) {
    const isLast = at === tried.length - 1;
    try {
      const connection = await ports.connect({ address, port }, isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(tryMs)]));
      // Whoever uses the socket listens for what breaks it; until then nothing may bring the process down.
      connection.socket.on('error', () => undefined);
      return vetPeer(host, address, connection);
    } catch (error) {
      signal.throwIfAborted();
      if (hasCode(error, 'network.refused')) throw error;
      failure ??= error;
    }
  }
  throw unreachable(host, failure);
}

async function lookUp(host: string, ports: NetworkPorts, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await ports.resolve(host, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw unresolved(host, error);
  }
}

/** The socket has the last word about whom it reached. */
function vetPeer(host: string, address: string, { socket, remoteAddress }: NetworkConnection): VettedConnection {
  const vetted = parseIpAddress(address);
  const reached = parseIpAddress(remoteAddress);
  if (vetted !== undefined && reached !== undefined && isSameAddress(vetted, reached)) return { socket, address };
  socket.destroy();
  throw refusal(host, blocked('url.other_address', `The connection to ${host} reached another address than the one that was checked.`));
}
