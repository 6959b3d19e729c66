import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { boundedLines } from './bounded-lines.ts';
import { lastLinesOf } from './error-output.ts';
import { MCP_CLOSE_GRACE_MS, MCP_MESSAGE_BYTES_MAX, MCP_NOISE_LINES_MAX } from './limits.ts';
import type { ServerProcess } from './server-process.ts';
import { within } from './within.ts';

/** A way to a server, with what is known when it breaks. */
export interface ServerLink {
  readonly transport: Transport;
  /** Why the link is no longer there, in words; undefined while nobody knows better than that it closed. */
  brokenBy(): string | undefined;
  /** The last lines of the program's error output; none for a server that was not started by us. */
  errorOutput(): readonly string[];
}

/**
 * Speaks with a program over its input and output, one message a line. Lines that are no messages are passed over, as
 * many programs print a greeting. A message beyond the bound ends the program: what follows in it could not be read.
 */
export async function stdioLink(process: ServerProcess, close: { readonly graceMs: number } = { graceMs: MCP_CLOSE_GRACE_MS }): Promise<ServerLink> {
  const { JSONRPCMessageSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const errorOutput = lastLinesOf(process.errorOutput);
  let broken: string | undefined;
  const giveUp = (reason: string): void => {
    broken ??= reason;
    process.kill();
  };
  async function readMessages(): Promise<void> {
    let noiseLines = 0;
    for await (const line of boundedLines(process.output, MCP_MESSAGE_BYTES_MAX)) {
      if (line.kind === 'too_long') return giveUp(`it sent a message of more than ${MCP_MESSAGE_BYTES_MAX} bytes`);
      const message = JSONRPCMessageSchema.safeParse(jsonOf(line.text));
      if (message.success) transport.onmessage?.(message.data);
      else if ((noiseLines += 1) > MCP_NOISE_LINES_MAX) return giveUp(`it wrote ${noiseLines} lines that are no messages`);
    }
  }
  async function untilEnded(reading: Promise<void>): Promise<void> {
    const how = await process.ended;
    broken ??= `its program ended with ${how}`;
    // The last answer and the last words may still be in the pipes.
    await within(Promise.all([reading, errorOutput.isRead]), close.graceMs);
    transport.onclose?.();
  }
  const transport: Transport = {
    async start() {
      void untilEnded(readMessages().catch(() => giveUp('its output could not be read')));
    },
    send: (message: JSONRPCMessage) => process.write(`${JSON.stringify(message)}\n`),
    async close() {
      broken ??= 'it was closed';
      process.endInput();
      if (await within(process.ended, close.graceMs)) return;
      process.terminate();
      if (await within(process.ended, close.graceMs)) return;
      process.kill();
      await process.ended;
    },
  };
  return { transport, brokenBy: () => broken, errorOutput: errorOutput.lines };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
