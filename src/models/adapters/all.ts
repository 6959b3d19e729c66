import type { WireFormat } from '../../contracts/index.ts';
import type { Adapter } from './adapter.ts';
import { anthropicAdapter } from './anthropic/index.ts';
import { ollamaAdapter } from './ollama/index.ts';
import { openAiChatAdapter } from './openai-chat/index.ts';
import { openAiResponsesAdapter } from './openai-responses/index.ts';

/** Every wire format that the gateway speaks. */
export const ADAPTERS: Readonly<Record<WireFormat, Adapter>> = {
  openai_chat: openAiChatAdapter,
  openai_responses: openAiResponsesAdapter,
  anthropic: anthropicAdapter,
  ollama: ollamaAdapter,
};
