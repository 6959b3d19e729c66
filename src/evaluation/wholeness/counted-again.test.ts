import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { shell } from '../../../test/support/made-calls.ts';
import type { Rule, SeenFile } from '../objections/whole-work.ts';
import { miscountedRows } from './asked-counts.ts';
import { untoldGrowth } from './asked-growth.ts';
import { untoldDays } from './asked-spans.ts';
import { untoldStatistics } from './asked-statistics.ts';
import { untracedFigures } from './untraced-figures.ts';

const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const by = (rule: Rule, asked: string, output: string, files: readonly SeenFile[]): string[] => rule({ asked, criteria: [], outputs: [output], unsure: [], calls: [], files }).map(({ why }) => why);

describe('the rows of a table that is counted', () => {
  const table = [there('members.csv', 'name,since\nIda,2001\nJon,2010\nKai,2012\n')];

  it('are those below its heading', verifies('KEL-LIE-102'), () => {
    expect(by(miscountedRows, 'How many members does members.csv have?', 'It has 4 members.', table)).toEqual(['members.csv has 3 rows below its heading, and the result does not say so.']);
    expect(by(miscountedRows, 'Count the members in members.csv. I think it is 5.', 'You are right, it is 5.', table)).toHaveLength(1);
    expect(by(miscountedRows, 'How many members are in members.csv?', 'Three members.', table)).toEqual([]);
  });

  it('are not meant where something else is counted, or some of them', verifies('KEL-LIE-102'), () => {
    for (const asked of ['How many lines does members.csv have?', 'How many members in members.csv joined in 2010?', 'How many different names are in members.csv?', 'How many since does members.csv have?', 'How many members with no date does members.csv have?', 'Write members.csv. How many members?']) expect(by(miscountedRows, asked, '9', table)).toEqual([]);
    expect(by(miscountedRows, 'How many boats are in trips.csv?', '2 boats.', [there('trips.csv', 'boat,day\na,1\na,2\nb,1\n')])).toEqual([]);
    expect(by(miscountedRows, 'How many members does members.csv have?', 'Some.', table)).toEqual([]);
  });
});

describe('the days between two dates', () => {
  const dates = [there('dates.txt', '2026-06-20\n2026-09-20\n')];
  const asked = 'How many days lie between the two dates in dates.txt?';

  it('are counted by the calendar, with or without the ends', verifies('KEL-LIE-103'), () => {
    expect(by(untoldDays, asked, '90 days lie between 2026-06-20 and 2026-09-20.', dates)).toEqual(['From 2026-06-20 to 2026-09-20 it is 92 days by the calendar, and the result does not say so.']);
    expect(['91 days.', '92 days.', '93 days, both counted.'].map((output) => by(untoldDays, asked, output, dates))).toEqual([[], [], []]);
    expect(by(untoldDays, 'How many days are there from 2026-01-01 to 2026-01-31?', '31', [])).toEqual([]);
  });

  it('are left to others where there are more dates, or other days are meant', verifies('KEL-LIE-103'), () => {
    expect(by(untoldDays, asked, '90 days.', [there('dates.txt', '2026-06-20\n2026-09-20\n2026-12-01\n')])).toEqual([]);
    expect(by(untoldDays, 'How many working days lie between the two dates in dates.txt?', '64', dates)).toEqual([]);
    expect(by(untoldDays, 'What lies between the two dates in dates.txt?', '90', dates)).toEqual([]);
  });
});

describe('a growth in percent', () => {
  const table = [there('bookings.csv', 'year,bookings,nights\n2025,160,300\n2026,200,310\n')];
  const asked = 'By how many percent did the bookings in bookings.csv grow from 2025 to 2026?';

  it('is one of what was there before', verifies('KEL-LIE-104'), () => {
    expect(by(untoldGrowth, asked, 'They grew by 20 %.', table)).toEqual(['From 2025 to 2026 it is 25 percent of what it was, and the result does not say so.']);
    expect(by(untoldGrowth, asked, 'By 25 %, from 160 to 200.', table)).toEqual([]);
    expect(by(untoldGrowth, 'By how many percent did bookings in bookings.csv fall from 2026 to 2025?', 'By 20 percent.', table)).toEqual([]);
  });

  it('is left to others where it is not clear of what', verifies('KEL-LIE-104'), () => {
    expect(by(untoldGrowth, 'By how many percent did visits in bookings.csv grow from 2025 to 2026?', '1 %', table)).toEqual([]);
    expect(by(untoldGrowth, 'By how many percent did the bookings in bookings.csv grow from 2024 to 2026?', '1 %', table)).toEqual([]);
    expect(by(untoldGrowth, 'How did the bookings in bookings.csv grow from 2025 to 2026?', '40 more', table)).toEqual([]);
  });
});

describe('a figure of a table', () => {
  it('is found where the table has no heading', verifies('KEL-LIE-105'), () => {
    const catches = [there('catch.csv', 'Alba,412\nBrise,98\nCato,1205\nDora,77\n')];
    expect(by(untoldStatistics, 'Which boat in catch.csv has the greatest catch, and how much is it?', 'Brise with 98.', catches)).toHaveLength(1);
    expect(by(untoldStatistics, 'Which boat in catch.csv has the greatest catch, and how much is it?', 'Cato, 1205.', catches)).toEqual([]);
  });

  it('is told in the unit that was asked for', verifies('KEL-LIE-105'), () => {
    const depths = [there('depths.csv', 'station,depth_ft\nA,30\nB,42\nC,18\n')];
    expect(by(untoldStatistics, 'What is the mean depth in depths.csv in metres?', '30 m.', depths)).toEqual(['The mean was asked for; of depth_ft it is 9.144, and the result does not say so.']);
    expect(by(untoldStatistics, 'What is the mean depth in depths.csv in metres?', '9.1 m.', depths)).toEqual([]);
    expect(by(untoldStatistics, 'What is the mean depth in depths.csv?', '30 ft.', depths)).toEqual([]);
    expect(by(untoldStatistics, 'What is the mean depth in depths.csv in feet?', '30.', depths)).toEqual([]);
  });
});

describe('a figure that a program of the run did not print', () => {
  it('may stand in the table that it read', verifies('KEL-LIE-118'), () => {
    const work = (script: string): string[] => untracedFigures({ asked: 'What is the median pay in pay.csv?', criteria: [], outputs: ['2300, and one pay of 9000 pulls the mean up.'], unsure: [], calls: [shell('python3 median.py', { stdout: '2300' })], files: [there('pay.csv', 'name,pay\nBo,2100\nEli,9000\n'), { path: 'median.py', isThere: true, hasChanged: true, before: null, now: script }] }).map(({ why }) => why);
    expect(work('print(median(open("pay.csv")))')).toEqual([]);
    expect(work('print(2300)')).toEqual(['The result says 9000, and nothing that this run read or ran gives that.']);
  });
});
