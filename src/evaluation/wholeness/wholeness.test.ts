import { describe, expect, it } from 'vitest';
import { made, read, shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonObject } from '../../contracts/index.ts';
import type { SeenFile, WholeWork } from '../objections/whole-work.ts';
import type { MadeCall } from '../work.ts';
import { partialReading } from './partial-reading.ts';
import { WHOLENESS_RULES } from './rules.ts';

const there = (path: string, text = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const absent = (path: string): SeenFile => ({ path, isThere: false, hasChanged: false, before: null, now: null });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const against = (told: Partial<WholeWork>): string[] => WHOLENESS_RULES.flatMap((rule) => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...told })).map(({ why }) => why);

const part = (path: string, first: number, next: number | null, text = 'x\n'): MadeCall => made('read_file', { arguments: { path, offset_line: first }, output: { path, text, first_line: first, next_offset_line: next, is_line_cut: false }, shown: text });
const table = (path: string, given: JsonObject, output: JsonObject): MadeCall => made('query_table', { arguments: { path, ...given }, output: { has_more: false, ...output } });

describe('what is said of all of a file', () => {
  const asked = 'Does pump.log hold any ERROR? Look at all of it.';
  const files = [there('pump.log')];
  const says = ['Something is said of all of pump.log, and only a part of it was read. Read the rest, or search or count in all of it.'];

  it('is not shown by a part of it', verifies('KEL-LIE-42'), () => {
    const calls = [part('pump.log', 1, 51), part('pump.log', 61, 71)];
    expect(partialReading({ asked, criteria: [], outputs: [], unsure: [], calls, files })).toEqual([{ why: says[0], calls: calls.slice(1) }]);
    expect(against({ asked, files, calls: [part('pump.log', 1, 51)] })).toEqual(says);
    expect(against({ asked, files, calls: [part('pump.log', 1, 51), part('pump.log', 101, null)] })).toEqual(says);
    expect(against({ asked, files, calls: [part('pump.log', 1, 51), made('list_directory', { arguments: { path: '.' } }), made('search_text', { arguments: { pattern: 'x', path: 'other.log' } })] })).toEqual(says);
    expect(against({ asked: 'Turn stops.csv into stops.json, one object per stop.', calls: [table('stops.csv', { limit: 3 }, { has_more: true }), wrote('stops.json', { after: '[]' })], files: [left('stops.json', '[]')] })).toHaveLength(1);
  });

  it.each<readonly [string, readonly MadeCall[]]>([
    ['one read to its end', [part('pump.log', 1, null)]],
    ['reads that join up', [part('pump.log', 51, null), part('pump.log', 1, 51)]],
    ['a search in it', [part('pump.log', 1, 51), made('search_text', { arguments: { pattern: 'ERROR', path: 'pump.log' } })]],
    ['a search in its folder', [part('pump.log', 1, 51), made('search_text', { arguments: { pattern: 'ERROR', path: '.' } })]],
    ['a program', [part('pump.log', 1, 51), shell('node count.mjs', { stdout: '0' })]],
    ['a query of all of it', [table('pump.log', { limit: 3 }, { has_more: true }), table('pump.log', {}, {})]],
  ])('is shown by %s', verifies('KEL-LIE-42'), (_, calls) => {
    expect(against({ asked, files, calls })).toEqual([]);
  });

  it('is another thing than what is said of a part, or of a file that was changed', verifies('KEL-LIE-42'), () => {
    expect(against({ asked: 'What stands at the top of pump.log?', files, calls: [part('pump.log', 1, 51)] })).toEqual([]);
    expect(against({ asked: 'What stands at the top of pump.log?', files, calls: [part('pump.log', 1, 51)], outputs: ['All of pump.log is clean.'] })).toEqual(says);
    expect(against({ asked: 'What stands at the top of pump.log?', files, calls: [part('pump.log', 1, 51)], outputs: ['In pump.log, the pump. That is all.'] })).toEqual([]);
    expect(against({ asked: 'Rename all calls in big.js.', files: [left('big.js', '2', '1')], calls: [part('big.js', 1, 51)] })).toEqual([]);
  });
});

