import type { Adapter } from '../adapter.ts';
import { readOpenAiError } from '../openai-shared/provider-error.ts';
import { encodeResponses } from './encode.ts';
import { readWholeResponse } from './read-whole.ts';
import { createResponsesStreamReader } from './stream-reader.ts';

/** OpenAI's Responses, without anything kept by the provider. */
export const openAiResponsesAdapter: Adapter = {
  encode: encodeResponses,
  streamReader: createResponsesStreamReader,
  readWhole: readWholeResponse,
  streamType: 'text/event-stream',
  readError: readOpenAiError,
};
