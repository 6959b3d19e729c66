import { realpathSync } from 'node:fs';
import { execPath } from 'node:process';
import { FORWARDER_SOURCE, PROXY_PORT, type SandboxProfile } from '../../tools/index.ts';
import { quoted } from './start-script.ts';

/** What a sandbox needs so that its programs reach the filtering proxy, and nothing else, over their own loopback. */
export interface ProxyParts {
  readonly bound: readonly { readonly source: string; readonly path: string; readonly access: 'read_only' | 'read_write' }[];
  /** Lines for the start script: the program is not started before the forwarder listens. */
  readonly before: string;
}

/** Where the socket of the proxy is seen inside. */
const SOCKET_INSIDE = '/run/keelson/proxy.sock';
const NODE_INSIDE = '/run/keelson/node';
/** The only place that is writable in every sandbox and seen by nobody else. */
const READY_FIFO = '/dev/shm/.proxy-ready';

export function proxyParts(network: SandboxProfile['network']): ProxyParts {
  if (network === 'off') return { bound: [], before: '' };
  const forwarder = `env -i ${NODE_INSIDE} -e ${quoted(FORWARDER_SOURCE)} ${PROXY_PORT} ${SOCKET_INSIDE}`;
  return {
    bound: [
      { source: network.proxySocket, path: SOCKET_INSIDE, access: 'read_write' },
      { source: realpathSync(execPath), path: NODE_INSIDE, access: 'read_only' },
    ],
    before: [
      `mkfifo ${READY_FIFO} || fail 'the way to the proxy cannot be made'`,
      `${forwarder} </dev/null >${READY_FIFO} 2>/dev/null 3>&- &`,
      `read -r ready <${READY_FIFO} || fail 'the way to the proxy cannot be made'`,
      `rm -f ${READY_FIFO}`,
    ].join('\n'),
  };
}
