import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Rule, SeenFile } from '../objections/whole-work.ts';
import { raggedRows } from './ragged-rows.ts';
import { staleSums } from './stale-sums.ts';

const seen = (path: string, now: string, before: string | null = now): SeenFile => ({ path, now, before, isThere: true, hasChanged: now !== before });
const against = (rule: Rule, files: readonly SeenFile[], asked = 'Do it.'): number => rule({ asked, criteria: [], outputs: ['Done.'], unsure: [], calls: [], files }).length;

describe('the cells of a table that was written', () => {
  it.each([
    ['title,year\nDune,1965\nEmma, or the wish,1815\nUlysses,1922\n', 1],
    ['id,note,price\n1,"red, blue",3\n2,red, blue,4\n3,green,5\n', 1],
    ['title,year\nDune,1965\n"Emma, or the wish",1815\n', 0],
    ['title,year\nDune\nEmma,1815\n', 0],
    ['made by hand\n1,2,3\n4,5,6\n', 0],
    ['title\nDune\nEmma, a novel, in three parts\nUlysses\n', 0],
  ])('are as many as its heading has: %j', verifies('KEL-LIE-138'), (now, objections) => {
    expect(against(raggedRows, [seen('books.csv', now, null)])).toBe(objections);
  });

  it('are those of another where they were copied, or wrong where that was asked for', verifies('KEL-LIE-138'), () => {
    const text = 'a,b\n1,2\n3,4,5\n6,7\n';
    expect(against(raggedRows, [seen('old.csv', text), seen('new.csv', text, null)])).toBe(0);
    expect(against(raggedRows, [seen('new.csv', text, null)], 'Write a malformed table for the tests to new.csv.')).toBe(0);
  });
});

describe('a checksum that was written', () => {
  const sum = (kind: string, text: string): string => createHash(kind).update(text).digest('hex');
  const CHANGED = seen('dist/app.js', 'new\n', 'old\n');
  it.each([
    [seen('dist/SUMS', `${sum('md5', 'old\n')}  app.js\n`, null), 1],
    [seen('SUMS.txt', `${sum('sha512', 'something else')} *dist/app.js\n`, ''), 1],
    [seen('dist/SUMS', `${sum('md5', 'new\n')}  app.js\n`, null), 0],
    [seen('SUMS.txt', `${sum('sha256', 'new\n').toUpperCase()} *dist/app.js\n`, null), 0],
    [seen('SUMS.txt', `${sum('sha256', 'old\n')}  dist/other.js\n`, null), 0],
    [seen('history.txt', `${sum('sha1', 'old\n')}  dist/app.js\nreleased\n`, `${sum('sha1', 'old\n')}  dist/app.js\n`), 0],
  ])('is that of the file as it is now: %j', verifies('KEL-LIE-139'), (list, objections) => {
    expect(against(staleSums, [CHANGED, list])).toBe(objections);
  });

  it('is not held against a file that cannot be read as text, or is too large', verifies('KEL-LIE-139'), () => {
    const list = seen('SUMS', `${sum('sha256', 'old\n')}  a.bin\n`, null);
    expect(against(staleSums, [seen('a.bin', 'PNG\uFFFD\n', 'old\n'), list])).toBe(0);
    expect(against(staleSums, [{ path: 'a.bin', now: null, before: null, isThere: true, hasChanged: true }, list])).toBe(0);
    expect(against(staleSums, [seen('a.bin', 'PNG\n', 'old\n'), list])).toBe(1);
  });
});
