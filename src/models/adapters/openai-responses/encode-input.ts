import type { AssistantPart, ImagePart, ModelMessage, ProviderSettings, TextPart, ToolResultPart } from '../../../contracts/index.ts';
import { imageUrl, resultText, sentArguments, systemText, TEXT_JOINT } from '../openai-shared/request-content.ts';
import { opensSeal } from '../seals.ts';

type InputItem = Readonly<Record<string, unknown>>;

export interface EncodedConversation {
  /** From the system messages before all others; undefined where there are none. */
  readonly instructions: string | undefined;
  readonly input: readonly InputItem[];
}

/** The provider gets back only the reasoning that it sealed itself and can open again. */
export function encodeConversation(messages: readonly ModelMessage[], provider: ProviderSettings): EncodedConversation {
  const firstOther = messages.findIndex((message) => message.role !== 'system');
  const leading = firstOther === -1 ? messages.length : firstOther;
  const instructions = messages
    .slice(0, leading)
    .flatMap((message) => (message.role === 'system' ? systemText(message.text) : []))
    .filter((text) => text !== '')
    .join(TEXT_JOINT);
  return {
    instructions: instructions === '' ? undefined : instructions,
    input: messages.slice(leading).flatMap((message) => inputItems(message, provider)),
  };
}

function inputItems(message: ModelMessage, provider: ProviderSettings): InputItem[] {
  switch (message.role) {
    case 'system': {
      const text = systemText(message.text);
      return text === '' ? [] : [{ type: 'message', role: 'system', content: [{ type: 'input_text', text }] }];
    }
    case 'user':
      return [{ type: 'message', role: 'user', content: message.content.map(inputPart) }];
    case 'assistant':
      return assistantItems(message.content, provider);
    case 'tool':
      return message.content.map(functionCallOutput);
  }
}

function inputPart(part: TextPart | ImagePart): InputItem {
  return part.type === 'text' ? { type: 'input_text', text: part.text } : { type: 'input_image', image_url: imageUrl(part), detail: 'auto' };
}

function assistantItems(parts: readonly AssistantPart[], provider: ProviderSettings): InputItem[] {
  const lastSaid = parts.findLastIndex((part) => part.type !== 'reasoning');
  return parts.flatMap((part, at): InputItem[] => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [assistantMessage({ type: 'output_text', text: part.text })];
      case 'refusal':
        return part.text === '' ? [] : [assistantMessage({ type: 'refusal', refusal: part.text })];
      case 'tool_call':
        return [{ type: 'function_call', call_id: part.call_id, name: part.name, arguments: sentArguments(part.arguments_text) }];
      case 'reasoning': {
        // Reasoning that led to nothing is refused.
        if (!opensSeal(provider, part) || part.redacted === undefined || part.id === undefined || at > lastSaid) return [];
        const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text }];
        return [{ type: 'reasoning', id: part.id, summary, encrypted_content: part.redacted }];
      }
    }
  });
}

function assistantMessage(content: InputItem): InputItem {
  return { type: 'message', role: 'assistant', content: [content] };
}

function functionCallOutput(result: ToolResultPart): InputItem {
  const text = resultText(result);
  const images = result.content.filter((part) => part.type === 'image');
  const output = images.length === 0 ? text : [...(text === '' ? [] : [{ type: 'input_text', text }]), ...images.map(inputPart)];
  return { type: 'function_call_output', call_id: result.call_id, output };
}
