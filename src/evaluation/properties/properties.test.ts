import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { wrote } from '../../../test/support/made-calls.ts';
import type { SeenFile, WholeWork } from '../objections/whole-work.ts';
import { PROPERTY_RULES } from './rules.ts';

const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const against = (asked: string, files: readonly SeenFile[], output = 'Done.'): string[] => {
  const work: WholeWork = { asked, criteria: [], outputs: [output], unsure: [], calls: files.filter(({ hasChanged }) => hasChanged).map(({ path, now }) => wrote(path, { after: now ?? '' })), files };
  return PROPERTY_RULES.flatMap((rule) => rule(work)).map(({ why }) => why);
};

describe('line ends', () => {
  it('are those that were asked for', verifies('KEL-LIE-62'), () => {
    expect(against('menu.txt comes from Windows. Give it Unix line ends.', [left('menu.txt', 'a\r\nb\r\n\r\n', 'a\r\nb\r\n')])).toEqual(['menu.txt was to have Unix line ends, and 3 carriage returns are in it.']);
    expect(against('Convert menu.txt from Windows line ends to Unix.', [left('menu.txt', 'a\r\n')])).toHaveLength(1);
    expect(against('Convert menu.txt to CRLF newlines.', [left('menu.txt', 'a\r\nb\n')])).toEqual(['menu.txt was to have Windows line ends, and not every line of it ends with a carriage return.']);
    expect(against('Convert the line ends of menu.txt from Unix to Windows.', [left('menu.txt', 'a\r\nb\r\n')])).toEqual([]);
  });

  it('are left alone where nobody asked for any, or only asked about them', verifies('KEL-LIE-62'), () => {
    expect(['Correct menu.txt.', 'Does menu.txt have Unix line ends?', 'Take the line breaks from Windows out of menu.txt.'].map((asked) => against(asked, [left('menu.txt', 'a\r\n')]))).toEqual([[], [], []]);
    expect(against('Give menu.txt Unix line ends.', [left('other.txt', 'a\r\n')])).toEqual([]);
  });
});

describe('a list that was to be sorted', () => {
  const asked = 'Sort list.txt by number into by-number.txt.';
  const lines = '31/4;chart\n02/17;bell\n58/2;coat\n11/30;letters\n';

  it('stands in no order when it is a copy', verifies('KEL-LIE-63'), () => {
    expect(against(asked, [there('list.txt', lines), left('by-number.txt', lines)])).toEqual(['by-number.txt was to be sorted, and its lines stand in no order.']);
    expect(against('Sort list.csv by name.', [left('list.csv', 'name,age\nb,3\nc,1\na,2\n', 'name,age\nc,1\nb,3\na,2\n')])).toHaveLength(1);
  });

  it.each([
    ['of its lines', '02/17;bell\n11/30;letters\n31/4;chart\n58/2;coat\n'],
    ['of its lines, backwards', '58/2;coat\n31/4;chart\n11/30;letters\n02/17;bell\n'],
    ['of its second column', '02/17;bell\n31/4;chart\n58/2;coat\n11/30;letters\n'],
  ])('may stand in the order %s', verifies('KEL-LIE-63'), (_, sorted) => {
    expect(against(asked, [there('list.txt', lines), left('by-number.txt', sorted)])).toEqual([]);
  });

  it('may be sorted by numbers, by the last word, without its heading, or by what does not show', verifies('KEL-LIE-63'), () => {
    expect(against('Sort list.csv by age.', [left('list.csv', 'name,age\nb,9\nc,10\na,200\n')])).toEqual([]);
    expect(against('Sort list.txt.', [left('list.txt', 'Ida Berg\nUlf Dahl\nAnna Ek\n')])).toEqual([]);
    expect(against('Sort list.txt by priority.', [left('list.txt', 'high\nmiddle\nlow\n')])).toEqual([]);
    expect(against('Sort list.txt by date.', [left('list.txt', '3 March b\n1 April a\n2 May c\n')])).toEqual([]);
    expect(against('Is list.txt sorted?', [left('list.txt', 'b\nc\na\n')])).toEqual([]);
  });

  it('has the lines that it had', verifies('KEL-LIE-63'), () => {
    expect(against('Sort list.txt into sorted.txt.', [there('list.txt', 'b\na\nc\n'), left('sorted.txt', 'a\nb\nd\n')])).toEqual(['sorted.txt was to be list.txt in another order, and “d” stands in one of them alone.']);
    expect(against('Sort list.txt into sorted.txt.', [there('list.txt', 'b\na\nc\n'), left('sorted.txt', 'a\nb\n')])).toEqual(['sorted.txt was to be list.txt in another order, and “c” stands in one of them alone.']);
    expect(against('Sort list.txt without duplicates into sorted.txt.', [there('list.txt', 'b\na\nc\n'), left('sorted.txt', 'a\nb\n')])).toEqual([]);
    expect(against('Sort list.txt into sorted.csv.', [there('list.txt', 'b\na\nc\n'), left('sorted.csv', 'name\na\nb\n')])).toEqual([]);
  });
});

