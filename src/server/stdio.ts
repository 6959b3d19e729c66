import { bind, type Binding, type Dispatcher, type SessionTools } from '../commands/index.ts';
import { protocolServe, type StdioProtocol } from '../contracts/index.ts';
import { KeelsonError, type Clock } from '../kernel/index.ts';
import type { Converse, StdioStreams } from './conversation.ts';

export interface StdioPorts {
  readonly dispatcher: Dispatcher;
  readonly version: string;
  readonly clock: Clock;
  readonly deadline: (ms: number) => AbortSignal;
  readonly sessionTools?: SessionTools;
  readonly streams?: () => StdioStreams;
}

const SPEAKERS: Readonly<Record<StdioProtocol, () => Promise<Converse>>> = {
  mcp: async () => (await import('./mcp/stdio.ts')).converseMcp,
  acp: async () => (await import('./acp/stdio.ts')).converseAcp,
};

/** Serves `protocol.serve`: one protocol over standard input and output until the other program is done. */
export function stdioServing({ dispatcher, version, clock, deadline, sessionTools, streams }: StdioPorts): { readonly binding: Binding; close(): void } {
  const closing = new AbortController();
  const binding = bind(protocolServe, async ({ protocol }, { signal }) => {
    if (streams === undefined) throw new KeelsonError('server.no_streams', { message: `There is no other program here to speak ${protocol} with.`, nextStep: `Have the other program start \`keelson ${protocol}\`.`, data: { protocol } });
    const { input, output } = streams();
    const ended = new AbortController();
    for (const event of ['end', 'close', 'error']) input.once(event, () => ended.abort());
    // Whoever reads no more can be told nothing more.
    output.once('error', () => ended.abort());
    let requests = 0;
    const converse = await SPEAKERS[protocol]();
    await converse({ input, output, dispatcher, version, clock, deadline, ...(sessionTools !== undefined && { sessionTools }), over: AbortSignal.any([signal, ended.signal, closing.signal]), onRequest: () => void (requests += 1) });
    return { protocol, requests };
  });
  return { binding, close: () => closing.abort() };
}
