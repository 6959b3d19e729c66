import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { GuardedFetch, GuardedRequest } from '../network/guarded-request.ts';

/** The guarded request in the shape that the SDK asks with: for servers that an MCP server names, which may be anywhere. */
export function fetchThrough(guarded: GuardedFetch): FetchLike {
  return async (url, init) => {
    const { status, headers, body } = await guarded({
      url: String(url),
      method: (init?.method ?? 'GET') as NonNullable<GuardedRequest['method']>,
      headers: Object.fromEntries(new Headers(init?.headers)),
      limits: { redirectsMax: 0 },
      ...(init?.body && { body: String(init.body) }),
      ...(init?.signal && { signal: init.signal }),
    });
    return new Response(BODILESS.has(status) ? null : Buffer.from(body), { status, headers: withoutEncoding(headers) });
  };
}

/** Statuses that may not have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The body comes decoded, so what the headers say about its coding and length is no longer true. */
function withoutEncoding(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'content-length'));
}
