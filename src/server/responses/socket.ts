import type { WSContext, WSEvents } from 'hono/ws';
import { z } from 'zod';
import { ResponseRequest } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { whileWelcome, type WelcomePorts } from '../guard/while-welcome.ts';
import { apiErrorOf } from '../model-api/api-error.ts';
import { invalidInput } from '../model-api/input-content.ts';
import type { ResponseToKeep } from '../model-api/ports.ts';
import { readRequest } from '../model-api/read-request.ts';
import type { Responder } from './responder.ts';

export interface SocketPorts {
  /** What whoever made the connection reaches; refuses where they may not ask this model. */
  readonly doorFor: (model: string) => { readonly responder: Pick<Responder, 'respond'> };
  /** Left out for whoever may always ask. */
  readonly isWelcome?: WelcomePorts['isWelcome'] | undefined;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  readonly closing: AbortSignal;
}

/** As the specification has it: then a client makes a new connection. */
const CONNECTION_MS_MAX = 60 * 60 * 1_000;
/** Requests that wait behind the one that is answered. */
const WAITING_MAX = 32;
/** Responses that are not kept elsewhere and can be gone on from here: the last few of this connection. */
const RECENT_MAX = 16;
const MESSAGE_CHARS_MAX = 16 * 1024 * 1024;

const CreateEvent = z.object({ type: z.literal('response.create', 'the only event that is taken is response.create') });

/**
 * The Responses format over a WebSocket: one response after the other, in the order in which they were asked for. What is not to
 * be kept is known to this connection alone; a turn that fails makes it forget what it was to go on from.
 */
export function answerSocket({ doorFor, isWelcome, deadline, closing }: SocketPorts): WSEvents {
  const recent = new Map<string, ResponseToKeep>();
  const gone = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let waiting = 0;

  const sayError = (socket: WSContext, error: unknown): void => {
    const told = apiErrorOf(error);
    socket.send(JSON.stringify({ type: 'error', status: told.status, error: told.error }));
  };
  const answer = async (text: string, socket: WSContext): Promise<void> => {
    let previous: string | null | undefined;
    try {
      const body = parsed(text);
      readRequest(CreateEvent, body);
      const request = readRequest(ResponseRequest, body);
      previous = request.previous_response_id;
      const kept = await doorFor(request.model).responder.respond({ ...request, background: false, stream: true }, { signal: gone.signal, recent, emit: (event) => socket.send(JSON.stringify(event)) });
      if (kept.content.resource.status === 'failed') forget(previous);
      if (request.store === false) remember(kept);
    } catch (error) {
      if (gone.signal.aborted) return;
      forget(previous);
      sayError(socket, error);
    }
  };
  const forget = (id: string | null | undefined): void => void (typeof id === 'string' && recent.delete(id));
  const remember = (kept: ResponseToKeep): void => {
    recent.set(kept.response_id, kept);
    const [oldest] = recent.keys();
    if (recent.size > RECENT_MAX && oldest !== undefined) recent.delete(oldest);
  };
  return {
    onOpen(_event, socket) {
      if (isWelcome !== undefined) {
        whileWelcome({ isWelcome, deadline, gone: gone.signal }).addEventListener('abort', () => {
          gone.abort();
          socket.close(CLOSE_NOT_ALLOWED, 'The key no longer holds.');
        }, { once: true });
      }
      const over = AbortSignal.any([deadline(CONNECTION_MS_MAX), closing]);
      over.addEventListener('abort', () => {
        if (!closing.aborted) sayTooLong(socket);
        socket.close(CLOSE_GOING_AWAY, 'The connection has reached its limit.');
      }, { once: true });
    },
    onMessage({ data }, socket) {
      const text = typeof data === 'string' ? data : '';
      if (text.length > MESSAGE_CHARS_MAX || text === '') return sayError(socket, new KeelsonError('input.too_large', { message: 'Messages are text, of at most 16 MB.', nextStep: 'Send it in smaller parts.', data: { limit: MESSAGE_CHARS_MAX } }));
      if (waiting >= WAITING_MAX) return sayError(socket, invalidInput('', `more than ${WAITING_MAX} requests wait on this connection; use another one`));
      waiting += 1;
      working = working.then(() => answer(text, socket)).finally(() => (waiting -= 1));
      return undefined;
    },
    onClose: () => gone.abort(),
    onError: () => gone.abort(),
  };
}

const CLOSE_GOING_AWAY = 1001;
const CLOSE_NOT_ALLOWED = 1008;

function sayTooLong(socket: WSContext): void {
  socket.send(JSON.stringify({ type: 'error', status: 400, error: { type: 'invalid_request_error', code: 'websocket_connection_limit_reached', message: 'This connection has been open for 60 minutes. Make a new one.', param: null } }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput('', 'it is not JSON');
  }
}
