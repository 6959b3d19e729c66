import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { faultOfErrorPiece, readOpenAiError } from './provider-error.ts';

const read = (status: number, error: unknown): string => readOpenAiError(status, {}, JSON.stringify(error)).fault;
const told = (error: unknown): string => faultOfErrorPiece(error).fault;

describe('an answer with an error', () => {
  it('means what its status says where nothing better is known', verifies('KEL-OPENAI-05'), () => {
    const faults = Object.fromEntries([302, 400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 529].map((status) => [status, read(status, {})]));
    expect(faults).toEqual({
      302: 'redirect',
      400: 'bad_request',
      401: 'authentication',
      402: 'payment',
      403: 'authentication',
      404: 'not_found',
      408: 'server_error',
      409: 'server_error',
      413: 'context_too_long',
      422: 'bad_request',
      425: 'server_error',
      429: 'rate_limited',
      500: 'server_error',
      502: 'server_error',
      503: 'overloaded',
      529: 'overloaded',
    });
  });

  it('means what its code says above all', verifies('KEL-OPENAI-05'), () => {
    expect(read(429, { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } })).toBe('payment');
    expect(read(400, { error: { message: 'too long', type: 'invalid_request_error', code: 'context_length_exceeded' } })).toBe('context_too_long');
    expect(read(400, { error: { message: 'filtered', type: null, code: 'content_filter', param: 'prompt' } })).toBe('content_filtered');
    expect(read(400, { error: { message: 'the request exceeds the available context size', type: 'exceed_context_size_error', code: 400 } })).toBe('context_too_long');
    expect(read(403, { error: { message: 'flagged', code: 403, metadata: { reasons: ['violence'] } } })).toBe('content_filtered');
    expect(read(400, { error: { message: 'bad', type: 'invalid_request_error', code: null } })).toBe('bad_request');
  });

  it('is too long when it says so without a code, but not for a limit that passes with time', verifies('KEL-OPENAI-05'), () => {
    const error = { object: 'error', message: "This model's maximum context length is 4096 tokens.", type: 'BadRequestError', code: 400 };
    expect(read(400, error)).toBe('context_too_long');
    expect(read(429, error)).toBe('rate_limited');
  });

  it('is told with its status and in the words of the provider, wherever it put them', verifies('KEL-OPENAI-05'), () => {
    const opening = 'The provider answered with status 400';
    const words = (body: string): string => readOpenAiError(400, {}, body).message.replace(`${opening}: `, '');
    expect(words('{"error":{"message":"one"}}')).toBe('one');
    expect(words('{"error":"two"}')).toBe('two');
    expect(words('{"detail":"three"}')).toBe('three');
    expect(words('{"message":"four"}')).toBe('four');
    expect(words('[{"error":{"code":400,"message":"five","status":"INVALID_ARGUMENT"}}]')).toBe('five');
    expect(words('  six\n')).toBe('six');
    expect(words('<html>seven</html>')).toBe(opening);
    expect(words('')).toBe(opening);
    expect(readOpenAiError(400, {}, 'nine').message).toBe(`${opening}: nine`);
    expect(words('{"error":{"message":"Provider returned error","metadata":{"raw":"{\\n \\"eight\\": 8 }"}}}')).toBe('Provider returned error: { "eight": 8 }');
    expect(words(`{"error":{"message":"${'x'.repeat(600)}"}}`)).toBe(`${'x'.repeat(500)}…`);
    expect(words(`{"error":{"message":"${'x'.repeat(499)}\u{1F600}"}}`)).toBe(`${'x'.repeat(499)}\ufffd…`);
  });

  it('says how long to wait', () => {
    expect(readOpenAiError(429, { 'retry-after': '2' }, '').retryAfterMs).toBe(2_000);
    expect(readOpenAiError(429, {}, '').retryAfterMs).toBeUndefined();
  });
});

describe('an error within an answer', () => {
  it('tells rate limits, overload, length and the rest apart', verifies('KEL-OPENAI-05'), () => {
    expect(told({ error: { message: 'slow', type: 'rate_limit_error', code: 'rate_limit_exceeded' } })).toBe('rate_limited');
    expect(told({ error: { message: 'slow', code: 429 } })).toBe('rate_limited');
    expect(told({ error: { message: 'busy', type: 'overloaded_error' } })).toBe('overloaded');
    expect(told({ error: { message: 'long', code: 'context_length_exceeded' } })).toBe('context_too_long');
    expect(told({ error: { message: 'gone', code: '502' } })).toBe('server_error');
    expect(told({ error: { message: 'oops', type: 'server_error' } })).toBe('server_error');
    expect(told({ error: { message: 'no', type: 'invalid_request_error' } })).toBe('bad_request');
    expect(told({ error: { message: 'what' } })).toBe('provider_error');
    expect(told({ error: { message: 'what', code: 'constructor', type: 42 } })).toBe('provider_error');
    expect(faultOfErrorPiece({ error: {} }).message).toBe('the provider ended its answer with an error and no explanation');
  });
});
