import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { Count } from '../core/index.ts';

/** What other programs speak with Keelson over its standard input and output: hosts of tools, and editors. */
export const StdioProtocol = z.enum(['mcp', 'acp']);
export type StdioProtocol = z.infer<typeof StdioProtocol>;

export const ProtocolServeRequest = z.strictObject({ protocol: StdioProtocol });
export type ProtocolServeRequest = z.infer<typeof ProtocolServeRequest>;

export const ProtocolServed = z.strictObject({ protocol: StdioProtocol, /** What was asked of it in all. */ requests: Count });
export type ProtocolServed = z.infer<typeof ProtocolServed>;

/** Ends when the other program closes its end, or when it is told to stop. */
export const protocolServe = defineCommand({
  id: 'protocol.serve',
  request: ['ProtocolServeRequest', ProtocolServeRequest],
  response: ['ProtocolServed', ProtocolServed],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'server.no_streams'],
  behaviours: {
    empty: 'Without a word it waits; nothing but messages of the protocol goes to standard output.',
    blocked: 'What a protocol does not offer cannot be asked for by it: no approvals by tool hosts, no settings, no memory, no audit.',
    degraded: 'A message that cannot be read is answered as such, and the rest goes on.',
    error: 'Shows the error with its code and what to do next, on standard error.',
  },
});
