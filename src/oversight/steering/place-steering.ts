import type { ModelMessage, SteeringMessage, UserMessage } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';

/** What a person said, in their own words, as one message of theirs; nothing when they said nothing. */
export function steeringMessages(messages: readonly SteeringMessage[]): UserMessage[] {
  return messages.length === 0 ? [] : [{ role: 'user', content: messages.map(({ text }) => ({ type: 'text', text })) }];
}

/**
 * The conversation with the messages in their place: at its end, which before a model call is right after the last tool
 * result. Where the person spoke last already, the words join theirs, so that the roles go on alternating.
 */
export function withSteering(conversation: readonly ModelMessage[], messages: readonly SteeringMessage[]): readonly ModelMessage[] {
  const [said] = steeringMessages(messages);
  if (said === undefined) return conversation;
  const last = conversation.at(-1);
  // Providers refuse words between a call and its result.
  invariant(last?.role !== 'assistant' || last.content.every(({ type }) => type !== 'tool_call'), 'every tool call has its result before a person is heard');
  if (last?.role !== 'user') return [...conversation, said];
  return [...conversation.slice(0, -1), { role: 'user', content: [...last.content, ...said.content] }];
}
