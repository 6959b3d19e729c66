import type { Adapter } from '../adapter.ts';
import { encodeAnthropic } from './encode.ts';
import { readAnthropicError } from './error-reader.ts';
import { anthropicStreamReader } from './stream-reader.ts';
import { readWholeAnthropic } from './whole-reader.ts';

/** The Messages interface of Anthropic and of the hosts that speak it. */
export const anthropicAdapter: Adapter = {
  encode: encodeAnthropic,
  streamReader: anthropicStreamReader,
  readWhole: readWholeAnthropic,
  streamType: 'text/event-stream',
  readError: readAnthropicError,
};
