import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { WireFormat } from '../../contracts/index.ts';
import { ADAPTERS } from './all.ts';
import { saysTooLong } from './status-faults.ts';

const FORMATS = Object.keys(ADAPTERS) as WireFormat[];

describe('an error of any provider', () => {
  it('is known when the conversation does not fit, by the words of each', verifies('KEL-FAULTS-01'), () => {
    const words = [
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      'the request exceeds the available context size, try increasing it',
      'the input length exceeds the context length',
      'Prompt is too long: 210000 tokens > 200000 maximum',
      'Prompt too long for this model',
      'Input is too long for requested model.',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
      'Your input exceeds the context window of this model.',
    ];
    expect(words.filter((told) => !saysTooLong(told))).toEqual([]);
    expect(['messages: field required', 'The model is too busy', 'max_tokens must be at least 1', ''].filter(saysTooLong)).toEqual([]);
  });

  it.each(FORMATS)('never repeats a header: %s', (format) => {
    const headers = { authorization: 'Bearer secret-1', 'x-api-key': 'secret-2', 'set-cookie': 'session=secret-3', 'www-authenticate': 'Bearer realm="secret-4"', location: 'https://secret-5.example.com', 'retry-after': 'secret-6', date: 'secret-7' };
    const bodies = ['', '<html>', '{}', '[]', '{"error":{}}', '{"error":"No."}', '{"type":"error","error":{"type":"api_error","message":"No."}}'];
    const told = [301, 400, 401, 403, 429, 500, 503].flatMap((status) => bodies.map((body) => ADAPTERS[format].readError(status, headers, body)));
    expect(told.filter((fault) => JSON.stringify([fault.message, fault.stack, fault.cause, Object.values(fault)]).includes('secret'))).toEqual([]);
  });
});
