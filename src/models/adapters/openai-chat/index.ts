import type { Adapter } from '../adapter.ts';
import { readOpenAiError } from '../openai-shared/provider-error.ts';
import { encodeChat } from './encode.ts';
import { readWholeChat } from './read-whole.ts';
import { createChatStreamReader } from './stream-reader.ts';

/** Chat completions as OpenAI, OpenRouter, LiteLLM, vLLM, llama.cpp and Ollama speak them. */
export const openAiChatAdapter: Adapter = {
  encode: encodeChat,
  streamReader: createChatStreamReader,
  readWhole: readWholeChat,
  streamType: 'text/event-stream',
  readError: readOpenAiError,
};
