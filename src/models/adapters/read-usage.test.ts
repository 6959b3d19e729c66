import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { NO_USAGE, readUsage, USAGE_TOKENS_MAX, withoutNothing } from './read-usage.ts';

const sound = { input_tokens: 100, output_tokens: 20, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };

describe('reported usage', () => {
  it('is believed when it makes sense', verifies('KEL-USAGE-01'), () => {
    expect(readUsage({ input: 100, output: 20 })).toEqual(sound);
    expect(readUsage({ input: 100, output: 20, cachedInput: 60, cacheWrite: 40, reasoning: 20 })).toEqual({ ...sound, cached_input_tokens: 60, cache_write_tokens: 40, reasoning_tokens: 20 });
    expect(readUsage({ input: 0, output: USAGE_TOKENS_MAX, cachedInput: null })).toEqual({ ...sound, input_tokens: 0, output_tokens: USAGE_TOKENS_MAX });
  });

  it.each([
    ['missing', undefined, 'absent'],
    ['null', null, 'absent'],
    ['negative', -1, 'negative'],
    ['a fraction', 1.5, 'not_a_whole_number'],
    ['text', '100', 'not_a_whole_number'],
    ['no number', Number.NaN, 'not_a_whole_number'],
    ['beyond reason', USAGE_TOKENS_MAX + 1, 'absurd'],
  ])('that is %s is left out and told', verifies('KEL-USAGE-01'), (_what, value, flag) => {
    expect(readUsage({ input: value, output: 20 })).toEqual({ ...sound, input_tokens: null, flags: [flag] });
    expect(readUsage({ input: 100, output: value })).toEqual({ ...sound, output_tokens: null, flags: [flag] });
  });

  it('is not believed when it is nothing for something', verifies('KEL-USAGE-01'), () => {
    expect(withoutNothing(readUsage({ input: 0, output: 20 }))).toEqual({ ...sound, input_tokens: null, flags: ['none_for_content'] });
    expect(withoutNothing(readUsage({ input: 100, output: 0 }))).toEqual({ ...sound, output_tokens: null, flags: ['none_for_content'] });
    expect(withoutNothing(NO_USAGE)).toBe(NO_USAGE);
  });

  it('gives no discount that cannot be', verifies('KEL-USAGE-01'), () => {
    expect(readUsage({ input: 100, output: 20, cachedInput: 61, cacheWrite: 40 })).toEqual({ ...sound, flags: ['cached_exceeds_input'] });
    expect(readUsage({ input: 100, output: 20, cachedInput: -5 })).toEqual({ ...sound, flags: ['negative'] });
    expect(readUsage({ input: 100, output: 20, reasoning: 21 })).toEqual({ ...sound, flags: ['reasoning_exceeds_output'] });
    expect(readUsage({ input: undefined, output: undefined })).toEqual(NO_USAGE);
  });
});
