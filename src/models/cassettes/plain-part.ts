import type { AssistantPart } from '../../contracts/index.ts';

/**
 * What of a part anybody could have written, its text altered. Everything else is its provider's: a seal proves or holds
 * the text as it was, and neither fits an altered one.
 */
export function plainPart(part: AssistantPart, alter: (text: string) => string): AssistantPart {
  switch (part.type) {
    case 'tool_call':
      return { type: part.type, call_id: part.call_id, name: part.name, arguments_text: alter(part.arguments_text) };
    case 'reasoning':
    case 'refusal':
    case 'text':
      return { type: part.type, text: alter(part.text) };
  }
}
