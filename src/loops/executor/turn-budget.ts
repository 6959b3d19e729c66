import type { ModelMessage } from '../../contracts/index.ts';
import { estimateListTokens } from '../../models/index.ts';
import { ANSWER_TOKENS_MIN, CHARS_PER_TOKEN, RESULT_CHARS_MIN } from './executor-limits.ts';
import type { TurnRequest } from './turn-request.ts';

/** What one turn may take. */
export interface TurnBudget {
  /** Whether there is room for the question and an answer of use. */
  readonly isAffordable: boolean;
  readonly outputTokensMax: number;
}

export interface TokensThere {
  /** Of the run's tokens, the last turn's share left aside. */
  readonly left: number;
  /** What the model takes in at once; the last turn needs room there too. */
  readonly context: number;
}

/** What a turn needs at least: the question, and an answer of use. */
export function tokensNeeded({ messages, tools }: Pick<TurnRequest, 'messages' | 'tools'>): number {
  return tokensOf(messages) + tokensOf(tools) + ANSWER_TOKENS_MIN;
}

export function budgetOfTurn({ messages, tools }: Pick<TurnRequest, 'messages' | 'tools'>, { left, context }: TokensThere): TurnBudget {
  const room = Math.min(left, context - ANSWER_TOKENS_MIN) - tokensOf(messages) - tokensOf(tools);
  return { isAffordable: room >= ANSWER_TOKENS_MIN, outputTokensMax: room };
}

/** How many characters of each result can be shown so that the next turn, or at least the last, has room. */
export function resultCharsMax(outputTokensMax: number, answer: readonly ModelMessage[], results: number): number {
  const room = (outputTokensMax - tokensOf(answer)) * CHARS_PER_TOKEN;
  return Math.max(RESULT_CHARS_MIN, Math.floor(room / Math.max(1, results)));
}

/** As they are written; what a provider puts around them is little beside it. */
function tokensOf(parts: readonly object[]): number {
  return estimateListTokens(parts, 'other');
}
