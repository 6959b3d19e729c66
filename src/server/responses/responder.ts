import type { Dispatcher } from '../../commands/index.ts';
import { JsonObject, type ResponseId, type ResponseRequest, type ResponseResource, type ResponseStreamEvent, type RunId } from '../../contracts/index.ts';
import { KeelsonError, type Clock, type Ids } from '../../kernel/index.ts';
import { invalidInput } from '../model-api/input-content.ts';
import type { ResponseShelf, ResponseToKeep, ServedModels } from '../model-api/ports.ts';
import { askModel, failedResource, secondsOf } from './ask-model.ts';
import { askRun, cancelRun, KEELSON_MODEL } from './ask-run.ts';
import { askedOfResponse } from './asked-of-response.ts';
import { createOutputEvents } from './output-events.ts';
import { itemsOf, readBefore, unknownResponse } from './previous-turns.ts';
import { blankResource } from './resource.ts';
import { createRunsOfClients } from './runs-of-clients.ts';
import type { Turn, TurnEnd } from './turn.ts';

export interface ResponderPorts {
  readonly models: ServedModels;
  /** Of the tenant that is served. */
  readonly shelf: ResponseShelf;
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  readonly closing: AbortSignal;
}

/** How one request is answered. */
export interface Answering {
  /** Raised when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  emit?(event: ResponseStreamEvent): void;
  /** Responses that only this connection knows of, because they are not to be kept. */
  readonly recent?: ReadonlyMap<string, ResponseToKeep>;
}

/** Answers requests of the Responses format, and knows those that are still being answered. */
export interface Responder {
  /** Resolves when it is answered and, where that is wanted, kept. Rejects with what is wrong before anything was said. */
  respond(request: ResponseRequest, how: Answering): Promise<ResponseToKeep>;
  /** The same behind the back of whoever asked: resolves as soon as it is kept that it was begun. */
  begin(request: ResponseRequest, emit?: Answering['emit']): Promise<{ readonly resource: ResponseResource; readonly end: Promise<unknown> }>;
  /** One turn by itself, of which nothing is kept. */
  turn(turn: Omit<Turn, 'out'>, emit: NonNullable<Answering['emit']>): Promise<TurnEnd>;
  show(id: string): Promise<ResponseToKeep>;
  cancel(id: string): Promise<ResponseResource>;
  remove(id: string): Promise<void>;
}

interface Live {
  readonly stop: AbortController;
  readonly end: Promise<unknown>;
}

export function createResponder(ports: ResponderPorts): Responder {
  const { models, shelf, clock, ids, closing } = ports;
  const live = new Map<string, Live>();
  const runsOf = new Map<string, RunId>();
  const runPorts = { ...ports, runs: createRunsOfClients(ports) };

  const finish = (turn: Turn): Promise<TurnEnd> => (turn.request.model === KEELSON_MODEL ? askRun(turn, runPorts) : askModel(turn, { models, clock }));
  const keptOf = (id: ResponseId, request: ResponseRequest, input: ResponseToKeep['content']['input'], { resource, said, runId, sessionId }: TurnEnd): ResponseToKeep => ({
    response_id: id,
    model: request.model,
    previous_response_id: (request.previous_response_id ?? null) as ResponseToKeep['previous_response_id'],
    run_id: runId,
    session_id: sessionId,
    content: { resource, input, said },
  });
  const answer = async (id: ResponseId, request: ResponseRequest, { signal, emit = () => undefined, recent }: Answering): Promise<ResponseToKeep> => {
    const read: ResponseShelf['read'] = async (other) => recent?.get(other) ?? (await shelf.read(other));
    const items = itemsOf(request, id);
    const { conversation, sessionId } = await readBefore(request, items, read);
    const messages = conversation.messages();
    if (messages.length === 0) throw invalidInput('input', 'nothing was said');
    const input = items.map((item) => JsonObject.parse(item));
    const out = createOutputEvents(id, emit);
    const end = await finish({ id, request, createdAt: secondsOf(clock), messages, sessionId, signal, out, asked: () => askedOfResponse(request, messages), onRun: (runId) => void runsOf.set(id, runId) });
    const kept = keptOf(id, request, input, end);
    // Whoever is told that there is a response can come back to it.
    if (request.store !== false) await shelf.keep(kept);
    runsOf.delete(id);
    void keepLater(kept, end);
    out.tell(terminalOf(end.resource), end.resource);
    return kept;
  };
  /** A run that waited has ended, or needs its client: that is what the response is from then on. */
  const keepLater = async (kept: ResponseToKeep, { later }: TurnEnd): Promise<void> => {
    if (later === undefined || kept.content.resource.store === false) return;
    try {
      const { resource, runId } = await later();
      await shelf.keep({ ...kept, run_id: runId, content: { ...kept.content, resource } });
    } catch {
      // A run that was not gone on with stands in its own record; the response says as before that it waited.
    }
  };

  return {
    respond: (request, how) => answer(ids.mint('resp'), request, how),
    async begin(request, emit) {
      if (request.store === false) throw invalidInput('store', 'what is answered in the background is kept, so that it can be found');
      const id = ids.mint('resp');
      const blank = blankResource(id, request, secondsOf(clock), 'queued');
      const input = itemsOf(request, id).map((item) => JsonObject.parse(item));
      const begun = (resource: ResponseResource): ResponseToKeep => keptOf(id, request, input, { resource, said: null, runId: null, sessionId: null });
      // What cannot be answered at all is refused now, and not found out later.
      await readBefore(request, itemsOf(request, id), shelf.read);
      await shelf.keep(begun(blank));
      const stop = new AbortController();
      const end = answer(id, request, { signal: AbortSignal.any([stop.signal, closing]), ...(emit && { emit }) })
        .catch((error: unknown) => (closing.aborted ? undefined : shelf.keep(begun(stop.signal.aborted ? { ...blank, status: 'cancelled' } : failedResource(blank, error)))))
        .finally(() => live.delete(id));
      live.set(id, { stop, end });
      return { resource: blank, end };
    },
    turn: async (turn, emit) => finish({ ...turn, out: createOutputEvents(turn.id, emit) }),
    async show(id) {
      const kept = await shelf.read(id);
      if (kept === undefined) throw unknownResponse(id);
      const { resource } = kept.content;
      if (resource.status !== 'queued' || live.has(id)) return live.has(id) ? { ...kept, content: { ...kept.content, resource: { ...resource, status: 'in_progress' } } } : kept;
      // Nobody works on it: whoever did is gone.
      return { ...kept, content: { ...kept.content, resource: { ...resource, status: 'incomplete', incomplete_details: { reason: 'interrupted' } } } };
    },
    async cancel(id) {
      const { content } = await this.show(id);
      const { resource } = content;
      if (!resource.background) throw new KeelsonError('response.not_in_background', { message: `${id} was not made in the background, so nobody can cancel it.`, nextStep: 'Close the connection that asks for it, or ask with background: true.', data: { response_id: id } });
      const [runId, working] = [runsOf.get(id), live.get(id)];
      if (runId !== undefined) await cancelRun(runId, runPorts);
      else working?.stop.abort();
      await working?.end;
      return (await this.show(id)).content.resource;
    },
    async remove(id) {
      live.get(id)?.stop.abort();
      await live.get(id)?.end;
      if (!(await shelf.remove(id))) throw unknownResponse(id);
    },
  };
}

function terminalOf({ status }: ResponseResource): 'response.completed' | 'response.incomplete' | 'response.failed' {
  if (status === 'failed') return 'response.failed';
  return status === 'incomplete' ? 'response.incomplete' : 'response.completed';
}
