import type { ModelRequest, ModelStreamEvent } from '../../contracts/index.ts';
import type { Target } from './adapter.ts';

/** A model that speaks for itself: wire format and transport in one, from somebody else. */
export interface ModelPlugin {
  /** What its maker calls the model. */
  readonly modelId: string;
  /**
   * Gives the events of one answer, `finished` last and once. Throws a CallFault, or the signal's reason when it was
   * aborted; it never waits longer than until then.
   */
  stream(request: ModelRequest, target: Pick<Target, 'modelId'>, signal: AbortSignal): AsyncIterable<ModelStreamEvent>;
}
