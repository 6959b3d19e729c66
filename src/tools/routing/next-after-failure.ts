import { invariant } from '../../kernel/index.ts';
import type { ToolRouteDecision } from '../../contracts/index.ts';
import { routeRequest, type FailedTools, type RoutingSurroundings } from './route-request.ts';

/** Who takes a request on: the tool that was chosen, a model, or nobody. */
export type RouteStep = 'tool' | 'model' | 'nobody';

export function stepAfter({ chosen, allow_fallback_to_llm: mayAskModel }: Pick<ToolRouteDecision, 'chosen' | 'allow_fallback_to_llm'>): RouteStep {
  if (chosen !== null) return 'tool';
  return mayAskModel ? 'model' : 'nobody';
}

/**
 * The decision after the chosen tool failed: it is recorded as failed beside those that failed before, and the next
 * tool is chosen that the same request means; `stepAfter` says who takes over.
 */
export async function nextAfterFailure(request: string, before: ToolRouteDecision, errorCode: string, surroundings: RoutingSurroundings): Promise<ToolRouteDecision> {
  invariant(before.chosen !== null, 'only a tool that was chosen can have failed');
  const failed = new Map([...failedBefore(before), [before.chosen.tool_id, `It was tried and failed with ${errorCode}.`]]);
  return routeRequest(request, surroundings, failed);
}

function failedBefore({ proposals }: ToolRouteDecision): FailedTools {
  return new Map(proposals.filter(({ outcome }) => outcome === 'failed').map(({ tool_id: toolId, detail }) => [toolId, detail]));
}
