import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ClientHello, readClientHello } from './client-hello.ts';
import { hostOf } from './host-pattern.ts';
import { blocked } from './judge-address.ts';
import { CLIENT_HELLO_BYTES_MAX, CLIENT_HELLO_PIECES_MAX } from './limits.ts';
import type { ProxySurroundings } from './proxy-surroundings.ts';
import { openUpstream } from './proxy-upstream.ts';
import { joinStreams } from './tunnel.ts';
import type { VettedTarget } from './vetted-connection.ts';

/** Here nothing but TLS is spoken, and the client speaks first. */
const TLS_PORT = 443;
/** In a tunnel to it a client could name any host that shares the server. */
const PLAIN_HTTP_PORT = 80;

/** Serves `CONNECT host:port`. What goes through is passed on untouched once its first bytes have been looked at. */
export async function serveTunnel(authority: string, client: Duplex, head: Buffer, surroundings: ProxySurroundings): Promise<void> {
  client.on('error', () => client.destroy());
  const target = parseAuthority(authority);
  if (target === undefined) return refuse(client, 400, 'CONNECT needs host:port.');
  if (target.port === PLAIN_HTTP_PORT) {
    surroundings.report({ ...target, verdict: blocked('proxy.plain_tunnel', `Plain http to ${target.host} goes as a request, in which the host can be seen.`) });
    return refuse(client, 403, 'Refused by the network policy (proxy.plain_tunnel).');
  }
  const upstream = await openUpstream(target, surroundings);
  if (upstream.kind === 'closed') return refuse(client, upstream.status, upstream.reason);
  const { socket } = upstream;
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  const greeting = target.port === TLS_PORT ? await readGreeting(client, head, surroundings.limits.connectMs) : head;
  const fault = target.port === TLS_PORT ? greetingFault(readClientHello(greeting), target.host) : undefined;
  if (fault === undefined && !client.destroyed) {
    socket.write(greeting);
    return joinStreams(client, socket, surroundings.limits.idleMs);
  }
  // Who leaves without a word has asked for nothing.
  if (fault !== undefined && greeting.length > 0) surroundings.report({ ...target, verdict: blocked('proxy.server_name', fault) });
  client.destroy();
  socket.destroy();
}

/**
 * A client that asks the proxy for one name and the server for another would reach any site that shares the server
 * ("domain fronting"), so both must be the same. TLS to an address names nobody.
 */
export function greetingFault(hello: ClientHello, host: string): string | undefined {
  if (hello.kind !== 'hello') return `What was sent to ${host} does not begin as TLS does.`;
  const expected = isIP(host) === 0 ? host : undefined;
  if (hello.serverName === expected) return undefined;
  return `The tunnel was opened to ${host}, but another server is asked for in it.`;
}

/** `host:port`, with an IPv6 address in brackets, and nothing else. */
export function parseAuthority(authority: string): VettedTarget | undefined {
  const colon = authority.lastIndexOf(':');
  const name = authority.slice(0, Math.max(colon, 0));
  const port = authority.slice(colon + 1);
  if (colon <= 0 || !/^\d{1,5}$/.test(port) || Number(port) > 65_535 || /[\s/\\?#@]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}/`);
  return url === null || url.port !== '' ? undefined : { host: hostOf(url), port: Number(port) };
}

/** The first bytes of the client, until they are a whole greeting or cannot become one, or the time is up. */
function readGreeting(client: Duplex, head: Buffer, limitMs: number): Promise<Buffer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    let pieces = 0;
    const finish = (): void => {
      clearTimeout(timer);
      client.off('data', collect);
      client.pause();
      resolve(bytes);
    };
    const collect = (piece: Buffer): void => {
      bytes = Buffer.concat([bytes, piece]);
      pieces += 1;
      const isEnough = bytes.length > CLIENT_HELLO_BYTES_MAX || pieces > CLIENT_HELLO_PIECES_MAX || readClientHello(bytes).kind !== 'incomplete';
      if (isEnough) finish();
    };
    const timer = setTimeout(finish, limitMs);
    client.on('data', collect);
    client.once('end', finish);
    client.once('close', finish);
    collect(head);
  });
}

function refuse(client: Duplex, status: number, reason: string): void {
  client.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(reason)}\r\nConnection: close\r\n\r\n${reason}`);
}
