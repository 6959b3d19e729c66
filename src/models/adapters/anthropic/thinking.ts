import type { ModelRequest } from '../../../contracts/index.ts';
import { claudeTraitsOf } from './claude-name.ts';
import type { Turn } from './turns.ts';

/** The provider refuses less. */
export const THINKING_TOKENS_MIN = 1_024;

/** Thinking is paid from the same tokens as the answer, so some are always left for it. */
const BUDGET_SHARES = { low: 0.25, medium: 0.5, high: 0.75 } as const;

/** Higher ones are refused here, though others take up to 2. */
const TEMPERATURE_MAX = 1;

export interface ThinkingFields {
  readonly thinking?: { readonly type: 'enabled'; readonly budget_tokens: number } | { readonly type: 'adaptive' | 'disabled' };
  readonly effort?: 'low' | 'medium' | 'high';
}

/** How long the model may think before it answers. */
export function thinkingFields(request: ModelRequest, name: string, turns: readonly Turn[]): ThinkingFields {
  const { reasoning_effort: effort, max_output_tokens: tokensMax } = request;
  if (effort === null) return {};
  const traits = claudeTraitsOf(name);
  if (effort === 'none') return traits.alwaysThinks ? { effort: 'low' } : { thinking: { type: 'disabled' } };
  if (isForced(request)) return traits.isAdaptive ? { effort } : {};
  if (traits.isAdaptive) return { thinking: { type: 'adaptive' }, effort };
  if (tokensMax <= THINKING_TOKENS_MIN || continuesWithoutThinking(turns)) return {};
  return { thinking: { type: 'enabled', budget_tokens: Math.max(THINKING_TOKENS_MIN, Math.floor(tokensMax * BUDGET_SHARES[effort])) } };
}

/** Nothing where the model refuses it: while it thinks, and always in later generations. */
export function samplingFields(request: ModelRequest, name: string, { thinking }: ThinkingFields): { temperature?: number; top_p?: number } {
  const isThinking = thinking !== undefined && thinking.type !== 'disabled';
  if (isThinking || claudeTraitsOf(name).refusesSampling) return {};
  // Models refuse both at once.
  if (request.temperature !== null) return { temperature: Math.min(request.temperature, TEMPERATURE_MAX) };
  return request.top_p === null ? {} : { top_p: request.top_p };
}

/** A model that must use a tool may not think first. */
function isForced({ tools, tool_choice: choice }: ModelRequest): boolean {
  return tools.length > 0 && choice !== 'auto' && choice !== 'none';
}

/** A turn that waits for its results must have begun with thinking, or thinking on from it is refused. */
function continuesWithoutThinking(turns: readonly Turn[]): boolean {
  const [asked, answered] = turns.slice(-2);
  if (asked?.role !== 'assistant' || answered?.content[0]?.type !== 'tool_result') return false;
  const first = asked.content[0]?.type;
  return first !== 'thinking' && first !== 'redacted_thinking';
}
