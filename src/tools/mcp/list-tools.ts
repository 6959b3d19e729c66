import { z } from 'zod';
import type { McpConnection, RequestTime } from './connection.ts';
import { MCP_LIST_PAGES_MAX, MCP_TOOLS_MAX } from './limits.ts';

export interface ServerTools {
  readonly tools: readonly unknown[];
  /** True when the server has more than are ever taken. */
  readonly isCut: boolean;
}

const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Every page of a server's list, up to a bound. One that points to itself is the last. */
export async function readToolList(connection: McpConnection, time: RequestTime): Promise<ServerTools> {
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let params: { readonly cursor?: string } = {};
  while (connection.hasTools) {
    const page = await connection.request({ method: 'tools/list', params }, ToolPage, time);
    tools.push(...page.tools);
    if (page.nextCursor === undefined || cursors.has(page.nextCursor)) break;
    cursors.add(page.nextCursor);
    if (tools.length > MCP_TOOLS_MAX || cursors.size >= MCP_LIST_PAGES_MAX) return { tools: tools.slice(0, MCP_TOOLS_MAX), isCut: true };
    params = { cursor: page.nextCursor };
  }
  return { tools: tools.slice(0, MCP_TOOLS_MAX), isCut: tools.length > MCP_TOOLS_MAX };
}
