import type { ModelMessage, OfferedTool } from '../../contracts/index.ts';

/**
 * The parts of a prompt by how often they change. What never changes comes first, what changes each turn comes last, so
 * that a provider can reuse what it has read before.
 */
export interface PromptParts {
  /** Who the model is and what it must keep to. */
  readonly identity: string;
  readonly skills: readonly string[];
  readonly tools: readonly OfferedTool[];
  /** Everything said so far, only ever added to. */
  readonly conversation: readonly ModelMessage[];
  /** For this turn only: the day, recalled memory, reminders. It is not kept in the conversation. */
  readonly turn: readonly string[];
}

export interface ComposedPrompt {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  /** How many of the messages, from the first, are to stay as they are in later turns. */
  readonly stable: number;
}

export function composePrompt({ identity, skills, tools, conversation, turn }: PromptParts): ComposedPrompt {
  const head: ModelMessage = { role: 'system', text: [identity, ...skills].map(withoutTrailingSpace).join('\n\n') };
  const stable = [head, ...conversation];
  const words = turn.map(withoutTrailingSpace).filter((text) => text !== '');
  const tail: ModelMessage[] = words.length === 0 ? [] : [{ role: 'user', content: words.map((text) => ({ type: 'text', text })) }];
  return { messages: [...stable, ...tail], tools: tools.toSorted(byName), stable: stable.length };
}

/** By code unit, as everywhere; never by the language of the machine. */
function byName(one: OfferedTool, other: OfferedTool): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

export function withoutTrailingSpace(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** The day alone: a time of day would change the bytes with every call. */
export function utcDay(timestamp: string): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}
