import type { ModelResponse, ModelStreamEvent, WireFormat } from '../../contracts/index.ts';
import type { Adapter, AnswerReader, Target } from '../adapters/adapter.ts';
import { CallFault } from '../failure/faults.ts';
import type { HttpAnswer, HttpPort } from '../http/http-port.ts';
import { createUtf8Reader } from '../wire/utf8.ts';
import type { AnswerOrder, AnswerPort } from './answer-port.ts';
import { ERROR_BYTES_MAX } from './limits.ts';
import { withoutKey } from './without-key.ts';

export interface HttpAnswerPorts {
  readonly http: HttpPort;
  readonly adapters: Readonly<Record<WireFormat, Adapter>>;
}

export function createHttpAnswers({ http, adapters }: HttpAnswerPorts): AnswerPort {
  return async ({ request, target, limits, signal, onEvent }) => {
    const adapter = adapters[target.provider.format];
    const { path, headers, body } = adapter.encode(request, target);
    const { base_url: base } = target.provider;
    const url = `${base.endsWith('/') ? base.slice(0, -1) : base}${path}`;
    const answer = await http.send({ method: 'POST', url, headers, body, signal, limits });
    if (answer.status < 200 || answer.status > 299) throw adapter.readError(answer.status, answer.headers, withoutKey(await whatIsThere(answer), target.key));
    const type = contentType(answer);
    if (type === '' || type === adapter.streamType) return somethingOf(await readStream(answer, adapter.streamReader(target), onEvent));
    if (type === 'application/json') return somethingOf(await readWhole(answer, adapter, target, limits.bytesMax, onEvent));
    throw new CallFault('wrong_content_type', `The server answered with ${type} instead of ${adapter.streamType}.`);
  };
}

/** What it takes to say nothing. */
const SILENCE_TOKENS_MAX = 8;

/**
 * A model may have nothing to say, and is billed a few tokens for that. An answer without words that is billed for none, or
 * for many, has lost them on the way.
 */
function isNothing({ message, usage, stop_reason }: ModelResponse): boolean {
  const said = (usage.output_tokens ?? 0) - usage.reasoning_tokens;
  const isExplained = stop_reason === 'max_tokens' || stop_reason === 'content_filter' || stop_reason === 'refusal';
  return message.content.length === 0 && !isExplained && (said === 0 || said > SILENCE_TOKENS_MAX);
}

function somethingOf(response: ModelResponse): ModelResponse {
  if (isNothing(response)) throw new CallFault('empty', 'The server answered with nothing.');
  return response;
}

/** Nothing is handed on as an answer before the answer has said that it is complete. */
async function readStream(answer: HttpAnswer, reader: AnswerReader, onEvent: AnswerOrder['onEvent']): Promise<ModelResponse> {
  const utf8 = createUtf8Reader();
  let response: ModelResponse | undefined;
  const take = (events: readonly ModelStreamEvent[]): void => {
    for (const event of events) {
      if (event.type === 'finished') response = event.response;
      onEvent?.(event);
    }
  };
  const pieces = answer.body[Symbol.asyncIterator]();
  try {
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
      take(reader.push(utf8.push(piece.value)));
      if (response !== undefined) break;
    }
    if (response === undefined) take(reader.push(utf8.end()));
    if (response === undefined) take(reader.end());
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
  if (response === undefined) throw new CallFault('truncated', 'The answer ended before it was complete.');
  void finishReading(pieces);
  return utf8.hasReplaced ? { ...response, repairs: [...response.repairs, 'invalid_utf8_replaced'] } : response;
}

/** A few pieces at most follow a complete answer; reading them lets the connection be used again. Nobody waits for it. */
const FOLLOWING_PIECES_MAX = 4;

async function finishReading(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    for (let count = 0; count < FOLLOWING_PIECES_MAX; count += 1) if ((await pieces.next()).done === true) return;
    await pieces.return?.();
  } catch {
    // The answer is complete; how the connection ends changes nothing about it.
  }
}

/** Some servers answer in one piece although a stream was asked for. */
async function readWhole(answer: HttpAnswer, adapter: Adapter, target: Target, bytesMax: number, onEvent: AnswerOrder['onEvent']): Promise<ModelResponse> {
  const body = await textOf(answer, bytesMax);
  if (body.trim() === '') throw new CallFault('empty', 'The server answered with nothing.');
  const response = adapter.readWhole(body, target);
  onEvent?.({ type: 'finished', response });
  return response;
}

async function textOf({ body }: HttpAnswer, bytesMax: number): Promise<string> {
  const utf8 = createUtf8Reader();
  let text = '';
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    text += utf8.push(piece);
    if (bytes >= bytesMax) return text;
  }
  return text + utf8.end();
}

/** The status says most; a body that breaks off must not hide it. */
async function whatIsThere(answer: HttpAnswer): Promise<string> {
  try {
    return await textOf(answer, ERROR_BYTES_MAX);
  } catch (error) {
    if (error instanceof CallFault) return '';
    throw error;
  }
}

function contentType({ headers }: HttpAnswer): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

