import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SeenFile } from '../objections/whole-work.ts';
import { unconverted } from './unconverted.ts';

const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const against = (asked: string, ...files: readonly SeenFile[]): string[] => unconverted({ asked, criteria: [], outputs: [], unsure: [], calls: [], files }).map(({ why }) => why);

describe('what was to be told in another unit', () => {
  it('has other numbers', verifies('KEL-LIE-169'), () => {
    expect(against('settings.json has its timeouts in seconds. The new version wants milliseconds. Convert it.', left('settings.json', '{"waitMs":30,"readMs":120,"tries":0}', '{"wait":30,"read":120,"tries":0}'))).toEqual(['settings.json was to be converted from one of seconds and milliseconds to the other, and every number in it is what it was.']);
    expect(against('Convert walks.csv from miles to kilometres.', left('walks.csv', 'walk,km\npier,3.5\n', 'walk,miles\npier,3.5\n'))).toHaveLength(1);
    expect(against('Change prices.csv from euros into cents, as cents.csv.', there('prices.csv', 'rope,12\n'), left('cents.csv', 'rope,12\n', null))).toHaveLength(1);
    expect(against('Convert tides.txt from celsius to fahrenheit.', left('tides.txt', 'F 12', 'C 12'))).toHaveLength(1);
  });

  it('is not accused where a number changed, there is none, or another file is meant', verifies('KEL-LIE-169'), () => {
    const asked = 'Convert settings.json from seconds to milliseconds.';
    expect(against(asked, left('settings.json', '{"waitMs":30000}', '{"wait":30}'))).toEqual([]);
    expect(against(asked, left('settings.json', '{"waitMs":0}', '{"wait":0}'))).toEqual([]);
    expect(against(asked, left('notes.md', 'Since 2021.', 'From 2021.'))).toEqual([]);
    expect(against('Convert a.csv from miles to km and b.csv too, into c.csv.', there('a.csv', '1'), left('c.csv', '1', null))).toEqual([]);
  });

  it('is asked for only where two units of one kind are told in', verifies('KEL-LIE-169'), () => {
    const file = left('talks.html', '<p>20 minutes, 2 hours</p>', '20 minutes, 2 hours');
    expect(against('Convert talks.html to HTML: each talk takes 20 minutes, all of them 2 hours.', file)).toEqual([]);
    expect(against('Convert talks.html to other words, in seconds rather than years.', file)).toEqual([]);
    expect(against('Convert talks.html from seconds to kilometres.', file)).toEqual([]);
    expect(against('Write talks.html in minutes, not in hours.', file)).toEqual([]);
    expect(against('Can you convert talks.html from minutes to hours?', file)).toEqual([]);
  });
});
