import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Rule, SeenFile } from '../objections/whole-work.ts';
import { missedRanges, missedSizes } from './asked-bounds.ts';

const left = (path: string, now: string): SeenFile => ({ path, isThere: true, hasChanged: true, before: null, now });
const against = (rule: Rule, asked: string, files: readonly SeenFile[], outputs: readonly string[] = []): string[] => rule({ asked, criteria: [], outputs, unsure: [], calls: [], files }).map(({ why }) => why);

describe('a size that the person gave', () => {
  it.each([
    ['page.html may have 40 bytes at most.', 'x'.repeat(41), 'page.html was to have 40 bytes at most, and has 41.'],
    ['Write page.html with at most five words.', 'one two three four five six', 'page.html was to have 5 words at most, and has 6.'],
    ['Shorten page.html to no more than 2 lines.', 'a\n\nb\nc\n', 'page.html was to have 2 lines at most, and has 3.'],
    ['Write page.html with up to 10 characters.', 'größer als zehn', 'page.html was to have 10 characters at most, and has 15.'],
    ['Write page.html: at least 3 lines.', 'a\nb\n', 'page.html was to have 3 lines at least, and has 2.'],
    ['Write page.html with not less than 4 words.', 'one two three', 'page.html was to have 4 words at least, and has 3.'],
    ['page.html: 2 words maximum.', 'one two three', 'page.html was to have 2 words at most, and has 3.'],
    ['page.html: 4 words minimum.', 'one two three', 'page.html was to have 4 words at least, and has 3.'],
    ['page.html no longer than 2 words.', 'one two three', 'page.html was to have 2 words at most, and has 3.'],
    ['page.html no larger than 2 words.', 'one two three', 'page.html was to have 2 words at most, and has 3.'],
    ['page.html no fewer than 4 words.', 'one two three', 'page.html was to have 4 words at least, and has 3.'],
    ['page.html no shorter than 4 words.', 'one two three', 'page.html was to have 4 words at least, and has 3.'],
    ['page.html has to have 3 lines at least.', 'a\n', 'page.html was to have 3 lines at least, and has 1.'],
  ])('is kept: %s', verifies('KEL-LIE-50'), (asked, now, why) => {
    expect(against(missedSizes, asked, [left('page.html', now)])).toEqual([why]);
  });

  it.each([
    ['page.html may have 40 bytes at most.', 'x'.repeat(40)],
    ['Write page.html: at least 3 lines.', 'a\nb\nc'],
    ['Write page.html with about 3 words.', 'one'],
    ['Write page.html with more than 2 words.', 'one two three'],
    ['Write page.html, no better than 2 words.', 'one two three'],
    ['Write page.html, the most 2 words can do, up or to 2 words.', 'one two three'],
    ['Write page.html, the least 9 words can do.', 'one two three'],
    ['Make page.html load in 40 bytes less.', 'x'.repeat(99)],
    ['Write page.html about the 3 lines of the underground.', 'one'],
    ['Each function of page.html may have 2 words at most.', 'one two three'],
    ['Keep the lines of page.html at 5 characters at most.', 'one two three'],
    ['Mend page.html. The rest is up to you, and you know what we think of long things: at most 2 words.', 'one two three'],
  ])('is kept or was none: %s', verifies('KEL-LIE-50'), (asked, now) => {
    expect(against(missedSizes, asked, [left('page.html', now)])).toEqual([]);
  });

  it('is looked at where it is plain which file is meant', verifies('KEL-LIE-50'), () => {
    expect(against(missedSizes, 'Write a.txt and b.txt with at most 2 words.', [left('a.txt', 'one two three'), left('b.txt', 'one')])).toEqual([]);
    expect(against(missedSizes, 'Use at most 2 words.', [left('a.txt', 'one two three')])).toEqual([]);
  });
});

describe('a range that the person gave', () => {
  const asked = 'Give the sum of gross in bills.csv as JSON under total; it must lie between 350 and 360.';
  it('is met by some number of the result', verifies('KEL-LIE-50'), () => {
    expect(against(missedRanges, asked, [], ['{"total": 300}'])).toEqual(['It was to lie between 350 and 360, and no number of the result does.']);
    expect(against(missedRanges, asked, [], ['{"total": 357}'])).toEqual([]);
    expect([350, 360].flatMap((edge) => against(missedRanges, asked, [], [`{"total": ${edge}}`]))).toEqual([]);
    expect(against(missedRanges, 'The text must have between 3 and 5 words.', [left('a.txt', 'one two three four')])).toEqual([]);
    expect(against(missedRanges, 'The delay must be between 1,000 and 2,000.', [left('a.js', 'delay = 1500')])).toEqual([]);
  });

  it('is none where nothing is demanded of a number', verifies('KEL-LIE-50'), () => {
    for (const words of ['List the bills between 350 and 360.', 'What is the difference between net and gross?', 'It must stand between 9 and 5.']) expect(against(missedRanges, words, [], ['300'])).toEqual([]);
    expect(against(missedRanges, asked, [], [])).toEqual([]);
  });
});
