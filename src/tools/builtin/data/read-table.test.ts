import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { askTable } from './ask-table.ts';
import { readTable, type TableFormat } from './read-table.ts';
import { TableQuery } from './table-query.ts';
import { numberIn } from './written-number.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, format: TableFormat = 'csv') => readTable(bytesOf(text), format);
const sum = async (text: string, column: string, format: TableFormat = 'csv'): Promise<unknown> => askTable(await read(text, format), TableQuery.parse({ aggregates: [{ function: 'sum', column }] })).rows[0]?.[0];

describe('numbers as people write them', () => {
  it('are read in the one style in which all of a column are numbers', verifies('KEL-OFFUSE-02'), async () => {
    expect(await sum('n\n"1,074.85"\n0.15\n-2\n', 'n')).toBe(1073);
    expect(await sum('name;n\na;1.074,85\nb;0,15\n', 'n')).toBe(1075);
    expect(await sum('n\n"1,234"\n"2,000,000"\n', 'n')).toBe(2_001_234);
    expect(await sum('a;n\nx;1 234,5\ny;2\u202f000\n', 'n')).toBe(3234.5);
    expect(await sum('a\tn\nx\t−5\ny\t 7 \n', 'n', 'tsv')).toBe(2);
    expect((await read('n\n"1,074.85"\n2\n')).notes).toEqual([{ column: 'n', note: 'In n, "1,074.85" (line 2) was read as 1074.85.' }]);
    expect((await read('n,m\n1,0.5\n2,1e3\n')).notes).toEqual([]);
  });

  it('take the style of the other columns where both would fit', verifies('KEL-OFFUSE-02'), async () => {
    expect(await sum('a;n\n0,5;1.234\n0,25;2.000\n', 'n')).toBe(3234);
    expect(await sum('a;n\n0.5;1.234\n0.25;2.000\n', 'n')).toBe(3.234);
    expect(await sum('a,n\nx,1.234\ny,2.000\n', 'n')).toBe(3.234);
  });

  it('are not guessed: what could be two numbers is refused with its place', verifies('KEL-OFFUSE-02'), async () => {
    await expect(sum('a;n\nx;1.234\ny;2.000\n', 'n')).rejects.toMatchObject({ message: 'The column "n" has no sum: line 2, column "n", holds "1.234", and nothing in the file says whether its mark stands before decimals or between thousands.', nextStep: 'Write the numbers without marks between thousands and with a point before decimals.' });
    await expect(sum('a\tn\nx\t1,234\n', 'n', 'tsv')).rejects.toThrow('holds "1,234"');
    await expect(sum('a;n\n0,5;1,234\n0.5;2\n', 'n')).rejects.toThrow('holds "1,234"');
  });

  it('name the first value that is none, and how many there are', verifies('KEL-OFFUSE-02'), async () => {
    await expect(sum('a,n\n"two\nlines",1\nx,2\ny,n/a\n', 'n')).rejects.toThrow('The column "n" has no sum: line 5, column "n", holds "n/a", which is no number (the other 2 values are numbers).');
    await expect(sum('n\n1\nx\n?\n', 'n')).rejects.toThrow('line 3, column "n", holds "x", which is no number (2 of 3 values are no numbers).');
    await expect(sum('[{"n":1},{"n":"x"}]', 'n', 'json')).rejects.toThrow('entry 2, column "n", holds "x", which is no number (the other 1 value is a number).');
    await expect(sum('a\nx\ny\n', 'a')).rejects.toThrow('The column "a" is not one of numbers, so it has no sum.');
  });

  it('read back what they were, in either style', () => {
    assert(
      property(integer({ min: -999_999_999, max: 999_999_999 }), integer({ min: 0, max: 99 }), (whole, part) => {
        const grouped = String(Math.abs(whole)).replace(/\B(?=(?:\d{3})+$)/g, ',');
        const point = `${whole < 0 ? '-' : ''}${grouped}.${String(part).padStart(2, '0')}`;
        const comma = [...point].map((sign) => (sign === ',' ? '.' : sign === '.' ? ',' : sign)).join('');
        const value = Number(point.replaceAll(',', ''));
        expect([numberIn(point, 'point'), numberIn(comma, 'comma')]).toEqual([value, value]);
      }),
    );
    expect(['1,23', '1,2345', ',5', '5,', '0,123', '1,,234', '1,234 567', '007', '+1', '1.2.3', '$5', '12%', '', '12345678901234567890'].map((text) => numberIn(text, 'point'))).toEqual(Array.from({ length: 14 }, () => undefined));
  });

  it('are never compared with texts', verifies('KEL-OFFUSE-02'), async () => {
    const table = await read('n\n9\n10\nn/a\n');
    const asked = (query: Parameters<typeof TableQuery.parse>[0]) => () => askTable(table, TableQuery.parse(query));
    expect(asked({ where: [{ column: 'n', op: 'gt', value: 5 }] })).toThrow('The column "n" cannot be compared with 5: line 4, column "n", holds "n/a", which is no number');
    expect(asked({ aggregates: [{ function: 'max', column: 'n' }] })).toThrow('The column "n" has no max: line 4');
  });

  it('add up to the same in any order', async () => {
    expect(await sum(`n\n${Array.from({ length: 10 }, () => '0.1').join('\n')}\n`, 'n')).toBe(1);
    expect(await sum('n\n1e15\n0.1\n-1e15\n', 'n')).toBe(0.1);
  });
});

