import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Served } from '../http/served.ts';

/** An answer that is sent piece by piece. */
export interface EventStream {
  /** Raised when the reader has gone. */
  readonly gone: AbortSignal;
  send(data: unknown, event?: string): void;
}

const GONE = 'The reader has gone.';

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff', connection: 'keep-alive' };

/**
 * Answers with server-sent events. The stream begins with the first of them: what goes wrong before that rejects, and is told by a
 * status. Pieces that come in one turn of
 * the process are written together: most of what a stream costs is the number of its writes.
 */
export async function answerWithEvents(c: Context<Served>, work: (stream: EventStream) => Promise<unknown>): Promise<Response> {
  const { outgoing } = c.env;
  const gone = new AbortController();
  // An answer that was sent whole is not given up, and a reason that is made for each would cost more than most of it.
  outgoing.once('close', () => void (outgoing.writableFinished || gone.abort(GONE)));
  const begun = Promise.withResolvers<void>();
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text === '' || outgoing.destroyed) return;
    if (!outgoing.headersSent) outgoing.writeHead(200, HEADERS);
    outgoing.write(text);
  };
  const write = (text: string): void => {
    if (waiting === '') setImmediate(flush);
    waiting += text;
    begun.resolve();
  };
  const working = work({ gone: gone.signal, send: (data, event) => write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`) });
  // What goes wrong in the middle is told by an event; a stream ends in any case.
  const end = async (begunWork: Promise<unknown>): Promise<void> => {
    await begunWork.catch(() => undefined);
    write('data: [DONE]\n\n');
    flush();
    outgoing.end();
  };
  await Promise.race([begun.promise, working]);
  void end(working);
  return RESPONSE_ALREADY_SENT;
}
