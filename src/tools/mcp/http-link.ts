import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { MCP_CLOSE_GRACE_MS } from './limits.ts';
import type { ServerLink } from './stdio-transport.ts';
import { within } from './within.ts';

const NO_OUTPUT: readonly string[] = [];

/** The present way over HTTP. The session is given back at the end. */
export async function streamableLink(url: string, fetch: FetchLike): Promise<ServerLink> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await within(transport.terminateSession(), MCP_CLOSE_GRACE_MS);
    await close();
  };
  return { transport, brokenBy: () => undefined, errorOutput: () => NO_OUTPUT };
}

/** The way of before 2025, for servers that know no other. */
export async function eventStreamLink(url: string, fetch: FetchLike): Promise<ServerLink> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  return { transport: new SSEClientTransport(new URL(url), { fetch }), brokenBy: () => undefined, errorOutput: () => NO_OUTPUT };
}

/** Answers by which an old server tells that it does not know the present way. */
const OLD_SERVER_STATUSES: ReadonlySet<unknown> = new Set([400, 404, 405]);

export function isFromOldServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OLD_SERVER_STATUSES.has(error.code);
}
