import type { ModelMessage } from '../contracts/index.ts';

/**
 * What a person says comes after everything said so far: after the last tool result while tools are at work. Words that
 * follow other words of theirs join that message, so that roles go on alternating.
 */
export function addUserText(conversation: ModelMessage[], text: string): void {
  const part = { type: 'text' as const, text };
  const last = conversation.at(-1);
  if (last?.role === 'user') conversation[conversation.length - 1] = { role: 'user', content: [...last.content, part] };
  else conversation.push({ role: 'user', content: [part] });
}
