import type { ChatMessage, ResponseInputItem } from '../../contracts/index.ts';

/** Messages of a chat as items of the Responses format, which says the same in other words. */
export function itemsOfChat(messages: readonly ChatMessage[]): ResponseInputItem[] {
  return messages.flatMap((message): ResponseInputItem[] => {
    switch (message.role) {
      case 'tool':
        return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
      case 'assistant': {
        const said = typeof message.content === 'string' ? message.content : (message.content ?? []).map(({ text, refusal }) => text ?? refusal ?? '').join('');
        const words = [said, message.refusal ?? ''].filter((text) => text !== '').join('\n');
        return [...(words === '' ? [] : [{ type: 'message', role: 'assistant', content: words }]), ...(message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({ type: 'function_call', call_id: id, name, arguments: text }))];
      }
      default:
        return [{ type: 'message', role: message.role, content: message.content }];
    }
  });
}
