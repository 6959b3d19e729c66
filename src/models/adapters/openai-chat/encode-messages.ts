import type { AssistantMessage, ImagePart, ModelMessage, ProviderSettings, TextPart, ToolCallPart, ToolMessage } from '../../../contracts/index.ts';
import { imageUrl, joinedText, resultText, sentArguments, systemText } from '../openai-shared/request-content.ts';
import { objectOf } from '../wire-values.ts';
import { dataFor, reasoningMembers } from './reasoning-seal.ts';

type WireMessage = Readonly<Record<string, unknown>>;

/** The conversation in its order. Reasoning stays behind, except what the provider itself wants back. */
export function chatMessages(messages: readonly ModelMessage[], provider: ProviderSettings): WireMessage[] {
  const encoded: WireMessage[] = [];
  let images: WireMessage[] = [];
  for (const message of messages) {
    // Results must follow their calls without anything between, so images wait until the last of them.
    if (message.role !== 'tool') {
      encoded.push(...images);
      images = [];
    }
    switch (message.role) {
      case 'system':
        encoded.push(...systemMessage(message.text));
        break;
      case 'user':
        encoded.push({ role: 'user', content: userContent(message.content) });
        break;
      case 'assistant':
        encoded.push(...assistantMessage(message, provider));
        break;
      case 'tool':
        encoded.push(...toolMessages(message));
        images.push(...imagesOf(message));
        break;
    }
  }
  return [...encoded, ...images];
}

function systemMessage(text: string): WireMessage[] {
  const content = systemText(text);
  return content === '' ? [] : [{ role: 'system', content }];
}

/** Plain text is the one form that every server takes. */
function userContent(parts: readonly (TextPart | ImagePart)[]): unknown {
  return parts.every((part) => part.type === 'text') ? joinedText(parts) : parts.map(contentPart);
}

function contentPart(part: TextPart | ImagePart): WireMessage {
  return part.type === 'text' ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: imageUrl(part) } };
}

/** Its text is one; a refusal is sent back as the words it was, which every server takes. */
function assistantMessage({ content: parts }: AssistantMessage, provider: ProviderSettings): WireMessage[] {
  const text = parts.flatMap((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : [])).join('');
  const calls = parts.flatMap((part) => (part.type === 'tool_call' ? toolCall(part, provider) : []));
  const reasoning = reasoningMembers(parts, provider);
  if (calls.length > 0) return [{ role: 'assistant', content: text === '' ? null : text, ...reasoning, tool_calls: calls }];
  return text === '' ? [] : [{ role: 'assistant', content: text, ...reasoning }];
}

/** Gemini signs its calls and refuses them without. */
function toolCall(part: ToolCallPart, provider: ProviderSettings): WireMessage {
  const extra = objectOf(dataFor(provider, part)['extra_content']);
  return { id: part.call_id, type: 'function', function: { name: part.name, arguments: sentArguments(part.arguments_text) }, ...(extra && { extra_content: extra }) };
}

function toolMessages({ content: results }: ToolMessage): WireMessage[] {
  return results.map((result) => {
    const text = resultText(result);
    const isOnlyImages = text === '' && result.content.length > 0;
    return { role: 'tool', tool_call_id: result.call_id, content: isOnlyImages ? 'The result is an image; it follows.' : text };
  });
}

/** Tool messages carry text only; their images come from the user instead, with a word on whose they are. */
function imagesOf({ content: results }: ToolMessage): WireMessage[] {
  return results.flatMap((result) => {
    const images = result.content.filter((part) => part.type === 'image');
    if (images.length === 0) return [];
    const label: TextPart = { type: 'text', text: `Images in the result of ${result.name} (${result.call_id}):` };
    return [{ role: 'user', content: [label, ...images].map(contentPart) }];
  });
}
