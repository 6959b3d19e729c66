import type { ModelMessage, OfferedTool, ToolChoice } from '../../contracts/index.ts';

/** What a model is asked in one turn. */
export interface TurnRequest {
  readonly messages: readonly ModelMessage[];
  /** How many of them, from the first, will be the same in the next turn. */
  readonly stable: number;
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ToolChoice;
  /** The answer may take no more than this of what is left; without it only the model's own limit holds. */
  readonly outputTokensMax?: number;
}
