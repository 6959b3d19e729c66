import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { boundedAnswer } from './bounded-answer.ts';
import { MCP_MESSAGE_BYTES_MAX } from './limits.ts';

/** How a server at an address is asked. */
export interface ServerAddress {
  readonly url: string;
  /** They go to this server's own origin and nowhere else: they may hold a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the servers that prove who someone is, which the server names itself; they may be anywhere. */
  readonly fetchElsewhere: FetchLike;
  /** For the server itself, at the address that a person wrote. */
  readonly fetchServer: FetchLike;
}

/** Redirects are never followed here; the transport follows those that stay with the server. */
export function fetchFor({ url, headers, fetchElsewhere, fetchServer }: ServerAddress): FetchLike {
  const { origin } = new URL(url);
  return async (target, init) => {
    if (new URL(target).origin !== origin) return boundedAnswer(await fetchElsewhere(target, { ...init, redirect: 'manual' }), MCP_MESSAGE_BYTES_MAX);
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return boundedAnswer(await fetchServer(target, { ...init, headers: sent, redirect: 'manual' }), MCP_MESSAGE_BYTES_MAX);
  };
}