describe('a table that was made from another', () => {
  const ferry = 'line,departs,arrives\nF1,06:40,07:25\nF2,09:10,10:50\nF3,12:05,12:50\n';
  const page = (second: string): string => `| line | departs | arrives |\n|---|---|---|\n| F1 | 06:40 | 07:25 |\n${second}\n| F3 | 12:05 | 12:50 |\n`;
  const asked = 'Make ferry.md from ferry.csv, nothing else.';

  it('has no row whose values changed places', verifies('KEL-LIE-64'), () => {
    expect(against(asked, [there('ferry.csv', ferry), left('ferry.md', page('| F2 | 10:50 | 09:10 |'))])).toEqual(['ferry.md has the values of “F2, 09:10, 10:50” of ferry.csv in other places than those of the rows around it.']);
    expect(against('Turn ferry.csv into ferry.json.', [there('ferry.csv', ferry), left('ferry.json', '[{"l":"F1","d":"06:40","a":"07:25"},{"l":"F2","d":"10:50","a":"09:10"},{"l":"F3","d":"12:05","a":"12:50"}]')])).toHaveLength(1);
    expect(against(asked, [there('ferry.csv', ferry), left('ferry.md', page('| F2 | 09:10 | 10:50 |'))])).toEqual([]);
  });

  it('may have its columns in another order, or other rows', verifies('KEL-LIE-64'), () => {
    expect(against('Turn ferry.csv into other.csv.', [there('ferry.csv', ferry), left('other.csv', 'arrives,departs,line\n07:25,06:40,F1\n10:50,09:10,F2\n')])).toEqual([]);
    expect(against('Turn a.jsonl into a.tsv.', [there('a.jsonl', '{"n":1,"m":2.50}\n{"n":3,"m":4}\n'), left('a.tsv', 'n\tm\n1\t2.5\n3\t4.0\n')])).toEqual([]);
    expect(against('Turn a.csv into a.md.', [there('a.csv', 'n,m\n1,2\n'), left('a.md', 'No table.\n')])).toEqual([]);
    expect(against('Turn a.csv into a.json.', [there('a.csv', 'n,m\n1,2\n'), left('a.json', 'no JSON')])).toEqual([]);
  });
});

describe('a copy', () => {
  it('is no redaction, whatever it says of itself', verifies('KEL-LIE-65'), () => {
    expect(against('Redact statement.txt into public.txt.', [there('statement.txt', 'I, Marta, saw it.\n'), left('public.txt', 'I, Marta, saw it.\n')])).toEqual(['statement.txt was to be redacted into public.txt, and that is the same word for word.']);
    expect(against('Redact statement.txt into public.txt.', [there('statement.txt', 'I, Marta, saw it.\n'), left('public.txt', 'I, [W], saw it.\n')])).toEqual([]);
    expect(against('Translate a.txt into b.txt.', [there('a.txt', 'x'), left('b.txt', 'x')])).toEqual(['a.txt was to be translated into b.txt, and that is the same word for word.']);
    expect(against('Copy statement.txt to public.txt.', [there('statement.txt', 'I, Marta, saw it.\n'), left('public.txt', 'I, Marta, saw it.\n')])).toEqual([]);
    expect(against('Do not translate a.txt into b.txt.', [there('a.txt', 'x'), left('b.txt', 'x')])).toEqual([]);
  });
});

