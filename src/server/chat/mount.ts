import type { Hono } from 'hono';
import { ChatRequest, type ResponseResource } from '../../contracts/index.ts';
import type { Clock, Ids } from '../../kernel/index.ts';
import { apiFailure } from '../model-api/api-error.ts';
import type { Served } from '../http/served.ts';
import { answerWithEvents } from '../model-api/event-stream.ts';
import type { DoorOf } from '../model-api/door.ts';
import { bodyOf, readRequest } from '../model-api/read-request.ts';
import { secondsOf } from '../responses/ask-model.ts';
import { chatIdOf, completionOf, createChunks, type ChatAnswer } from './chat-answer.ts';
import { turnOfChat } from './chat-turn.ts';

export interface ChatPorts {
  readonly doorOf: DoorOf;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly closing: AbortSignal;
}

/** Chat completions: the same turns as the Responses format has, told in the older words. Nothing of them is kept. */
export function mountChat(app: Hono<Served>, { doorOf, clock, ids, closing }: ChatPorts): void {
  app.post('/v1/chat/completions', async (c) => {
    try {
      const request = readRequest(ChatRequest, await bodyOf(c));
      const { responder } = doorOf(c, request.model);
      const id = ids.mint('resp');
      const answer: ChatAnswer = { id: chatIdOf(id), created: secondsOf(clock), model: request.model };
      if (request.stream !== true) {
        const { resource } = await responder.turn(turnOfChat(request, id, answer.created, AbortSignal.any([c.req.raw.signal, closing])), () => undefined);
        return resource.error === null ? c.json(completionOf(answer, resource)) : c.json({ error: brokenOff(resource) }, 502);
      }
      return await answerWithEvents(c, async ({ send, gone }) => {
        const chunks = createChunks(answer, (chunk) => send(chunk));
        const { resource } = await responder.turn(turnOfChat(request, id, answer.created, AbortSignal.any([gone, closing])), chunks.take);
        if (resource.error === null) chunks.end(resource, request.stream_options?.include_usage === true);
        else send({ error: brokenOff(resource) });
      });
    } catch (error) {
      return apiFailure(c, error);
    }
  });
}

/** What clients of this format read as a failure in the middle of an answer. */
function brokenOff({ error }: ResponseResource): object {
  return { message: error?.message ?? '', type: 'server_error', code: error?.code ?? 'server_error', param: null };
}