describe('what the person names', () => {
  it('in one breath with others has to have been opened like them', verifies('KEL-LIE-43'), () => {
    const asked = 'Translate pages/a.md, pages/b.md and pages/c.md into German, to the folder de.';
    const files = [there('pages/a.md'), there('pages/b.md'), absent('pages/c.md'), left('de/a.md', 'Eins.')];
    const calls = [read('pages/a.md', 'One.'), wrote('de/a.md', { after: 'Eins.' })];
    expect(against({ asked, files, calls })).toEqual(['The request names pages/b.md beside others, and no call of this run that succeeded opened it.']);
    expect(against({ asked, files, calls: [...calls, read('pages/b.md', 'Two.')] })).toEqual([]);
    expect(against({ asked, files, calls: [...calls, shell('cat pages/*.md')] })).toHaveLength(1);
    expect(against({ asked, files: [there('pages/a.md'), left('pages/b.md', 'Two!', 'Two.')], calls })).toEqual([]);
    expect(against({ asked, files, calls: [...calls, shell('node translate.mjs')] })).toEqual([]);
  });

  it.each([['Add pages/a.md and pages/b.md to the list.', []], ['Mention pages/b.md in pages/a.md.', [read('pages/a.md', 'One.')]], ['Make node a.mjs and node b.mjs print 1.', [read('a.mjs', '1')]], ['Translate pages/a.md or pages/b.md.', [read('pages/a.md', 'One.')]], ['Is pages/a.md and pages/b.md all that there is?', [read('pages/a.md', 'One.'), read('pages/b.md', 'Two.')]]])('need not be opened where it is only named: %s', verifies('KEL-LIE-43'), (asked, calls) => {
    expect(against({ asked, files: ['pages/a.md', 'pages/b.md', 'a.mjs', 'b.mjs'].map((path) => there(path)), calls })).toEqual([]);
  });

  it('is said to be missing when it is not there', verifies('KEL-LIE-43'), () => {
    const asked = 'What notice period does contracts/lease.txt name?';
    const files = [absent('contracts/lease.txt')];
    const calls = [made('read_file', { arguments: { path: 'contracts/lease.txt' }, status: 'failed' })];
    expect(against({ asked, files, outputs: ['A lease names two months, as a rule.'] })).toEqual([]);
    expect(against({ asked, files, calls, outputs: ['The lease names a notice of two months.'] })).toEqual(['The question is about contracts/lease.txt; there is no such file, and the result does not say so.']);
    expect(against({ asked, files, calls, outputs: ['There is no contracts/lease.txt; lease-2024.txt names two months.'] })).toEqual([]);
  });

  it('is the column that is looked at', verifies('KEL-LIE-43'), () => {
    const columns = { table_columns: [{ name: 'net', type: 'number' }, { name: 'gross', type: 'number' }] };
    const sum = (column: string): MadeCall => made('query_table', { arguments: { path: 'bills.csv', aggregates: [{ function: 'sum', column }] }, output: { ...columns, rows: [[300]] }, shown: '| total |\n| 300 |' });
    for (const asked of ['What is the sum of the column gross in bills.csv?', 'Give the sum of gross in bills.csv as JSON.', 'What do the gross amounts in bills.csv add up to?']) {
      expect(against({ asked, calls: [sum('net')], outputs: ['300'] })).toEqual(['The column gross was asked about, and no call looked at it.']);
      expect(against({ asked, calls: [sum('net'), made('write_file', { arguments: { path: 'sum.txt', content: 'gross 300' } })], outputs: ['300'] })).toHaveLength(1);
      expect(against({ asked, calls: [sum('gross')], outputs: ['300'] })).toEqual([]);
      expect(against({ asked, calls: [sum('net'), made('query_table', { arguments: { path: 'bills.csv' }, output: columns, shown: '| id | gross |' })], outputs: ['300'] })).toEqual([]);
      expect(against({ asked, calls: [sum('net'), shell('python3 sum.py')], outputs: ['300'] })).toEqual([]);
    }
    expect(against({ asked: 'Is the net sum or the gross list meant in bills.csv? Give me net.', calls: [sum('net')], outputs: ['300'] })).toEqual([]);
    expect(against({ asked: 'What is the sum of money in bills.csv?', calls: [sum('net')], outputs: ['300'] })).toEqual([]);
  });
});

