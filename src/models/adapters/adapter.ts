import type { ModelId, ModelRequest, ModelResponse, ModelStreamEvent, ProviderSettings } from '../../contracts/index.ts';
import type { CallFault } from '../failure/faults.ts';

/** Where a request goes. */
export interface Target {
  /** What we call the model; answers carry it. */
  readonly modelId: ModelId;
  /** What the provider calls it. */
  readonly name: string;
  readonly provider: ProviderSettings;
  readonly key: string | undefined;
  /** Room for this request and its answer, for servers that have to be told. */
  readonly contextTokens?: number;
}

export interface WireRequest {
  /** Below the base address. */
  readonly path: string;
  /** Names in lower case, those of the provider's settings among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; the same request gives the same bytes. */
  readonly body: string;
}

/**
 * Reads one answer as it comes. `push` takes text as it was cut by the network and gives the events that are now whole;
 * `end` is called when the body has ended by itself. Both throw a CallFault when the answer is an error or cannot be
 * one. An answer that breaks off gives no `finished` event, so nothing in it is ever acted on.
 */
export interface AnswerReader {
  push(text: string): readonly ModelStreamEvent[];
  end(): readonly ModelStreamEvent[];
}

/** One wire format: pure functions from our shape to bytes and back. No I/O, no clock, no retries. */
export interface Adapter {
  /** The conversation is healed and the structured output settled before it comes here. */
  encode(request: ModelRequest, target: Target): WireRequest;
  /** For an answer in pieces, once its status and content type are found right. */
  streamReader(target: Target): AnswerReader;
  /** For an answer in one piece: servers may answer so although a stream was asked for, which is noted as a repair. */
  readWhole(body: string, target: Target): ModelResponse;
  /** Which pieces the answer comes in. */
  readonly streamType: 'text/event-stream' | 'application/x-ndjson';
  /** What an answer with another status than 2xx means. `body` may be anything. */
  readError(status: number, headers: Readonly<Record<string, string>>, body: string): CallFault;
}
