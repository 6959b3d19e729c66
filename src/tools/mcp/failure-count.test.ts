import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { countFailures } from './failure-count.ts';

describe('failures in a row', () => {
  it('make the next start wait longer, until there are too many', verifies('KEL-MCP-03'), () => {
    const failures = countFailures();
    const seen = ['', 'a', 'b', 'c', 'd', 'e', 'f'].map((detail) => {
      if (detail !== '') failures.note(detail);
      return [failures.count(), failures.last(), failures.delayMs(), failures.isGivenUp()];
    });
    expect(seen).toEqual([[0, undefined, 0, false], [1, 'a', 500, false], [2, 'b', 1_000, false], [3, 'c', 2_000, false], [4, 'd', 4_000, true], [5, 'e', 8_000, true], [6, 'f', 8_000, true]]);
    failures.reset();
    expect([failures.count(), failures.last(), failures.delayMs(), failures.isGivenUp()]).toEqual([0, undefined, 0, false]);
  });
});
