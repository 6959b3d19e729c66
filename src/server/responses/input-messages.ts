import { CompactionInput, FunctionCallInput, FunctionCallOutputInput, InputMessage, ReasoningInput, ReasoningPart, type AssistantMessage, type AssistantPart, type ResponseInputItem, type ModelMessage, type ToolResultPart } from '../../contracts/index.ts';
import { contentOf, invalidInput, textOf } from '../model-api/input-content.ts';
import { readRequest } from '../model-api/read-request.ts';
import { readCompaction } from './compaction-text.ts';
import { unseal } from './sealed-text.ts';

/** What follows what: a conversation to which items of the Responses format are added. */
export interface Conversation {
  add(items: readonly ResponseInputItem[]): void;
  /** What a model said, whole, instead of the items that tell of it. */
  addSaid(said: AssistantMessage): void;
  messages(): readonly ModelMessage[];
}

/**
 * Items as messages. What an assistant said and did in a row becomes one message, and so do the answers to its calls. Items of a
 * kind that nobody here knows are passed over; an answer to a call that nobody made is refused.
 */
export function createConversation(): Conversation {
  const messages: ModelMessage[] = [];
  const names = new Map<string, string>();
  const assistant = (part: AssistantPart): void => {
    const last = messages.at(-1);
    if (part.type === 'tool_call') names.set(part.call_id, part.name);
    if (last?.role === 'assistant') messages[messages.length - 1] = { role: 'assistant', content: [...last.content, part] };
    else messages.push({ role: 'assistant', content: [part] });
  };
  const result = (part: ToolResultPart): void => {
    const last = messages.at(-1);
    if (last?.role === 'tool') messages[messages.length - 1] = { role: 'tool', content: [...last.content, part] };
    else messages.push({ role: 'tool', content: [part] });
  };
  const addMessage = (item: unknown, path: string): void => {
    const { role, content } = readRequest(InputMessage, item);
    if (role === 'assistant') {
      const text = textOf(content, path);
      if (text !== '') assistant({ type: 'text', text });
    } else if (role === 'user') messages.push({ role: 'user', content: contentOf(content, path) });
    else messages.push({ role: 'system', text: textOf(content, path) });
  };
  const addItem = (item: ResponseInputItem, path: string): void => {
    switch (item.type ?? 'message') {
      case 'message':
        return addMessage(item, `${path}.content`);
      case 'function_call': {
        const { call_id, name, arguments: text } = readRequest(FunctionCallInput, item);
        return assistant({ type: 'tool_call', call_id, name, arguments_text: text });
      }
      case 'function_call_output': {
        const { call_id, output } = readRequest(FunctionCallOutputInput, item);
        const name = names.get(call_id);
        if (name === undefined) throw invalidInput(path, `no call was made under call_id "${call_id}"`);
        return result({ type: 'tool_result', call_id, name, content: contentOf(output, `${path}.output`), is_error: false });
      }
      case 'reasoning': {
        const sealed = readRequest(ReasoningInput, item).encrypted_content ?? '';
        const part = unseal(sealed, ReasoningPart);
        if (part !== undefined) assistant(part);
        return undefined;
      }
      case 'compaction':
        messages.push({ role: 'user', content: [{ type: 'text', text: readCompaction(readRequest(CompactionInput, item).encrypted_content, path) }] });
        return undefined;
      default:
        return undefined;
    }
  };
  return {
    add: (items) => items.forEach((item, at) => addItem(item, `input.${at}`)),
    addSaid: (said) => said.content.forEach(assistant),
    messages: () => messages,
  };
}
