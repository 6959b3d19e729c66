import type { ModelRequest, ModelResponse, ModelStreamEvent } from '../../contracts/index.ts';
import type { Target } from '../adapters/adapter.ts';
import type { HttpLimits } from '../http/http-port.ts';

export interface AnswerOrder {
  readonly request: ModelRequest;
  readonly target: Target;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  onEvent?(event: ModelStreamEvent): void;
}

/**
 * Gets one answer from one model, once: over HTTP, from a plug-in, or from a cassette. Rejects with a CallFault, or with the
 * signal's reason when it was aborted.
 */
export type AnswerPort = (order: AnswerOrder) => Promise<ModelResponse>;
