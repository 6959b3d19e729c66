import type { ModelResponse, ReasoningPart, ResponseResource } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import type { GatewayEvent } from '../../models/index.ts';
import { apiErrorOf } from '../model-api/api-error.ts';
import type { ServedModels } from '../model-api/ports.ts';
import type { OutputEvents } from './output-events.ts';
import { blankResource, incompleteReason, usageOf } from './resource.ts';
import type { Turn, TurnEnd } from './turn.ts';

export interface AskModelPorts {
  readonly models: ServedModels;
  readonly clock: Clock;
}

const MS_PER_SECOND = 1_000;

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.nowMs() / MS_PER_SECOND);
}

/**
 * A turn that a model answers, as it says it. It begins when the model does: what goes wrong before that rejects, so that a client
 * is told by a status; what goes wrong later is a response that failed.
 */
export async function askModel(turn: Turn, { models, clock }: AskModelPorts): Promise<TurnEnd> {
  const { id, request, createdAt, out } = turn;
  const asked = turn.asked();
  const blank = blankResource(id, request, createdAt, 'in_progress');
  const restart = new AbortController();
  let [hasBegun, hasSaid] = [false, false];
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    out.tell('response.created', blank);
    out.tell('response.in_progress', blank);
  };
  let failed = '';
  const onEvent = (event: GatewayEvent): void => {
    if (event.type === 'restarted') {
      // What a client has been told cannot be taken back, so nothing is begun anew.
      if (!hasSaid) return;
      failed = event.failed.detail;
      restart.abort();
      return;
    }
    begin();
    hasSaid = pass(event, out) || hasSaid;
  };
  try {
    const response = await models.ask({ responseId: id, modelId: request.model, request: asked, signal: AbortSignal.any([turn.signal, restart.signal]), onEvent });
    // An answer that came in one piece has been told by no event.
    begin();
    if (!hasSaid) tellWhole(response, out);
    const reason = incompleteReason(response.stop_reason);
    out.finish({ isWhole: reason === undefined, ...(wantsSeals(turn) && { sealed: sealedOf(response) }) });
    const resource: ResponseResource = { ...blank, status: reason === undefined ? 'completed' : 'incomplete', completed_at: secondsOf(clock), incomplete_details: reason === undefined ? null : { reason }, output: [...out.output], usage: usageOf(response.usage) };
    return { resource, said: response.message, runId: null, sessionId: null };
  } catch (error) {
    if (turn.signal.aborted) throw error;
    const told = restart.signal.aborted ? brokenOff(request.model, failed) : error;
    if (!hasBegun) throw told;
    out.finish({ isWhole: false });
    return { resource: failedResource({ ...blank, output: [...out.output] }, told), said: null, runId: null, sessionId: null };
  }
}

/** Whether the event said anything. */
function pass(event: Exclude<GatewayEvent, { type: 'restarted' }>, out: OutputEvents): boolean {
  switch (event.type) {
    case 'text_delta':
      out.say(event.index, 'text', event.text);
      return true;
    case 'refusal_delta':
      out.say(event.index, 'refusal', event.text);
      return true;
    case 'reasoning_delta':
      out.say(event.index, 'reasoning', event.text);
      return true;
    case 'tool_call_started':
      out.call(event.index, event.call_id, event.name);
      return true;
    case 'tool_call_delta':
      out.callMore(event.index, event.arguments_text);
      return true;
    default:
      return false;
  }
}

export function tellWhole({ message }: ModelResponse, out: OutputEvents): void {
  message.content.forEach((part, at) => {
    if (part.type === 'tool_call') {
      out.call(at, part.call_id, part.name);
      out.callMore(at, part.arguments_text);
    } else out.say(at, part.type, part.text);
  });
}

function wantsSeals({ request }: Turn): boolean {
  return request.store === false || (request.include ?? []).includes('reasoning.encrypted_content');
}

function sealedOf({ message }: ModelResponse): ReadonlyMap<number, ReasoningPart> {
  return new Map(message.content.flatMap((part, at): [number, ReasoningPart][] => (part.type === 'reasoning' ? [[at, part]] : [])));
}

export function failedResource(resource: ResponseResource, error: unknown): ResponseResource {
  const { error: body } = apiErrorOf(error);
  return { ...resource, status: 'failed', error: { code: body.code, message: body.message, next_step: body.keelson.next_step } };
}

function brokenOff(model: string, detail: string): KeelsonError<'model.call_failed'> {
  return new KeelsonError('model.call_failed', { message: `${model} broke off in the middle of its answer: ${detail}.`, nextStep: 'Ask again; what was said until then stands in this response.', data: { fault: 'truncated', model_id: model, attempts: 1, detail } });
}
