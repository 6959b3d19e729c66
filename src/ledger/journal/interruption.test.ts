import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { isInterruption, markInterruption } from './interruption.ts';

function wrapped(error: unknown, times: number): unknown {
  return times === 0 ? error : wrapped(new Error('around it', { cause: error }), times - 1);
}

describe('an interruption', () => {
  it('is known by what it was made of, as deep as anybody wraps', verifies('KEL-JOURNAL-07'), () => {
    const marked = new Error('stopped');
    markInterruption(marked);
    markInterruption('a text cannot be marked');
    markInterruption(null);
    const found = [marked, wrapped(marked, 31), wrapped(marked, 32), new Error('another'), 'a text cannot be marked', null].map(isInterruption);
    expect(found).toEqual([true, true, false, false, false, false]);
  });
});
