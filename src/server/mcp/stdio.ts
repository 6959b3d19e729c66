import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { raised, type Converse } from '../conversation.ts';
import { MAX_REQUEST_BYTES } from '../handler.ts';
import { ownClient } from '../own-client.ts';
import { MCP_OPERATIONS } from './mcp-operations.ts';
import { createMcpServer } from './mcp-server.ts';

/** Speaks with the one program that started this one. What it had started stops when it leaves, and can be resumed. */
export const converseMcp: Converse = async ({ input, output, dispatcher, version, deadline, over, onRequest }) => {
  const server = createMcpServer({ client: ownClient(dispatcher, MCP_OPERATIONS), version, deadline, closing: over });
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_REQUEST_BYTES });
  const closed = new AbortController();
  const { onclose } = server;
  Object.assign(server, { onclose: () => (onclose?.(), closed.abort()) });
  await server.connect(transport);
  const { onmessage } = transport;
  Object.assign(transport, { onmessage: (message: JSONRPCMessage) => ('method' in message && 'id' in message && onRequest(), onmessage?.(message)) });
  await raised(AbortSignal.any([over, closed.signal]));
  await server.close();
};
