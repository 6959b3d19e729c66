import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { withoutHopByHop } from './hop-by-hop.ts';
import { hostOf, portOf } from './host-pattern.ts';
import type { ProxySurroundings } from './proxy-surroundings.ts';
import { openUpstream } from './proxy-upstream.ts';

/** Serves a request in absolute form (`GET http://host/path`): what plain http looks like to a proxy. */
export async function serveForward(request: IncomingMessage, response: ServerResponse, surroundings: ProxySurroundings): Promise<void> {
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') return refuse(response, 400, 'This proxy serves http://host/path, and CONNECT for everything else.');
  const upstream = await openUpstream({ host: hostOf(url), port: portOf(url) }, surroundings);
  if (upstream.kind === 'closed') return refuse(response, upstream.status, upstream.reason);
  const { socket } = upstream;
  if (response.destroyed) return void socket.destroy();
  response.on('close', () => socket.destroy());
  const sent = sendRequest({
    createConnection: () => socket,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: forwardedHeaders(request, url),
  });
  // The option of that name would only count for a socket that Node opens itself.
  sent.setTimeout(surroundings.limits.idleMs, () => sent.destroy());
  sent.on('response', (answer) => {
    const status = answer.statusCode ?? 0;
    // A status that cannot be sent on would throw here, where nobody catches it.
    if (status < 200) return refuse(response, 502, 'The host answered with a status that does not exist.');
    response.writeHead(status, withoutHopByHop(answer.headers));
    pipeline(answer, response, () => socket.destroy());
  });
  sent.on('upgrade', (_, upgraded) => {
    upgraded.destroy();
    refuse(response, 502, 'The host changed the protocol, which nobody asked for.');
  });
  sent.on('error', () => refuse(response, 502, 'The host gave no answer that can be passed on.'));
  pipeline(request, sent, () => undefined);
}

/** The host is that of the URL, whatever the client wrote: the one that was judged is the one that is asked. */
function forwardedHeaders(request: IncomingMessage, url: URL): Record<string, string | string[]> {
  const { expect: _, ...passed } = withoutHopByHop(request.headers);
  const chunked = request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...passed, ...chunked, host: url.host, connection: 'close' };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(reason);
}
