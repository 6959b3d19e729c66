import { upgradeWebSocket } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { CompactRequest, ResponseRequest } from '../../contracts/index.ts';
import { apiFailure } from '../model-api/api-error.ts';
import type { WelcomeOf } from '../guard/while-welcome.ts';
import type { Served } from '../http/served.ts';
import { answerWithEvents } from '../model-api/event-stream.ts';
import type { DoorOf } from '../model-api/door.ts';
import { bodyOf, readRequest } from '../model-api/read-request.ts';
import { compactConversation, type CompactPorts } from './compact.ts';
import { answerSocket, type SocketPorts } from './socket.ts';

export interface ResponsesPorts extends Pick<CompactPorts, 'clock' | 'ids'>, Pick<SocketPorts, 'deadline' | 'closing'> {
  readonly doorOf: DoorOf;
  readonly welcomeOf: WelcomeOf;
}

const ITEMS_MAX = 100;
const ITEMS_USUAL = 20;

/** The Responses format: over HTTP, as a stream, and over a WebSocket at the same address. */
export function mountResponses(app: Hono<Served>, ports: ResponsesPorts): void {
  const { doorOf, welcomeOf } = ports;
  const told = (work: (c: Context<Served>) => Promise<Response>) => (c: Context<Served>) => work(c).catch((error: unknown) => apiFailure(c, error, c.req.param('id')));

  app.get('/v1/responses', upgradeWebSocket((c) => answerSocket({ ...ports, doorFor: (model) => doorOf(c as Context<Served>, model), isWelcome: welcomeOf(c as Context<Served>) })));
  app.post('/v1/responses', told(async (c) => {
    const request = readRequest(ResponseRequest, await bodyOf(c));
    const { responder } = doorOf(c, request.model);
    if (request.stream === true) {
      return answerWithEvents(c, async ({ send, gone }) => {
        if (request.background === true) return (await responder.begin(request, (event) => send(event, event.type))).end;
        return responder.respond(request, { signal: AbortSignal.any([gone, ports.closing]), emit: (event) => send(event, event.type) });
      });
    }
    if (request.background === true) return c.json((await responder.begin(request)).resource);
    return c.json((await responder.respond(request, { signal: AbortSignal.any([c.req.raw.signal, ports.closing]) })).content.resource);
  }));
  app.post('/v1/responses/compact', told(async (c) => c.json(await compactConversation(readRequest(CompactRequest, await bodyOf(c)), c.req.raw.signal, { ...ports, ...doorOf(c) }))));
  app.get('/v1/responses/:id', told(async (c) => c.json((await doorOf(c).responder.show(c.req.param('id') ?? '')).content.resource)));
  app.delete('/v1/responses/:id', told(async (c) => {
    const id = c.req.param('id') ?? '';
    await doorOf(c).responder.remove(id);
    return c.json({ id, object: 'response', deleted: true });
  }));
  app.post('/v1/responses/:id/cancel', told(async (c) => c.json(await doorOf(c).responder.cancel(c.req.param('id') ?? ''))));
  app.get('/v1/responses/:id/input_items', told(async (c) => c.json(page((await doorOf(c).responder.show(c.req.param('id') ?? '')).content.input, c))));
}

/** The latest first unless asked for otherwise, as many as are asked for, after the one that is named. */
function page(items: readonly Readonly<Record<string, unknown>>[], c: Context<Served>): object {
  const ordered = c.req.query('order') === 'asc' ? items : items.toReversed();
  const after = c.req.query('after');
  const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(ITEMS_MAX, Math.max(1, Math.trunc(Number(c.req.query('limit') ?? ITEMS_USUAL)) || ITEMS_USUAL));
  const data = ordered.slice(from, from + limit);
  return { object: 'list', data, first_id: data[0]?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null, has_more: from + limit < ordered.length };
}
