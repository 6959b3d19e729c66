import { request as sendRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as secure, getCACertificates } from 'node:tls';
import { KeelsonError } from '../../kernel/index.ts';
import type { CallWatch } from './call-watch.ts';
import { hostOf } from './host-pattern.ts';
import { codeOf, unreachable, unreadableAnswer } from './network-failures.ts';
import type { NetworkPorts } from './network-ports.ts';
import type { Hop } from './redirect.ts';

/** Puts TLS on a vetted connection. The certificate must be that of the host in the URL, not of the address. */
export function secured(socket: Duplex, url: URL, ports: NetworkPorts, signal: AbortSignal): Promise<Duplex> {
  const host = hostOf(url);
  const { certificateAuthorities } = ports;
  return new Promise((resolve, reject) => {
    const secureSocket = secure({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(certificateAuthorities !== undefined && { ca: [...getCACertificates('default'), ...certificateAuthorities] }),
      ALPNProtocols: ['http/1.1'],
    });
    const giveUp = (): void => void secureSocket.destroy();
    signal.addEventListener('abort', giveUp, { once: true });
    secureSocket.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp);
      resolve(secureSocket);
    });
    secureSocket.on('error', (error) => reject(unreachable(host, error)));
    secureSocket.once('close', () => reject(unreachable(host, undefined)));
  });
}

/** Below it are interim answers, which are passed over, and numbers that mean nothing. */
const FINAL_STATUS_MIN = 200;

/** Sends one request over a connection of its own and waits for the head of the answer. */
export function exchange(hop: Hop, socket: Duplex, watch: CallWatch, headerBytesMax: number): Promise<IncomingMessage> {
  const host = hostOf(hop.url);
  watch.sending();
  return new Promise((resolve, reject) => {
    const sent = startRequest(hop, socket, headerBytesMax);
    sent.once('finish', () => watch.listening());
    sent.once('response', (answer) => ((answer.statusCode ?? 0) < FINAL_STATUS_MIN ? reject(unreadableAnswer(host, 'its status does not exist')) : resolve(answer)));
    // Nobody asked for another protocol; without this the socket would be left to nobody.
    sent.once('upgrade', () => reject(unreadableAnswer(host, 'it changes the protocol')));
    sent.on('error', (error) => reject(answerFailure(host, error)));
    sent.end(hop.body);
  });
}

function startRequest({ url, method, headers, body }: Hop, socket: Duplex, maxHeaderSize: number): ClientRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  try {
    return sendRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...length, host: url.host, connection: 'close' },
      maxHeaderSize,
    });
  } catch (error) {
    throw new KeelsonError('input.invalid', {
      message: 'A header of the request cannot be sent as it is written.',
      nextStep: 'Use letters, digits and dashes in names, and no line breaks in values.',
      data: { issues: [{ path: 'headers', message: codeOf(error) }] },
    });
  }
}

/** What the HTTP parser complains about has codes of its own. */
function answerFailure(host: string, error: Error): KeelsonError {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return unreadableAnswer(host, 'its head is larger than the limit');
  if (code.startsWith('HPE_')) return unreadableAnswer(host, 'it is not HTTP');
  return unreachable(host, error);
}
