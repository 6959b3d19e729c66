import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { lostNames } from './lost-names.ts';

describe('names that got lost', () => {
  it('are files, paths, identifiers and numbers that the other text does not have', verifies('ART-ACC-01', 'ART-ACC-02', 'KEL-ROLE2-03'), () => {
    expect(lostNames('Compare src/a.ts with to_date, 42 times, in ./b.csv.', 'Compare src/a.tsx, 420 times.')).toEqual(['src/a.ts', 'to_date', '42']);
    expect(lostNames('Compare src/a.ts with to_date, 42 times.', 'In src/a.ts, 42 of to_date')).toEqual([]);
  });

  it('are not words that can be said otherwise, nor a single digit, nor the end of a sentence', verifies('ART-ACC-01', 'ART-ACC-02', 'KEL-ROLE2-03'), () => {
    expect(lostNames('Sort them well-known, 3 of them. Then stop... and/ -- _', 'Order')).toEqual([]);
  });
});
