import { PassThrough } from 'node:stream';
import type { ServerProcess, StartServerProcess } from '../../../src/tools/mcp/server-process.ts';

type Answers = (method: string, params: Record<string, unknown>, tell: (method: string) => void) => unknown;

/** A program in this process that greets as a server should and answers the rest as it is told. */
export function scriptedProcess(answers: Answers): StartServerProcess {
  return async () => {
    const output = new PassThrough();
    const errorOutput = new PassThrough();
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const stop = (): void => {
      output.end();
      errorOutput.end();
      end('exit code 0');
    };
    const tell = (method: string): void => void output.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
    const process: ServerProcess = {
      output,
      errorOutput,
      async write(text) {
        const { id, method, params = {} } = JSON.parse(text) as { id?: number; method: string; params?: Record<string, unknown> };
        if (id === undefined) return;
        const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'scripted', version: '1' } };
        output.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? greeting : answers(method, params, tell) })}\n`);
      },
      endInput: stop,
      ended,
      terminate: stop,
      kill: stop,
    };
    return process;
  };
}
