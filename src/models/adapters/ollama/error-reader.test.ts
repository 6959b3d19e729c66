import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { faultFromLine, readOllamaError } from './error-reader.ts';

const read = (status: number, body: string, headers = {}) => {
  const { fault, message, retryAfterMs } = readOllamaError(status, headers, body);
  return [fault, message, retryAfterMs];
};

describe('an error of Ollama', () => {
  it('means what its status says, in the words of the server', verifies('KEL-OLLAMA-10'), () => {
    expect(read(404, '{"error":"model \'x\' not found"}')).toEqual(['not_found', "The server answered with status 404: model 'x' not found", undefined]);
    expect(read(503, '{"error":"server busy"}', { 'retry-after': '2' })).toEqual(['overloaded', 'The server answered with status 503: server busy', 2000]);
    expect(read(500, 'it broke\nbadly')).toEqual(['server_error', 'The server answered with status 500: it broke', undefined]);
    expect(read(400, '{"error":"\\"x\\" does not support thinking"}')).toEqual(['bad_request', 'The server answered with status 400: "x" does not support thinking', undefined]);
    expect(read(401, '')).toEqual(['authentication', 'The server answered with status 401', undefined]);
    expect(read(502, '{"error":{"message":"bad gateway"}}')).toEqual(['server_error', 'The server answered with status 502: bad gateway', undefined]);
  });

  it('is known when the conversation does not fit', () => {
    expect(read(400, '{"error":"the input length exceeds the context length"}')[0]).toBe('context_too_long');
    expect(faultFromLine({ error: 'Prompt is too long' }).fault).toBe('context_too_long');
  });

  it('may come in a line of the answer', () => {
    expect([faultFromLine({ error: 'no memory' }), faultFromLine({ error: 'busy', status: 429 }), faultFromLine({ error: 7 })].map(({ fault, message }) => [fault, message])).toEqual([
      ['provider_error', 'The server broke the answer off: no memory'],
      ['rate_limited', 'The server broke the answer off: busy'],
      ['provider_error', 'The server broke the answer off: no reason given'],
    ]);
  });
});
