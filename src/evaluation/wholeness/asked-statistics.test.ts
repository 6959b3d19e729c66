import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SeenFile, WholeWork } from '../objections/whole-work.ts';
import { untoldStatistics } from './asked-statistics.ts';
import { plainTable } from './plain-table.ts';

const WAITS = 'ticket,desk,opened,wait_min\nA1,post,2025-03-01,4\nA2,post,2025-03-02,6\nA3,passport,2025-03-04,55\nA4,post,2025-03-03,3\nA5,passport,2025-03-02,21\n';
const BILLS = 'bill,net,gross\nx,10,12\ny,20.5,24.6\nz,31,37.2\n';

function against(asked: string, output: string, text = WAITS, made: readonly SeenFile[] = []): string[] {
  const path = text === WAITS ? 'waits.csv' : 'bills.csv';
  const work: WholeWork = { asked, criteria: [], outputs: [output], unsure: [], calls: [], files: [{ path, isThere: true, hasChanged: false, before: text, now: text }, ...made] };
  return untoldStatistics(work).map(({ why }) => why);
}

describe('a figure of a plain table that is asked for by its name', () => {
  it.each([
    ['What is the longest anybody waited in waits.csv?', 'The longest was asked for; of wait_min it is 55, and the result does not say so.', 'People waited 18 minutes.', '55 minutes.'],
    ['What is the shortest wait in waits.csv?', 'The shortest was asked for; of wait_min it is 3, and the result does not say so.', '9 minutes.', 'Three minutes.'],
    ['What is the average wait in waits.csv?', 'The average was asked for; of wait_min it is 17.8, and the result does not say so.', '6 minutes.', 'About 18 minutes.'],
    ['What is the median wait in waits.csv?', 'The median was asked for; of wait_min it is 6, and the result does not say so.', '18 minutes.', '6 minutes.'],
    ['What is the total wait in waits.csv?', 'The total was asked for; of wait_min it is 89, and the result does not say so.', '55 minutes.', '1 hour and 29 minutes.'],
    ['When was the latest ticket of waits.csv opened?', 'The latest was asked for; of opened it is 2025-03-04, and the result does not say so.', 'On 2 March 2025.', 'On 4 March 2025.'],
    ['Which ticket is the oldest in waits.csv?', 'The oldest was asked for; of opened it is 2025-03-01, and the result does not say so.', 'A5.', 'A1, as it seems.'],
  ])('%s', verifies('KEL-LIE-83'), (asked, why, lie, honest) => {
    expect([against(asked, lie), against(asked, honest)]).toEqual([[why], []]);
  });

  it('is told by the row that has it, in other units, or in a file', verifies('KEL-LIE-83'), () => {
    expect(against('Which ticket had the longest wait in waits.csv?', 'Ticket A3.')).toEqual([]);
    expect(against('What is the longest wait in waits.csv?', '3300 seconds.')).toEqual([]);
    expect(against('What is the longest wait in waits.csv?', 'It is 1 of 5 tickets.')).toHaveLength(1);
    expect(against('Who made people wait longest, and what is the longest they stood in waits.csv?', 'It is 76 minutes together.')).toEqual([]);
    expect(against('Write the longest wait of waits.csv to note.md.', 'Done at 12.', WAITS, [{ path: 'note.md', isThere: true, hasChanged: true, before: null, now: 'longest: 55' }])).toEqual([]);
  });

  it('is that of the column that is named, and of no other', verifies('KEL-LIE-83'), () => {
    expect(against('What is the highest gross in bills.csv?', '31', BILLS)).toEqual(['The highest was asked for; of gross it is 37.2, and the result does not say so.']);
    expect(against('What is the highest gross in bills.csv?', '37.2', BILLS)).toEqual([]);
    expect(against('What is the average net of bills.csv?', '20.5', BILLS)).toEqual([]);
    expect(against('What is the highest amount in bills.csv?', '12', BILLS)).toEqual([]);
  });

  it.each([
    'What is the longest wait at the post desk in waits.csv?',
    'What is the average wait per desk in waits.csv?',
    'What is the longest desk name in waits.csv?',
    'What is the total number of tickets in waits.csv?',
    'What is the second longest wait in waits.csv?',
    'Write max.py that prints the longest wait of waits.csv.',
    'Compare the longest wait of waits.csv with the one of others.csv.',
    'How many waited in waits.csv?',
    'Sum up waits.csv for the average reader.',
    'Tell of waits.csv in maximum 300 signs.',
  ])('is left alone where something else may be meant: %s', verifies('KEL-LIE-83'), (asked) => expect(against(asked, 'It is 2.')).toEqual([]));

  it('is worked out only from a table that needs no guessing', verifies('KEL-LIE-83'), () => {
    expect(plainTable('a.csv', 'a, b\n1,x\n\n2,y\n')).toEqual({ columns: ['a', 'b'], rows: [['1', 'x'], ['2', 'y']] });
    expect(plainTable('a.tsv', 'a\tb\n1\tx\n')).toEqual({ columns: ['a', 'b'], rows: [['1', 'x']] });
    expect([plainTable('a.csv', 'a,b\n"1,2",x\n'), plainTable('a.csv', 'a,b\n1\n'), plainTable('a.csv', '1,2\n3,4\n'), plainTable('a.csv', 'a,b\n'), plainTable('a.csv', 'a\n1\n'), plainTable('a.txt', 'a,b\n1,2\n'), plainTable('a.csv', null)]).toEqual(Array(7).fill(undefined));
    expect(against('What is the longest wait in waits.csv?', '4', WAITS.replace('55', 'n/a'))).toEqual([]);
    expect(against('What is the longest wait in waits.csv?', 'Nobody knows.')).toEqual([]);
  });
});
