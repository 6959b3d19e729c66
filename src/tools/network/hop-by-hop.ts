import type { IncomingHttpHeaders } from 'node:http';

/** Headers that belong to one connection and are never passed on (RFC 9110, 7.6.1). */
export const HOP_BY_HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * What a proxy passes on: neither these nor what the Connection header names besides. A length stays whatever that says:
 * without it the body would be read as a second request, to a host that nobody judged.
 */
export function withoutHopByHop(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection?.split(',') ?? []).map((name) => name.trim().toLowerCase()));
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP_HEADERS.has(name) && (name === 'content-length' || !named.has(name))) passed[name] = value;
  }
  return passed;
}
