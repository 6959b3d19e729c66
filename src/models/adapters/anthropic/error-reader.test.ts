import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { faultFromEvent, readAnthropicError } from './error-reader.ts';

const body = (type: string, message = 'No.') => JSON.stringify({ type: 'error', error: { type, message } });
const faultOf = (status: number, text = '') => readAnthropicError(status, {}, text).fault;

describe('an error of Anthropic', () => {
  it('means what its status says, whatever the body is', verifies('KEL-ANTHROPIC-12'), () => {
    const expected = { 299: 'provider_error', 300: 'redirect', 301: 'redirect', 307: 'redirect', 400: 'bad_request', 401: 'authentication', 402: 'payment', 403: 'authentication', 404: 'not_found', 408: 'server_error', 413: 'context_too_long', 418: 'bad_request', 429: 'rate_limited', 500: 'server_error', 502: 'server_error', 503: 'overloaded', 529: 'overloaded' };
    for (const text of ['', '<html>', '[]', '{"error":7}']) expect(Object.fromEntries(Object.keys(expected).map((status) => [status, faultOf(Number(status), text)]))).toEqual(expected);
    expect(faultOf(429, body('api_error'))).toBe('rate_limited');
  });

  it('is told apart by its body where the status is vague', verifies('KEL-ANTHROPIC-12'), () => {
    expect(faultOf(400, body('invalid_request_error', 'Prompt is too long: 9 tokens > 8 maximum'))).toBe('context_too_long');
    expect(faultOf(400, body('invalid_request_error', 'input length and `max_tokens` exceed context limit: 9 > 8'))).toBe('context_too_long');
    expect(faultOf(400, body('invalid_request_error', 'Your credit balance is too low'))).toBe('payment');
    expect(faultOf(400, body('invalid_request_error', 'Output blocked by content filtering policy'))).toBe('content_filtered');
    expect(faultOf(400, body('invalid_request_error', 'messages: field required'))).toBe('bad_request');
    expect([faultOf(500, body('overloaded_error')), faultOf(500, body('unheard_of')), faultOf(504, body('timeout_error'))]).toEqual(['overloaded', 'server_error', 'server_error']);
  });

  it('says in one short line what happened, and how long to wait', () => {
    const limited = readAnthropicError(429, { 'retry-after': '7' }, body('rate_limit_error', 'Slow down.\nSecond line'));
    expect([limited.message, limited.retryAfterMs]).toEqual(['The provider answered with status 429: rate_limit_error, Slow down.', 7000]);
    expect(readAnthropicError(500, {}, 'x'.repeat(2000)).message).toBe(`The provider answered with status 500: ${'x'.repeat(500)}…`);
    expect([readAnthropicError(500, {}, '').message, readAnthropicError(500, {}, '').retryAfterMs]).toEqual(['The provider answered with status 500', undefined]);
  });

  it('has its kind in the middle of an answer', () => {
    const kinds = ['overloaded_error', 'rate_limit_error', 'api_error', 'authentication_error', 'permission_error', 'billing_error', 'not_found_error', 'request_too_large', 'timeout_error', 'toString'];
    expect(kinds.map((type) => faultFromEvent({ error: { type, message: 'No.' } }).fault)).toEqual(['overloaded', 'rate_limited', 'server_error', 'authentication', 'authentication', 'payment', 'not_found', 'context_too_long', 'server_error', 'provider_error']);
    expect(faultFromEvent({}).message).toBe('The provider broke the answer off: no reason given');
  });
});
