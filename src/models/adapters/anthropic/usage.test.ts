import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { mergeUsage, usageOf } from './usage.ts';

const plain = { input_tokens: 10, output_tokens: 20, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };

describe('usage at Anthropic', () => {
  it('counts what came from the cache and what went into it among the input', verifies('KEL-ANTHROPIC-11'), () => {
    const reported = { input_tokens: 10, cache_read_input_tokens: 300, cache_creation_input_tokens: 4, output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } };
    expect(usageOf(reported)).toEqual({ ...plain, input_tokens: 314, cached_input_tokens: 300, cache_write_tokens: 4, reasoning_tokens: 5 });
    expect(usageOf({ input_tokens: 10, output_tokens: 20 })).toEqual(plain);
  });

  it('takes no figure that makes the sum smaller or cannot be one', verifies('KEL-ANTHROPIC-11'), () => {
    expect(usageOf({ input_tokens: 10, cache_read_input_tokens: -4, output_tokens: 20 })).toEqual({ ...plain, input_tokens: null, flags: ['negative'] });
    expect(usageOf({ input_tokens: '10', output_tokens: 20 })).toEqual({ ...plain, input_tokens: null, flags: ['not_a_whole_number'] });
    expect(usageOf({ input_tokens: 10, cache_creation_input_tokens: 0.5, output_tokens: 20 })).toEqual({ ...plain, input_tokens: null, flags: ['not_a_whole_number'] });
    expect(usageOf({ input_tokens: 10.5, cache_read_input_tokens: 0.5, output_tokens: 20 })).toEqual({ ...plain, input_tokens: null, flags: ['not_a_whole_number'] });
    expect(usageOf({})).toEqual({ ...plain, input_tokens: null, output_tokens: null, flags: ['absent'] });
  });

  it('replaces earlier totals by later ones and keeps what is not given again', () => {
    expect(mergeUsage({ input_tokens: 10, output_tokens: 1 }, { input_tokens: null, output_tokens: 20 })).toEqual({ input_tokens: 10, output_tokens: 20 });
    expect(mergeUsage({ input_tokens: 10 }, 'nothing')).toEqual({ input_tokens: 10 });
  });
});
