import type { AssistantPart, ImagePart, ModelMessage, TextPart, ToolResultPart } from '../../../contracts/index.ts';
import { argumentsObject } from '../call-arguments.ts';
import { systemNotice } from '../system-notice.ts';
import { parseObject } from '../wire-values.ts';

/** The versions of the interface that are in use; they differ in how files are written and usage is counted. */
export type AiSdkVersion = 'v2' | 'v3' | 'v4';

/** The conversation as the interface has it. System messages stand at the start only, because some models refuse later ones. */
export function promptOf(messages: readonly ModelMessage[], version: AiSdkVersion): object[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const head = first === -1 ? messages.length : first;
  return messages.flatMap((message, at): object[] => {
    if (message.role === 'system' && at < head) return message.text === '' ? [] : [{ role: 'system', content: message.text }];
    const content = contentOf(message, version);
    return content.length === 0 ? [] : [{ role: message.role === 'system' ? 'user' : message.role, content }];
  });
}

function contentOf(message: ModelMessage, version: AiSdkVersion): object[] {
  switch (message.role) {
    case 'system':
      return message.text === '' ? [] : [{ type: 'text', text: systemNotice(message.text) }];
    case 'user':
      return message.content.flatMap((part) => (part.type === 'text' ? textParts(part) : [filePart(part, version)]));
    case 'assistant':
      return message.content.flatMap(assistantParts);
    case 'tool':
      return message.content.map((result) => ({ type: 'tool-result', toolCallId: result.call_id, toolName: result.name, output: outputOf(result, version) }));
  }
}

function textParts({ text }: Pick<TextPart, 'text'>): object[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function assistantParts(part: AssistantPart): object[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textParts(part);
    case 'tool_call':
      return [{ type: 'tool-call', toolCallId: part.call_id, toolName: part.name, input: argumentsObject(part.arguments_text) }];
    case 'reasoning': {
      const seal = part.signature === undefined ? undefined : parseObject(part.signature);
      return part.text === '' && seal === undefined ? [] : [{ type: 'reasoning', text: part.text, ...(seal && { providerOptions: seal }) }];
    }
  }
}

function filePart({ source }: ImagePart, version: AiSdkVersion): object {
  if (version === 'v4') return { type: 'file', ...fileData(source) };
  if (source.kind === 'url') return { type: 'file', mediaType: 'image/*', data: new URL(source.url) };
  return { type: 'file', mediaType: source.media_type, data: source.data };
}

function fileData(source: ImagePart['source']): object {
  if (source.kind === 'url') return { mediaType: 'image', data: { type: 'url', url: new URL(source.url) } };
  return { mediaType: source.media_type, data: { type: 'data', data: source.data } };
}

function outputOf({ content, is_error: isError }: ToolResultPart, version: AiSdkVersion): object {
  const hasImages = content.some(({ type }) => type === 'image');
  const value = content.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n');
  // There is no failure with images; that it failed matters more.
  if (isError || !hasImages) return { type: isError ? 'error-text' : 'text', value };
  return { type: 'content', value: content.flatMap((part) => (part.type === 'text' ? textParts(part) : [resultImage(part, version)])) };
}

function resultImage({ source }: ImagePart, version: AiSdkVersion): object {
  if (version === 'v4') return { type: 'file', ...fileData(source) };
  if (version === 'v3') return source.kind === 'url' ? { type: 'image-url', url: source.url } : { type: 'image-data', mediaType: source.media_type, data: source.data };
  return source.kind === 'url' ? { type: 'text', text: source.url } : { type: 'media', mediaType: source.media_type, data: source.data };
}
