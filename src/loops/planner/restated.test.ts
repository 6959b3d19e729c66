import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { restatesIntent } from './restated.ts';

const INTENT = 'Sort the names in names.txt';

describe('a criterion', () => {
  it.each(['The names in names.txt are sorted', 'names.txt has been sorted successfully.', 'The task is completed as requested', 'Sorting works', '/names.txt is sorted', 'All names are properly sorted in “names.txt”', '---'])('merely repeats the intent: %s', verifies('ART-R2-08'), (criterion) => {
    expect(restatesIntent(criterion, INTENT)).toBe(true);
  });

  it.each(['Adams is the first name in names.txt', 'names.txt has 40 names', 'The names in names.md are sorted', 'Sorting ignores capitals', 'The names in names.txt are sorted descending'])('says something that the intent does not say: %s', verifies('ART-R2-08'), (criterion) => {
    expect(restatesIntent(criterion, INTENT)).toBe(false);
  });

  it('is taken apart into words in any script, and endings count only where a stem is left', verifies('ART-R2-08'), () => {
    expect([restatesIntent('Имена отсортированы', 'Имена отсортированы по дате'), restatesIntent('The gas is on', 'Open the gate'), restatesIntent('uses', 'use it'), restatesIntent('dos', 'does it')]).toEqual([true, false, true, false]);
  });
});