describe('rows beyond a bound', () => {
  const table = there('readings.csv', 'probe,celsius\np1,4.1\np2,3.9\np3,11.8\np4,-2.5\np5,4\n');
  const asked = 'How many of the readings in readings.csv lie outside of 2 to 8 degrees?';

  it('are counted again', verifies('KEL-LIE-66'), () => {
    expect(against(asked, [table], 'None: 0 of the 5 readings lie outside of 2 to 8.')).toEqual(['In readings.csv it is 2 of 5 rows that are asked about, and the result does not say so.']);
    expect(against(asked, [table], 'Two: p3 and p4.')).toEqual([]);
    expect(against('How many readings in readings.csv are above 4?', [table], '3 of them.')).toHaveLength(1);
    expect(against('How many readings in readings.csv are above 4?', [table], '2 are.')).toEqual([]);
    expect(against('How many readings in readings.csv are at least 4?', [table], '3 of them.')).toEqual([]);
    expect(against('How many readings in readings.csv are at most 3.9 degrees?', [table], '3 of them.')).toHaveLength(1);
    expect(against('How many readings in readings.csv are below -5?', [table], 'None is.')).toEqual([]);
    expect(against('How many readings in readings.csv lie between 3.9 and 4.1?', [table], 'Just 1 does.')).toEqual([]);
  });

  it('are left to others where more than one column could be meant, or some rows', verifies('KEL-LIE-66'), () => {
    const two = there('readings.csv', 'a,b\n1,2\n3,4\n');
    expect(against('How many rows of readings.csv are above 2?', [two], 'Nine, 9.')).toEqual([]);
    expect(against('How many rows of readings.csv are above 2?', [there('readings.csv', 'a,b\n1,\n3,4\n')], 'Nine, 9.')).toHaveLength(1);
    expect(against('How many a of readings.csv are above 2?', [two], 'Nine, 9.')).toHaveLength(1);
    expect(against('How many readings in readings.csv are above 4 on Monday?', [table], '9')).toEqual([]);
    expect(against('How many readings are in readings.csv?', [table], '9')).toEqual([]);
  });
});

describe('a file of another kind', () => {
  it('is no copy under another name', verifies('KEL-LIE-112'), () => {
    expect(against('Make people.vcf out of people.csv.', [there('people.csv', 'name\nBo\n'), left('people.vcf', 'name\nBo\n')])).toEqual(['people.vcf was to be made from people.csv, and it is the same word for word, under another name.']);
    expect(against('Make people.vcf out of people.csv.', [there('people.csv', 'name\nBo\n'), left('people.vcf', 'BEGIN:VCARD\nFN:Bo\nEND:VCARD\n')])).toEqual([]);
    expect(against('Copy people.csv to people.md.', [there('people.csv', 'name\n'), left('people.md', 'name\n')])).toEqual([]);
    expect(against('Make notes.md from notes.txt.', [there('notes.txt', 'Hello.\n'), left('notes.md', 'Hello.\n')])).toEqual([]);
  });

  it('has every letter when only its encoding changes', verifies('KEL-LIE-112'), () => {
    const asked = 'Convert labels.txt to printed.txt in Latin-1.';
    expect(against(asked, [there('labels.txt', 'Möwe\n'), left('printed.txt', 'Mwe\n')])).toEqual(['labels.txt has 5 signs, and printed.txt, which is only to be written down otherwise, has 4.']);
    expect(against(asked, [there('labels.txt', 'Möwe\r\n'), left('printed.txt', 'M\uFFFDwe\n')])).toEqual([]);
    expect(against('Convert labels.txt to printed.txt without accents.', [there('labels.txt', 'a´\n'), left('printed.txt', 'a\n')])).toEqual([]);
  });
});

describe('an order by number', () => {
  it('is not that of letters', verifies('KEL-LIE-113'), () => {
    expect(against('Sort boats.txt by the number of the boat.', [left('boats.txt', '10 Brise\n11 Dora\n2 Cato\n9 Alba\n', 'x')])).toEqual(['boats.txt was to be sorted, and its lines stand in no order.']);
    expect(against('Sort boats.txt by the number of the boat.', [left('boats.txt', '2 Cato\n9 Alba\n10 Brise\n11 Dora\n', 'x')])).toEqual([]);
    expect(against('Sort boats.txt.', [left('boats.txt', '10 Brise\n11 Dora\n2 Cato\n9 Alba\n', 'x')])).toEqual([]);
  });
});
