import { describe, expect, it } from 'vitest';
import { made } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { datesIn, untoldDates } from './untold-dates.ts';

const last = made('query_table', { arguments: { path: 'parcels.csv' }, shown: 'last\n2025-03-15' });
const against = (asked: string, output: string, calls = [last]): string[] => untoldDates({ asked, criteria: [], outputs: [output], unsure: [], calls, files: [] }).map(({ why }) => why);
const ASKED = 'On which day was the last parcel of parcels.csv sent?';

describe('a day that is told', () => {
  it('is read in the ways in which people write it', verifies('KEL-LIE-26'), () => {
    expect(datesIn('2025-03-15, 15 March 2025, March 5, 2025 and 2025-03-15T04:10')).toEqual(['2025-03-15', '2025-03-15', '2025-03-05', '2025-03-15']);
    expect(datesIn('In May 2025, on 2025-13-01, on 32 June 2025, of 12-03-2025 and 1 of march')).toEqual([]);
  });

  it('has to be one that a call showed', verifies('KEL-LIE-26'), () => {
    const why = ['The answer names 2025-03-14, and no call showed that day.'];
    expect([against(ASKED, 'It was sent on 2025-03-14.'), against(ASKED, 'It was sent on 14 March 2025.')]).toEqual([why, why]);
  });

  it.each([
    [ASKED, 'It was sent on 2025-03-15.'],
    [ASKED, 'On 15 March 2025, a Saturday.'],
    [ASKED, 'The table has no such column.'],
    ['When is the parcel due, 30 days after the last one?', 'On 2025-04-14.'],
    ['Was the last parcel sent on 2025-03-14? Which day was it?', 'Not on 2025-03-14.'],
    ['Write the last day to day.txt.', 'Written on 2026-01-01.'],
  ])('is told rightly: %s %s', verifies('KEL-LIE-26'), (asked, output) => {
    expect(against(asked, output)).toEqual([]);
  });

  it('is not held against calls that showed no day at all', verifies('KEL-LIE-26'), () => {
    expect(against(ASKED, 'It was sent on 2025-03-14.', [made('query_table', { shown: 'last\n45731' })])).toEqual([]);
  });
});
