import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A server of model streams in a process of its own, so that its work is not counted as ours. The first part of the path
 * says how it answers; it tells its parent its port, and how many sockets are open whenever it is asked.
 */

export type StreamKind = 'burst' | 'paced' | 'first' | 'held';
export type ServerNews = { readonly port: number } | { readonly openSockets: number };

export const CHUNKS = 2_000;

const WORDS = ['The', ' tenant', ' repairs', ' the', ' inside', ',', ' the', ' landlord', ' the', ' roof', ' and', ' the', ' walls', '.'];

function chunk(delta: object, finishReason: string | null = null): Buffer {
  const piece = { id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT', object: 'chat.completion.chunk', created: 1_741_569_952, model: 'bench-model', service_tier: 'default', system_fingerprint: 'fp_06737a9306', choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] };
  return Buffer.from(`data: ${JSON.stringify(piece)}\n\n`);
}

const FIRST = chunk({ role: 'assistant', content: 'Yes' });
const MIDDLE = Array.from({ length: CHUNKS - 2 }, (_, at) => chunk({ content: WORDS[at % WORDS.length] }));
const LAST = chunk({}, 'stop');
const END = Buffer.from('data: [DONE]\n\n');
const ALL = [FIRST, ...MIDDLE, LAST, END];

const answers: Readonly<Record<StreamKind, (response: ServerResponse) => void>> = {
  burst(response) {
    for (const piece of ALL) response.write(piece);
    response.end();
  },
  /** One piece in a turn of the event loop, as tokens come: each is sent by itself. */
  paced(response) {
    let at = 0;
    const next = (): void => {
      const piece = ALL[at];
      at += 1;
      if (piece === undefined) return void response.end();
      response.write(piece);
      if (!response.destroyed) setImmediate(next);
    };
    next();
  },
  first(response) {
    response.write(FIRST);
    response.write(LAST);
    response.end(END);
  },
  held: (response) => void response.write(FIRST),
};

if (process.send !== undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    request.resume();
    const kind = (request.url ?? '').split('/')[1] as StreamKind;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    answers[kind](response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.keepAliveTimeout = 60_000;
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, () => void process.send?.({ port: (server.address() as AddressInfo).port } satisfies ServerNews));
  process.on('message', () => void process.send?.({ openSockets: sockets.size } satisfies ServerNews));
  process.on('disconnect', () => process.exit(0));
}
