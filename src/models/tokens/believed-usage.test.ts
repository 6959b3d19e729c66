import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelUsage } from '../../contracts/index.ts';
import { believedUsage } from './believed-usage.ts';

const usage = (input: number | null, output: number | null): ModelUsage => ({ input_tokens: input, output_tokens: output, cached_input_tokens: 7, cache_write_tokens: 3, reasoning_tokens: 2, flags: [] });
const asked = { raw: 900, schemaRaw: 100, maxOutputTokens: 500 };

describe('a reported usage', () => {
  it('is believed as it is where it can be, however low', verifies('KEL-RAISE-03'), () => {
    for (const [input, output] of [[1_000, 400], [20_000, 15_000], [1, 1], [null, null]] as const) {
      const given = usage(input, output);
      expect(believedUsage(given, asked)).toBe(given);
    }
  });

  it('is left out where it is far above all that can be, with what rests on it, and the rest stays', verifies('KEL-RAISE-03'), () => {
    expect(believedUsage(usage(20_001, 400), asked)).toEqual({ ...usage(null, 400), cached_input_tokens: 0, cache_write_tokens: 0, flags: ['far_from_estimate'] });
    expect(believedUsage(usage(1_000, 15_001), asked)).toEqual({ ...usage(1_000, null), reasoning_tokens: 0, flags: ['far_from_estimate'] });
    expect(believedUsage({ ...usage(1_500_000, null), flags: ['absent'] }, asked)).toEqual({ ...usage(null, null), cached_input_tokens: 0, cache_write_tokens: 0, flags: ['absent', 'far_from_estimate'] });
  });
});
