import type { ModelMessage, ProviderSettings } from '../../../contracts/index.ts';
import { systemNotice } from '../system-notice.ts';
import { assistantBlocks, type Block, contentBlocks, isThinking, resultBlock, type TextBlock, textBlocks } from './blocks.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

export interface Conversation {
  readonly system: readonly TextBlock[];
  /** User and assistant in turn, the user first; never empty. */
  readonly turns: readonly Turn[];
  /** The last block before the last message; never thinking, which cannot carry a cache mark. */
  readonly historyEnd: Block | undefined;
}

/** Said where a conversation has nothing of the user to begin with, which the provider demands. */
export const BEGINNING = '(The conversation began earlier.)';

/** Lifts the system prompt out and puts everything else into turns. */
export function conversationOf(messages: readonly ModelMessage[], provider: ProviderSettings): Conversation {
  const { system, rest } = liftSystem(messages);
  const said = rest.map((message): Turn => ({ role: message.role === 'assistant' ? 'assistant' : 'user', content: blocksOf(message, provider) }));
  const spoken = said.filter(({ content }) => content.length > 0);
  const turns = merged(fromUser(spoken)).map(({ role, content }) => ({ role, content: resultsFirst(content) }));
  return { system, turns: turns.map(withoutTrailingSpace), historyEnd: lastBefore(spoken.at(-1)?.content ?? [], turns) };
}

/** Messages of one role share a turn, so the last message may begin within one. No message ends with thinking. */
function lastBefore(lastMessage: readonly Block[], turns: readonly Turn[]): Block | undefined {
  const blocks = turns.flatMap(({ content }) => content);
  return blocks[blocks.findIndex((block) => lastMessage.includes(block)) - 1];
}

function liftSystem(messages: readonly ModelMessage[]): { system: TextBlock[]; rest: readonly ModelMessage[] } {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const count = first === -1 ? messages.length : first;
  const system = messages.slice(0, count).flatMap((message) => (message.role === 'system' ? textBlocks(message.text) : []));
  return { system, rest: messages.slice(count) };
}

function fromUser(turns: readonly Turn[]): readonly Turn[] {
  return turns[0]?.role === 'user' ? turns : [{ role: 'user', content: textBlocks(BEGINNING) }, ...turns];
}

function merged(turns: readonly Turn[]): Turn[] {
  const alternating: { role: Turn['role']; content: Block[] }[] = [];
  for (const { role, content } of turns) {
    const last = alternating.at(-1);
    if (last?.role === role) last.content.push(...content);
    else alternating.push({ role, content: [...content] });
  }
  return alternating;
}

function blocksOf(message: ModelMessage, provider: ProviderSettings): Block[] {
  switch (message.role) {
    case 'system':
      return textBlocks(message.text).map(({ type, text }) => ({ type, text: systemNotice(text) }));
    case 'user':
      return contentBlocks(message.content);
    case 'assistant':
      return withoutLastThinking(assistantBlocks(message.content, provider));
    case 'tool':
      return message.content.map(resultBlock);
  }
}

/** An answer that broke off while thinking ends with it; the provider refuses a message that does. */
function withoutLastThinking(blocks: readonly Block[]): Block[] {
  return blocks.slice(0, blocks.findLastIndex((block) => !isThinking(block)) + 1);
}

/** The provider looks for results at the start of a turn only. */
function resultsFirst(content: readonly Block[]): Block[] {
  return [...content.filter(({ type }) => type === 'tool_result'), ...content.filter(({ type }) => type !== 'tool_result')];
}

/** What the assistant is to continue may not end with white space. */
function withoutTrailingSpace(turn: Turn, at: number, turns: readonly Turn[]): Turn {
  const last = turn.content.at(-1);
  if (at !== turns.length - 1 || turn.role !== 'assistant' || last?.type !== 'text') return turn;
  return { ...turn, content: [...turn.content.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}
