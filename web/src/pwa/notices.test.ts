import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { newlyWaiting } from './notices.ts';

describe('a notice', () => {
  it('is of what waits now and did not before, and never of what waited when the page was opened', verifies('KEL-WEB-50'), () => {
    const [one, two] = [{ id: 'a', label: 'first' }, { id: 'b', label: 'second' }];
    expect([newlyWaiting(undefined, [one, two]), newlyWaiting(new Set(['a']), [one, two]), newlyWaiting(new Set(['a', 'b']), [two])]).toEqual([[], [two], []]);
  });
});
