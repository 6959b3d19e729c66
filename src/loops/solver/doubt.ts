import type { ToolId } from '../../contracts/index.ts';

/** A tool, or a target of a tool, that memory spoke against: it can only be used where the person named or allowed it. */
export interface Doubt {
  readonly toolId: ToolId;
  readonly target?: string;
}
