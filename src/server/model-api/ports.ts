import type { KeptResponse, ModelId, ModelRequest, ModelResponse, ResponseContent, ResponseId } from '../../contracts/index.ts';
import type { GatewayEvent } from '../../models/index.ts';

/** A model that clients may name. */
export interface ServedModel {
  readonly id: ModelId;
  readonly provider: string;
  readonly contextTokens: number;
}

export interface ServedCall {
  /** Under which what it used is recorded. */
  readonly responseId: ResponseId;
  readonly modelId: ModelId;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  onEvent?(event: GatewayEvent): void;
}

/** Models as they are asked for clients, outside of every run: paid from the day, recorded, and told no secrets when they are elsewhere. */
export interface ServedModels {
  list(signal: AbortSignal): Promise<readonly ServedModel[]>;
  /** Rejects as the gateway does, and with `counter.exhausted` when the day has nothing left. */
  ask(call: ServedCall): Promise<ModelResponse>;
}

export type ResponseToKeep = Omit<KeptResponse, 'content' | 'content_kept'> & { readonly content: ResponseContent };

/** Responses that clients may come back to, also after the server was started again. They hold no secrets. */
export interface ResponseShelf {
  keep(response: ResponseToKeep): Promise<void>;
  /** Undefined for what was never kept, or was removed. */
  read(id: string): Promise<ResponseToKeep | undefined>;
  /** Whether there was one. What was kept is erased. */
  remove(id: string): Promise<boolean>;
}