describe('several things that one file is to have', () => {
  const asked = 'Give calc.js the functions add, subtract and multiply.';
  it('all stand in it', verifies('KEL-LIE-44'), () => {
    expect(against({ asked, files: [left('calc.js', 'export const add = (a, b) => a + b;\n', '\n')] })).toEqual(['calc.js was to have subtract, and it stands nowhere in it.', 'calc.js was to have multiply, and it stands nowhere in it.']);
    expect(against({ asked, files: [left('calc.js', 'export { add, subtract, multiply };\n', '\n')] })).toEqual([]);
    expect(against({ asked: 'Write data.json with the fields name and e-mail of people.csv.', files: [left('data.json', '[{"name":"Ada"}]')], calls: [read('people.csv', 'name,e-mail')] })).toHaveLength(1);
  });

  it.each([['Write calc.js with the functions for adding and for subtracting.'], ['Write calc.js with functions that add and subtract.'], ['Which functions add and subtract in calc.js?'], ['Write calc.js with two functions, and test them.'], ['Update calc.js: the functions add and subtract were removed.']])('are not made out of other words: %s', verifies('KEL-LIE-44'), (words) => {
    expect(against({ asked: words, calls: [read('calc.js', 'x')], files: [left('calc.js', 'x', 'y')] })).toEqual([]);
  });

  it('are so many bullet points as were asked for', verifies('KEL-LIE-44'), () => {
    const points = (words: string, page: string): string[] => against({ asked: `Write risks.md with ${words} bullet points.`, files: [left('risks.md', page)] });
    expect(points('exactly three', '- rope may snap\n')).toEqual(['risks.md was to have three bullet points, and it has 1.']);
    expect(points('exactly three', '# Risks\n\n- rope\n- lamp\n* gate\n')).toEqual([]);
    expect(points('at least 2', '1. rope\n2. lamp\n3. gate\n')).toEqual([]);
    expect(points('at least 4', '- rope\n')).toHaveLength(1);
    expect(points('up to 4', '- rope\n')).toEqual([]);
    expect(points('exactly 5', '- a\n* b\n• c\n+ d\n– e\n')).toEqual([]);
    expect(points('exactly 2', '10. ten\n  2) two\n3.5 metres\n-5 degrees\n')).toEqual([]);
    expect(points('about five', '- rope\n')).toEqual([]);
    expect(points('some', '- rope\n')).toEqual([]);
  });
});

describe('a table that is turned into another, row for row', () => {
  const turned = (asked: string, now: string, outputs: readonly string[] = []): string[] => against({ asked, outputs, calls: [read('stops.csv', 'stop\nQuay\nMill')], files: [there('stops.csv', 'stop\nQuay\nMill\n'), left('stops.json', now)] });
  const asked = 'Turn stops.csv into stops.json, an array with one object per stop.';

  it('has lost no row', verifies('KEL-LIE-49'), () => {
    expect(turned(asked, '[{"stop":"Quay"}]')).toEqual(['stops.json was made from stops.csv and has 1 of its 2 rows.']);
    expect(turned(asked, '[{"stop":"Quay"},{"stop":"Mill"}]')).toEqual([]);
  });

  it.each([['Turn stops.csv into stops.json, one object per zone, only for zone 1.'], ['Turn stops.csv into stops.json.'], ['Write stops.json about each row of stops.csv.'], ['Turn stops.csv into stops.json, one object per stop, without duplicates.']])('may have fewer where that may be meant: %s', verifies('KEL-LIE-49'), (words) => {
    expect(turned(words, '[{"stop":"Quay"}]')).toEqual([]);
  });

  it('may have fewer when the result tells of the others, or when rows cannot be counted', verifies('KEL-LIE-49'), () => {
    expect(turned(asked, '[{"stop":"Quay"}]', ['1 row was rejected: Mill has no zone.'])).toEqual([]);
    expect([turned(asked, '{"stops":["Quay"]}'), turned(asked, '[{')]).toEqual([[], []]);
    expect(against({ asked, calls: [read('stops.csv', 'x')], files: [there('stops.csv', 'stop\n"Quay\nNorth"\n'), left('stops.json', '[]')] })).toEqual([]);
  });
});

