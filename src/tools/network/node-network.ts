import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { invariant } from '../../kernel/index.ts';
import type { NetworkPorts } from './network-ports.ts';

/** The network of this machine. Names are asked of the system's resolver, so its hosts file counts and is judged too. */
export const nodeNetwork: NetworkPorts = {
  async resolve(hostname, signal) {
    const answers = await abortable(lookup(hostname, { all: true, verbatim: true }), signal);
    return answers.map(({ address }) => address);
  },
  async connect({ address, port }, signal) {
    invariant(isIP(address) !== 0, 'only vetted addresses are connected to, never names');
    const socket = connect({ host: address, port });
    try {
      await once(socket, 'connect', { signal });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return { socket, remoteAddress: socket.remoteAddress ?? '' };
  },
};

/** A lookup cannot be called back; its answer is no longer waited for. */
function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
