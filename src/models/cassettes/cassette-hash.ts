import type { ImagePart, ModelId, ModelMessage, ModelRequest, Sha256, TextPart } from '../../contracts/index.ts';
import { mask, withoutMaskNumbers } from './mask.ts';
import { plainPart } from './plain-part.ts';
import { requestHash } from './request-hash.ts';

/**
 * Under which a cassette keeps the answer to a request. A conversation goes on from answers that are whole while it is
 * recorded, but masked and without seals when it is played: the hash is over what both have in common.
 */
export function cassetteHash(request: ModelRequest, modelId: ModelId): Sha256 {
  return requestHash({ ...request, messages: request.messages.map(comparableMessage) }, modelId);
}

function comparableMessage(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', text: comparableText(message.text) };
    case 'user':
      return { role: 'user', content: message.content.map(comparablePart) };
    case 'assistant':
      return { role: 'assistant', content: message.content.map((part) => plainPart(part, comparableText)) };
    case 'tool':
      return { role: 'tool', content: message.content.map((result) => ({ ...result, content: result.content.map(comparablePart) })) };
  }
}

function comparablePart(part: TextPart | ImagePart): TextPart | ImagePart {
  return part.type === 'text' ? { type: 'text', text: comparableText(part.text) } : part;
}

function comparableText(text: string): string {
  return withoutMaskNumbers(mask(text));
}