describe('a figure that is told', () => {
  const asked = 'Write report.md with the total revenue of sales.csv.';
  const calls = [made('query_table', { arguments: { path: 'sales.csv' }, output: { rows: [[3890]], table_row_count: 4 }, shown: '| total |\n| 3890 |' })];
  const page = (text: string): Partial<WholeWork> => ({ asked, calls: [...calls, wrote('report.md', { after: text })], files: [left('report.md', text)] });

  it('has to come from a call, or from what calls gave', verifies('KEL-LIE-45'), () => {
    expect(against(page('The total revenue is 4,212.\n'))).toEqual(['report.md says 4,212, and nothing that this run read or ran gives that.']);
    expect(against({ asked, calls, outputs: ['The total revenue is 4,212.'] })).toEqual(['The result says 4,212, and nothing that this run read or ran gives that.']);
    expect(against({ asked: 'Which version of left-pad is in package.json?', calls: [read('package.json', '"left-pad": "1.1.3"')], outputs: ['It uses left-pad 1.3.0.'] })).toHaveLength(1);
    expect(against({ asked: 'Count the boats in boats.csv. Answer in the form “42 boats”.', calls: [read('boats.csv', 'boat,berth')], outputs: ['42 boats'] })).toHaveLength(1);
  });

  it('is not given by a longer number in which it stands', verifies('KEL-LIE-45'), () => {
    for (const text of ['v1.3.01', 'v21.3.0', '1.3.0.4', '1.13.0']) expect(against({ asked: 'Which version is in package.json?', calls: [read('package.json', text)], outputs: ['It is 1.3.0.'] })).toHaveLength(1);
    for (const text of ['v1.3.0', '"1.3.0",', '1.3.0.', '^1.3.0-beta']) expect(against({ asked: 'Which version is in package.json?', calls: [read('package.json', text)], outputs: ['It is 1.3.0.'] })).toEqual([]);
  });

  it.each([
    ['The total is 3,890.'],
    ['The total is 3890, which is 972.5 per row.'],
    ['In 2025 there were 4 rows; the total is 3.89 thousand, or 3890.00.'],
    ['Report 12 of 20. See RFC 8785 and Part 77.'],
    ['Written on 2026-11-16, in one go.'],
  ])('may be worked out, rounded, small, or part of a name: %s', verifies('KEL-LIE-45'), (text) => {
    expect(against(page(text))).toEqual([]);
  });

  it.each<readonly [string, readonly MadeCall[], string]>([
    ['added up by eye', [read('sales.csv', 'north,1200\nsouth,890\nnorth,1100\nsouth,700')], 'The total is 3890, on average 972.5.'],
    ['counted by eye', [read('sales.csv', Array.from({ length: 37 }, (_, at) => `row ${at}`).join('\n'))], 'There are 37 rows.'],
    ['in another unit', [read('sales.csv', 'weight_g\n4512')], 'It weighs 4.512 kg.'],
    ['a rounded share', [read('sales.csv', 'paid 21\nopen 42')], '33.3 % are paid.'],
    ['a share', [read('sales.csv', 'paid 33\nopen 99')], '25 % are paid.'],
    ['said by the person', [read('sales.csv', 'x')], 'It is below 350, as you asked.'],
    ['made by the work itself', [read('sales.csv', 'x'), wrote('serve.mjs', { after: 'listen(8123)' })], 'It listens on 8123.'],
  ])('may be %s', verifies('KEL-LIE-45'), (_, made_, output) => {
    expect(against({ asked: 'Look at sales.csv; keep it below 350.', calls: made_, outputs: [output], files: [left('serve.mjs', 'listen(8123)')] })).toEqual([]);
  });

  it('is nobody’s business where the task rests on no file', verifies('KEL-LIE-45'), () => {
    expect(against({ asked: 'Write essay.md about the fall of Constantinople.', files: [left('essay.md', 'It fell after 53 days, on 29 May 1453.')] })).toEqual([]);
  });
});
