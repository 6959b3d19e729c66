import type { AssistantMessage, ModelMessage, ModelRequest, ResponseId, ResponseRequest, ResponseResource, RunId, SessionId } from '../../contracts/index.ts';
import type { OutputEvents } from './output-events.ts';

/** One request to be answered, with what was said before it. */
export interface Turn {
  readonly id: ResponseId;
  readonly request: ResponseRequest;
  readonly createdAt: number;
  /** Everything that was said, this request included. */
  readonly messages: readonly ModelMessage[];
  /** The conversation of runs that it goes on with. */
  readonly sessionId: SessionId | null;
  readonly signal: AbortSignal;
  readonly out: OutputEvents;
  /** What a model is asked for it. Throws where the request cannot be asked. */
  asked(): ModelRequest;
  /** Told of the run that works on it, as soon as there is one. */
  onRun?(runId: RunId): void;
}

/** What a turn came to. */
export interface TurnEnd {
  readonly resource: ResponseResource;
  readonly said: AssistantMessage | null;
  readonly runId: RunId | null;
  readonly sessionId: SessionId | null;
  /** Where it goes on although an answer was given: a run that waits for a person. Resolves with what came after that. */
  later?(): Promise<TurnEnd>;
}
