import type { IncomingMessage } from 'node:http';
import { type CallWatch, watchCall } from './call-watch.ts';
import { exchange, secured } from './exchange.ts';
import type { GuardedAnswer, GuardedRequest, RequestLimits } from './guarded-request.ts';
import { HOP_BY_HOP_HEADERS } from './hop-by-hop.ts';
import { hostOf, portOf } from './host-pattern.ts';
import { blocked } from './judge-address.ts';
import { examineUrl } from './judge-url.ts';
import { REDIRECTS_MAX, REQUEST_LIMITS } from './limits.ts';
import { refusal } from './network-failures.ts';
import type { NetworkPorts } from './network-ports.ts';
import { nodeNetwork } from './node-network.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import { type Hop, REDIRECT_STATUSES, redirected } from './redirect.ts';
import type { UrlPolicy } from './url-policy.ts';
import { connectVetted } from './vetted-connection.ts';

/** Headers that we set ourselves. A Host of the caller's could ask a public server for another one's private pages. */
const OWN_HEADERS: ReadonlySet<string> = new Set([...HOP_BY_HOP_HEADERS, 'host', 'content-length', 'expect', 'accept-encoding']);

/**
 * Fetches from the public internet and from nowhere else. Every hop is judged by its URL, then by all addresses of its
 * host, then by who is really at the other end; every hop has a connection of its own, so nothing vetted earlier is reused.
 */
export async function guardedFetch(request: GuardedRequest, ports: NetworkPorts = nodeNetwork): Promise<GuardedAnswer> {
  const limits = { ...REQUEST_LIMITS, ...request.limits };
  const watch = watchCall(limits, request.signal);
  try {
    return await followed(request, limits, ports, watch);
  } catch (error) {
    // An abort tears the socket down, and whatever that breaks comes second to its reason.
    watch.signal.throwIfAborted();
    throw error;
  } finally {
    watch.stop();
  }
}

async function followed(request: GuardedRequest, limits: RequestLimits, ports: NetworkPorts, watch: CallWatch): Promise<GuardedAnswer> {
  const { policy = {}, secretHeaders = [] } = request;
  const start = openUrl(request.url, policy);
  const redirectsMax = Math.min(limits.redirectsMax, REDIRECTS_MAX);
  const redirects: string[] = [];
  let { isStripped } = start;
  let hop = firstHop(request, start.url);
  for (;;) {
    const result = await sendHop(hop, limits, ports, watch);
    if (result.kind === 'answer') return { ...result.answer, redirects, credentialsStripped: isStripped };
    if (redirects.length >= redirectsMax) throw refusal(hostOf(hop.url), blocked('url.too_many_redirects', `At most ${redirectsMax} redirects are followed.`));
    redirects.push(hop.url.href);
    const next = openUrl(result.location, policy, hop.url);
    const redirection = redirected(hop, result.status, next.url, secretHeaders);
    isStripped ||= next.isStripped || redirection.isStripped;
    hop = redirection.hop;
  }
}

function openUrl(text: string, policy: UrlPolicy, base?: URL): { url: URL; isStripped: boolean } {
  const { verdict, url } = examineUrl(text, policy, base);
  if (url === undefined) throw refusal(hostForError(text, base), verdict);
  return { url, isStripped: verdict.rule === 'url.credentials_stripped' };
}

function hostForError(text: string, base: URL | undefined): string {
  return URL.parse(text, base?.href)?.hostname ?? '';
}

function firstHop({ method = 'GET', headers = {}, body }: GuardedRequest, url: URL): Hop {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const own = { 'user-agent': 'keelson', accept: '*/*' };
  return { url, method, body, headers: { ...own, ...Object.fromEntries(given.filter(([name]) => !OWN_HEADERS.has(name))), 'accept-encoding': ACCEPTED_ENCODINGS } };
}

type HopResult =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'answer'; readonly answer: Omit<GuardedAnswer, 'redirects' | 'credentialsStripped'> };

async function sendHop(hop: Hop, limits: RequestLimits, ports: NetworkPorts, watch: CallWatch): Promise<HopResult> {
  const host = hostOf(hop.url);
  watch.connecting(host);
  watch.signal.throwIfAborted();
  const { socket, address } = await connectVetted({ host, port: portOf(hop.url) }, ports, watch.signal);
  const close = (): void => void socket.destroy();
  watch.signal.addEventListener('abort', close, { once: true });
  try {
    watch.signal.throwIfAborted();
    const channel = hop.url.protocol === 'https:' ? await secured(socket, hop.url, ports, watch.signal) : socket;
    const answer = await exchange(hop, channel, watch, limits.headerBytesMax);
    const status = answer.statusCode ?? 0;
    const location = REDIRECT_STATUSES.includes(status) ? locationOf(answer) : undefined;
    if (location !== undefined) return { kind: 'redirect', status, location };
    watch.listening();
    const { body, truncated } = await readBody(answer, { host, bytesMax: limits.bytesMax, heard: watch.listening });
    return { kind: 'answer', answer: { url: hop.url.href, status, headers: joined(answer), contentType: essenceOf(answer), body, truncated, address } };
  } finally {
    watch.signal.removeEventListener('abort', close);
    close();
  }
}

/** Header values are bytes; servers write UTF-8 into this one, as browsers read it. */
function locationOf(answer: IncomingMessage): string | undefined {
  const { location } = answer.headers;
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8');
}

function joined(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
}

function essenceOf(answer: IncomingMessage): string | undefined {
  const [essence = ''] = (answer.headers['content-type'] ?? '').split(';');
  return essence.trim().toLowerCase() || undefined;
}
