import type { AssistantMessage, ImagePart, ModelMessage, TextPart, ToolResultPart } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { argumentsObject } from '../call-arguments.ts';

interface OllamaMessage {
  readonly role: ModelMessage['role'];
  readonly content: string;
  readonly thinking?: string;
  /** Base64 without any prefix. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } }[];
  readonly tool_name?: string;
}

/** Calls have no ids here: results follow their calls in the same order, each with the name of its tool. */
export function ollamaMessages(messages: readonly ModelMessage[]): OllamaMessage[] {
  return messages.flatMap((message): OllamaMessage[] => {
    switch (message.role) {
      case 'system':
        return message.text === '' ? [] : [{ role: 'system', content: message.text }];
      case 'user':
        return withContent({ role: 'user', ...contentOf(message.content) });
      case 'assistant':
        return assistantMessage(message);
      case 'tool':
        return message.content.map(resultMessage);
    }
  });
}

function assistantMessage({ content }: AssistantMessage): OllamaMessage[] {
  const words = content.map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : '')).join('');
  const thinking = content.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const calls = content.flatMap((part) => (part.type === 'tool_call' ? [{ function: { name: part.name, arguments: argumentsObject(part.arguments_text) } }] : []));
  if (words === '' && calls.length === 0) return [];
  return [{ role: 'assistant', content: words, ...(thinking !== '' && { thinking }), ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** There is no mark for a failure, so it is said. */
function resultMessage({ name, content, is_error: isError }: ToolResultPart): OllamaMessage {
  const { content: words, images } = contentOf(content);
  return { role: 'tool', content: isError ? `Error: ${words}` : words, ...(images && { images }), tool_name: name };
}

function contentOf(parts: readonly (TextPart | ImagePart)[]): { content: string; images?: string[] } {
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []));
  const images = parts.flatMap((part) => (part.type === 'image' ? [imageData(part)] : []));
  return { content: texts.join('\n'), ...(images.length > 0 && { images }) };
}

function withContent(message: OllamaMessage): OllamaMessage[] {
  return message.content === '' && message.images === undefined ? [] : [message];
}

function imageData({ source }: ImagePart): string {
  if (source.kind === 'base64') return source.data;
  throw new CallFault('bad_request', 'Ollama fetches no images from addresses. Send the image itself, as base64.');
}
