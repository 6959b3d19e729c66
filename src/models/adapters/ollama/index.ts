import type { Adapter } from '../adapter.ts';
import { ollamaStreamReader, readWholeOllama } from './answer-reader.ts';
import { encodeOllama } from './encode.ts';
import { readOllamaError } from './error-reader.ts';

/** Ollama's own interface. */
export const ollamaAdapter: Adapter = {
  encode: encodeOllama,
  streamReader: ollamaStreamReader,
  readWhole: readWholeOllama,
  streamType: 'application/x-ndjson',
  readError: readOllamaError,
};