describe('files as programs write them', () => {
  const cells = async (bytes: Uint8Array, format: TableFormat = 'csv') => {
    const { columns, rows } = await readTable(bytes, format);
    return [columns.map(({ name }) => name), ...rows];
  };
  const same = [['city', 'price'], ['Århus', 12.5], ['Rome', null]];

  it('are read whatever they are encoded in and however their lines end', verifies('KEL-OFFUSE-03'), async () => {
    const text = 'city,price\nÅrhus,12.5\nRome,\n';
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    expect(await cells(bytesOf(`\uFEFF${text}`))).toEqual(same);
    expect(await cells(bytesOf(text.replaceAll('\n', '\r\n')))).toEqual(same);
    expect(await cells(utf16)).toEqual(same);
    expect(await cells(Buffer.from(utf16).swap16())).toEqual(same);
    expect(await cells(Buffer.from(text, 'latin1'))).toEqual(same);
    expect(await cells(Buffer.from([...Buffer.from('a\n'), 0x80, 0x0a]))).toEqual([['a'], ['€']]);
    expect(await cells(bytesOf('[{"city":"Århus","price":12.5},{"city":"Rome"}]'), 'json')).toEqual(same);
    expect(await cells(bytesOf('{"city":"Århus","price":12.5}\r\n{"city":"Rome"}\r\n'), 'json')).toEqual(same);
  });

  it('are separated by what keeps its number in every line, outside quotes', verifies('KEL-OFFUSE-03'), async () => {
    expect(await cells(bytesOf('city;price\nÅrhus;12,5\nRome;\n'))).toEqual(same);
    expect(await cells(bytesOf('sep=;\ncity;price\nÅrhus;12,5\nRome;\n'))).toEqual(same);
    expect(await cells(bytesOf('"city, town, or place";price\n"a, b, c, d";1\n'))).toEqual([['city, town, or place', 'price'], ['a, b, c, d', 1]]);
    expect(await cells(bytesOf('price\n12,5\n"1"\n'))).toEqual([['price'], [12.5], [1]]);
  });

  it('say what was left out or taken for something else', verifies('KEL-OFFUSE-03'), async () => {
    expect((await read('price,price,price_2\n1,2,3\n,,\n')).notes).toEqual([
      { column: 'price', note: '2 columns are called price; this is the first of them.' },
      { column: null, note: '1 row holds nothing in any cell and is not counted.' },
    ]);
    expect((await read('price,price,price_2\n1,2,3\n')).columns.map(({ name }) => name)).toEqual(['price', 'price_3', 'price_2']);
    expect((await read('1,2\n3,4\n')).notes).toEqual([{ column: null, note: 'The first line was taken for the names of the columns (1, 2) and is in no number.' }]);
    expect((await read('a,b\n1,2\n3\n4,5" x\n6,7\n')).faults).toHaveLength(2);
  });

  it('are refused where part of them would be missing from every number', verifies('KEL-OFFUSE-03'), async () => {
    await expect(read('a,b\n1,2\n3,"open\n4,5\n')).rejects.toThrow('A quote that is opened after line 2 is never closed, so the rows from there on cannot be told apart.');
    await expect(read('{"tags":[{"t":1}],"items":[{"a":1}]}', 'json')).rejects.toThrow('The JSON holds 2 lists of objects: tags, items.');
    await expect(read('[{"a":1},', 'json')).rejects.toThrow('The file is no JSON: ');
    expect((await read('{"tags":["x"],"items":[{"a":1}]}', 'json')).rows).toEqual([[1]]);
  });
});
