import type { ModelMessage } from '../../contracts/index.ts';
import { invalidInput } from '../model-api/input-content.ts';

/**
 * What a client said, as the task of a run: the last words of the person, then what holds for the answer, then what was said
 * before. A run that goes on in a conversation of its own is told that by the conversation, and not once more.
 */
export function runRequestOf(messages: readonly ModelMessage[], instructions: string | null | undefined, isInSession: boolean): string {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const task = last === -1 ? '' : wordsIn(messages[last]).trim();
  if (task === '') throw invalidInput('input', 'there are no words of a person in it, so there is no task');
  const before = messages.slice(0, last);
  const rules = [instructions ?? '', ...before.flatMap((message) => (message.role === 'system' ? [message.text] : []))].filter((text) => text.trim() !== '');
  const said = isInSession ? [] : before.filter(({ role }) => role !== 'system').map((message) => `${message.role === 'user' ? 'Person' : 'Answer'}: ${wordsIn(message)}`);
  return [task, ...(rules.length > 0 ? [`What holds for this conversation: ${rules.join('\n')}`] : []), ...(said.length > 0 ? [`What was said before:\n${said.join('\n')}`] : [])].join('\n\n');
}

function wordsIn(message: ModelMessage | undefined): string {
  if (message === undefined || message.role === 'system') return '';
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
