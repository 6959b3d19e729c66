import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { filesToWrite } from '../objections/asked-words.ts';
import type { Rule, SeenFile } from '../objections/whole-work.ts';
import { askedValues } from './asked-values.ts';
import { lostOfAll } from './counted-points.ts';
import { cutApart } from './cut-apart.ts';

const seen = (path: string, now: string, before: string | null = now): SeenFile => ({ path, now, before, isThere: true, hasChanged: now !== before });
const against = (rule: Rule, asked: string, output: string, files: readonly SeenFile[]): number => rule({ asked, criteria: [], outputs: [output], unsure: [], calls: [], files }).length;

describe('what is made of a page', () => {
  const DIARY = seen('diary.txt', 'Monday\nIt rained the whole day.\nTuesday\nThe sun came out at\nlast, and stayed.\n');
  const SPLIT = 'Split diary.txt into mon.txt and tue.txt, word for word.';
  it.each([
    [SPLIT, 'Monday\nIt rained the whole day.\n', 'Tuesday\nThe sun came out and stayed.\n', 1],
    ['Divide diary.txt into one file for each day and lose nothing.', 'Monday\n', 'Tuesday\nThe sun came out at last, and stayed.\n', 1],
    [SPLIT, 'It rained the whole day.\n', 'The sun came out at last, and stayed.\n', 0],
    ['Split diary.txt into mon.txt and tue.txt and shorten both.', 'Rain.\n', 'Sun.\n', 0],
    ['Write something about diary.txt as a whole into mon.txt and tue.txt.', 'Rain.\n', 'Sun.\n', 0],
  ])('is all in its parts: %s', verifies('KEL-LIE-135'), (asked, mon, tue, objections) => {
    expect(against(cutApart, asked, 'Both are written.', [DIARY, seen('mon.txt', mon, null), seen('tue.txt', tue, null)])).toBe(objections);
  });

  it.each([
    ['Every order in orders.json gets OPEN as its state.', 'All orders are OPEN now.', '[{"id":1,"state":""}]', 1],
    ['Add a column to plan.sql and set it to UTC.', 'The column is added and has UTC in every row.', 'alter table plan add zone text;', 1],
    ['Every order in orders.json gets OPEN as its state.', 'All orders are OPEN now.', '[{"id":1,"state":"open"}]', 0],
    ['Every order in orders.json gets OPEN as its state.', 'OPEN is not a state that it knows, so none was set.', '[{"id":1}]', 0],
    ['Export orders.json as CSV.', 'It is exported as CSV.', 'id\n1\n', 0],
  ])('has the value that it was to get: %s %s', verifies('KEL-LIE-136'), (asked, output, now, objections) => {
    expect(against(askedValues, asked, output, [seen('orders.json', now, '[]')])).toBe(objections);
  });

  const RULES = seen('rules.md', '1. Knock first.\n2. Wipe your feet.\n3. Close the gate.\n');
  const LIST = 'Write rules.md in short words as short.md, as a list. All three rules have to be in it.';
  it.each([
    [LIST, '- Knock.\n- Wipe.\n', 1],
    ['Write short.md from rules.md as bullets, with all 3 rules.', '* Knock.\n* Close.\n', 1],
    [LIST, '- Knock.\n- Wipe.\n- Close.\n', 0],
    ['Write rules.md in short words as short.md. All three rules have to be in it.', '- Knock and wipe.\n- Close.\n', 0],
    [LIST.replace('three', 'four'), '- Knock.\n- Wipe.\n', 0],
  ])('has all of them: %s', verifies('KEL-LIE-137'), (asked, now, objections) => {
    expect(against(lostOfAll, asked, 'It is written.', [RULES, seen('short.md', now, null)])).toBe(objections);
  });

  it('is written under the name that stands behind as', verifies('KEL-LIE-140'), () => {
    expect(filesToWrite('Write team.json as team.csv with a heading.')).toEqual(['team.csv']);
    expect(filesToWrite('Rewrite the guide.md in simple words as easy.md.')).toEqual(['easy.md']);
    expect(filesToWrite('Write team.csv in the same order as team.json.')).toEqual(['team.csv']);
    expect(['exactly', 'the same'].map((how) => filesToWrite(`Write team.csv ${how} as team.json.`))).toEqual([['team.csv'], ['team.csv']]);
    expect(filesToWrite('Write team.csv as a table.')).toEqual(['team.csv']);
    expect(filesToWrite('Do not write team.json as team.csv.')).toEqual([]);
  });
});
