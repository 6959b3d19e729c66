import type { ModelMessage, UserMessage } from '../../contracts/index.ts';

/** A conversation as compaction sees it. A turn is an answer of the model with everything that followed it, so no call is ever apart from its result. */
export interface SplitConversation {
  /** What stands before the first answer: the work itself. */
  readonly opening: UserMessage | undefined;
  readonly turns: readonly (readonly ModelMessage[])[];
}

export function splitTurns(messages: readonly ModelMessage[]): SplitConversation {
  const [first, ...rest] = messages;
  const opening = first?.role === 'user' ? first : undefined;
  const turns: ModelMessage[][] = [];
  for (const message of opening === undefined ? messages : rest) {
    const last = turns.at(-1);
    if (message.role === 'assistant' || last === undefined) turns.push([message]);
    else last.push(message);
  }
  return { opening, turns };
}

/** How many of the turns, from the first, are older than the tail. The last turn is always in the tail, however long it is. */
export function olderTurns(turns: SplitConversation['turns'], tailTokensMax: number, tokensOf: (message: ModelMessage) => number): number {
  let at = turns.length - 1;
  let tokens = sumOf(turns[at] ?? [], tokensOf);
  while (at > 0) {
    const next = tokens + sumOf(turns[at - 1] ?? [], tokensOf);
    if (next > tailTokensMax) break;
    tokens = next;
    at -= 1;
  }
  return Math.max(0, at);
}

export function sumOf(messages: readonly ModelMessage[], tokensOf: (message: ModelMessage) => number): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}
