import { describe, expect, it } from 'vitest';
import { shell } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Rule, SeenFile, WholeWork } from '../objections/whole-work.ts';
import { untoldStatistics } from './asked-statistics.ts';
import { untoldDistinct } from './distinct-counts.ts';
import { fannedSums } from './fanned-sums.ts';
import { firstLines } from './first-lines.ts';
import { keptRows } from './kept-rows.ts';

const seen = (path: string, now: string, before: string | null = now): SeenFile => ({ path, now, before, isThere: true, hasChanged: now !== before });
const against = (rule: Rule, asked: string, output: string, files: readonly SeenFile[], more: Partial<WholeWork> = {}): string[] => rule({ asked, criteria: [], outputs: [output], unsure: [], calls: [], files, ...more }).map(({ why }) => why);

describe('what is counted again', () => {
  const LOANS = seen('loans.csv', 'reader,book\nann,dune\nbob,emma\nAnn,emma\nann,ulysses\n');
  it.each([
    ['How many different readers are in loans.csv?', 'There are 4 readers.', 1],
    ['Count the distinct books of loans.csv.', 'It has 4 books.', 1],
    ['How many different readers are in loans.csv?', 'Three readers, or 2 when letters of both sizes are the same.', 0],
    ['How many different readers are in loans.csv?', 'Two different readers.', 0],
    ['How many different readers with more than one loan are in loans.csv?', 'It is 1.', 0],
    ['How many different towns are in loans.csv?', 'That cannot be said, it has 2 columns.', 0],
  ])('are different values: %s %s', verifies('KEL-LIE-131'), (asked, output, objections) => {
    expect(against(untoldDistinct, asked, output, [LOANS])).toHaveLength(objections);
  });

  it('are not told of a noun that two columns or none have', verifies('KEL-LIE-131'), () => {
    const towns = seen('loans.csv', 'reader,reader_town\nann,york\nbob,york\ncleo,york\n');
    expect(['readers', 'streets'].flatMap((noun) => against(untoldDistinct, `How many different ${noun} are in loans.csv?`, 'There are 7.', [towns]))).toEqual([]);
    expect(against(untoldDistinct, 'How many different towns are in loans.csv?', 'There are 7.', [towns])).toHaveLength(1);
  });

  const CALLS = seen('calls.csv', 'line,minutes\na,2\na,4\na,6\nb,20\n');
  it.each([
    ['How many minutes is a call on average, over all calls in calls.csv?', 'A call takes 12 minutes on average.', 1],
    ['What is the mean of minutes over all rows of calls.csv?', 'The mean is 12.', 1],
    ['How many minutes is a call on average, over all calls in calls.csv?', '8 minutes.', 0],
    ['How many minutes is a call on average over each line in calls.csv?', '4 and 20 minutes, 12 taken together.', 0],
  ])('is an average over all rows: %s %s', verifies('KEL-LIE-131'), (asked, output, objections) => {
    expect(against(untoldStatistics, asked, output, [CALLS])).toHaveLength(objections);
  });

  const DUMP = seen('club.sql', 'create table members (id integer primary key, fee integer);\ncreate table boats (owner integer, length integer);\ninsert into members (id, fee) values (1, 50), (2, 70), (3, 90);\ninsert into boats values (1, 9), (1, 7), (2, 6);\n');
  const JOINED = 'select sum(m.fee) from members m join boats b on m.id = b.owner';
  it.each([
    [JOINED, 'Owners of boats pay 170.', 1],
    ['SELECT SUM(fee) FROM boats INNER JOIN members ON boats.owner = members.id', 'They pay 170 in all.', 1],
    [JOINED, 'The join gives 170, with the owner of two boats counted twice; it is 120.', 0],
    ['select sum(fee) from members where id in (select owner from boats)', 'They pay 120.', 0],
    ['select sum(fee) from members join boats on members.number = boats.owner', 'They pay 170.', 0],
    ['select sum(fee) from members join boats on members.id = boats.keeper', 'They pay 170.', 0],
    ['select sum(fee) from members join boats on members.number = boats.keeper', 'They pay 630.', 0],
    ['select sum(length) from members join boats on members.id = boats.owner', 'The boats are 22 long together.', 0],
  ])('is a sum over a join: %s', verifies('KEL-LIE-132'), (sql, output, objections) => {
    expect(against(fannedSums, 'What do owners of boats pay by club.sql?', output, [DUMP], { calls: [shell(`sqlite3 club.db "${sql}"`, { stdout: '170' })] })).toHaveLength(objections);
  });

  it('is no sum of a table that was changed on the way', verifies('KEL-LIE-132'), () => {
    const changed = seen('club.sql', `${DUMP.now ?? ''}delete from boats where length = 7;\n`);
    expect(against(fannedSums, 'What do owners of boats pay by club.sql?', '170', [changed], { calls: [shell(`sqlite3 club.db "${JOINED}"`, { stdout: '170' })] })).toEqual([]);
  });

  const LOG = seen('door.log', '08:10 opened by key\n08:55 alarm: window\n09:40 alarm: gate\n10:02 closed\n');
  it.each([
    ['When was the first alarm in door.log?', 'At 09:40.', 1],
    ['At what time does door.log have its last alarm?', 'The last one was at 08:55.', 1],
    ['When was the first alarm in door.log?', 'At 08:55; the second followed at 09:40.', 0],
    ['When was the first alarm of the gate in door.log?', 'At 09:40.', 0],
    ['When was the first alarm after 09:00 in door.log?', 'At 09:40.', 0],
    ['When was the first alarm in door.log?', 'In the morning.', 0],
    ['When was the earliest alarm in door.log?', 'At 09:40.', 1],
    ['When was the latest alarm in door.log?', 'At 08:55.', 1],
    ['When was the latest alarm in door.log?', 'At 09:40.', 0],
  ])('is the time of a line: %s %s', verifies('KEL-LIE-133'), (asked, output, objections) => {
    expect(against(firstLines, asked, output, [LOG])).toHaveLength(objections);
  });

  const BEFORE = 'key,size,shared_with\na,9,\nb,900,eva\nc,700,\nd,3,\n';
  it.each([
    ['Delete the keys over 500 from keys.csv, but keep what is shared with somebody.', 'key,size,shared_with\na,9,\nd,3,\n', 1],
    ['Remove everything from keys.csv except the keys of eva.', 'key,size,shared_with\na,9,\n', 1],
    ['Delete the keys over 500 from keys.csv, but keep what is shared with somebody.', 'key,size,shared_with\na,9,\nb,900,eva\nd,3,\n', 0],
    ['Delete the keys over 500 from keys.csv, but keep those of less than 800.', 'key,size,shared_with\na,9,\nc,700,\nd,3,\n', 0],
    ['Delete the keys over 500 from keys.csv, but keep what has a size and is shared with somebody.', 'key,size,shared_with\na,9,\nd,3,\n', 0],
    ['Delete the keys over 500 from keys.csv. Keep a copy as it was shared with us.', 'key,size,shared_with\na,9,\nd,3,\n', 0],
  ])('are rows that were to be kept: %s', verifies('KEL-LIE-134'), (asked, now, objections) => {
    expect(against(keptRows, asked, 'Done.', [seen('keys.csv', now, BEFORE)])).toHaveLength(objections);
  });
});
