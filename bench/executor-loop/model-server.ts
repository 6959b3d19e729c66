import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MODEL_CALLS, TOOL_CALLS } from './contender.ts';

/**
 * A model that answers at once, in a process of its own, so that its work is not counted as anybody's. Every conversation
 * takes ten answers: nine calls of `lookup`, one after the other, then words. How far it has come stands in the
 * conversation itself, so that nothing has to be kept between requests.
 */

/** When the first question to a model came, and how much processor time whoever is watched had used by then. */
export interface FirstRequest {
  readonly atMs: number;
  readonly cpuMs: number;
}

/** Where it listens; and, whenever it is asked, of the first request that it has not told of before. */
export type ServerNews = { readonly port: number } | { readonly firstRequest: FirstRequest | null };

/** Whom it watches from now on, or what it is asked for. */
export type ServerOrder = { readonly watch: number } | 'first';

const TOOL_RESULT = Buffer.from('"role":"tool"');
const STREAMED = Buffer.from('"stream":true');
/** Some keep messages by the ids of their answers, so those of one conversation differ. */
const headerOf = (results: number): object => ({ id: `chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKc${results}`, created: 1_741_569_952, model: 'bench-model' });
/** For whoever looks which models there are before asking one. */
const LIST = JSON.stringify({ object: 'list', data: [{ id: 'bench-model', object: 'model' }] });
const USAGE = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };

function count(body: Buffer, word: Buffer): number {
  let found = 0;
  for (let at = body.indexOf(word); at !== -1; at = body.indexOf(word, at + word.length)) found += 1;
  return found;
}

/** What the model says when it has seen so many results. */
function messageAfter(results: number): { readonly message: object; readonly finishReason: string } {
  if (results % MODEL_CALLS === TOOL_CALLS) return { message: { role: 'assistant', content: 'The values add up to 90.' }, finishReason: 'stop' };
  const call = { id: `call_${results}`, type: 'function', function: { name: 'lookup', arguments: JSON.stringify({ number: results + 1 }) } };
  return { message: { role: 'assistant', content: null, tool_calls: [call] }, finishReason: 'tool_calls' };
}

function streamOf(results: number): Buffer {
  const { message, finishReason } = messageAfter(results);
  const calls = 'tool_calls' in message ? { tool_calls: (message.tool_calls as object[]).map((call, index) => ({ index, ...call })) } : {};
  const chunk = (piece: object): string => `data: ${JSON.stringify({ ...headerOf(results), object: 'chat.completion.chunk', ...piece })}\n\n`;
  return Buffer.from(
    [
      chunk({ choices: [{ index: 0, delta: { ...message, ...calls }, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }),
      chunk({ choices: [], usage: USAGE }),
      'data: [DONE]\n\n',
    ].join(''),
  );
}

function wholeOf(results: number): Buffer {
  const { message, finishReason } = messageAfter(results);
  return Buffer.from(JSON.stringify({ ...headerOf(results), object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finishReason }], usage: USAGE }));
}

/** Of all threads of a process; none where the system does not tell. */
function cpuMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}

if (process.send !== undefined) {
  const [streams, wholes] = [streamOf, wholeOf].map((answer) => Array.from({ length: MODEL_CALLS }, (_, results) => answer(results)));
  let firstRequest: FirstRequest | null = null;
  let watched = process.pid;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(200, { 'content-type': 'application/json' }).end(LIST);
    firstRequest ??= { atMs: Date.now(), cpuMs: cpuMsOf(watched) };
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
      const results = count(body, TOOL_RESULT) % MODEL_CALLS;
      const isStreamed = body.includes(STREAMED);
      const answer = (isStreamed ? streams : wholes)?.[results];
      response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json', 'content-length': answer?.byteLength ?? 0 });
      response.end(answer);
    });
  });
  server.keepAliveTimeout = 600_000;
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, () => void process.send?.({ port: (server.address() as AddressInfo).port } satisfies ServerNews));
  process.on('message', (order: ServerOrder) => {
    if (order !== 'first') watched = order.watch;
    else process.send?.({ firstRequest } satisfies ServerNews);
    firstRequest = null;
  });
  process.on('disconnect', () => process.exit(0));
}
