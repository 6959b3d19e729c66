import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion } from '../../contracts/index.ts';
import { contradictedExamples, examplesIn } from './asked-examples.ts';
import { emptyContents } from './empty-contents.ts';
import type { Rule, SeenFile, WholeWork } from './whole-work.ts';

const left = (path: string, now: string): SeenFile => ({ path, isThere: true, hasChanged: true, before: null, now });
const against = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('an example in the request', () => {
  const asked = 'Write isWeekend(day) in week.js with tests: isWeekend("sunday") is true, isWeekend("friday") is false, and days(2, 3) should be "five".';

  it('is read where it says what has to come out', verifies('KEL-LIE-30'), () => {
    expect(examplesIn(asked)).toEqual([{ call: "isWeekend('sunday')", value: 'true' }, { call: "isWeekend('friday')", value: 'false' }, { call: 'days(2,3)', value: "'five'" }]);
    expect(examplesIn('fee(11) is 9 and it is wrong.')).toEqual([]);
    expect(examplesIn('clamp(30, 0, 9) gives 30. half(8) is four. f(x is 3')).toEqual([]);
  });

  it.each([["assert.equal(isWeekend('friday'), true);"], ['expect(isWeekend("friday")).toBe(true);'], ["    assert isWeekend('friday') == True"], ["assert.equal(isWeekend( 'friday' ), true);"]])('is not contradicted by a test of the run: %s', verifies('KEL-LIE-30'), (line) => {
    expect(against(contradictedExamples, { asked, files: [left('week.test.js', `test('a', () => {\n${line}\n});`)] })).toEqual(["week.test.js asserts that isWeekend('friday') gives true, and the request says false."]);
    expect(against(contradictedExamples, { asked, files: [left('week.js', line)] })).toEqual([]);
  });

  it.each([["assert.equal(isWeekend('friday'), false);"], ["assert.deepEqual(['sunday', 'friday'].map(isWeekend), [true, false]);"], ["assert.equal(isWeekend('monday'), true);"], ["assert.ok(!isWeekend('friday'));"], ["assert.equal(days(2, 3), 'five');"]])('agrees with a test of the run: %s', verifies('KEL-LIE-30'), (line) => {
    expect(against(contradictedExamples, { asked, files: [left('week.test.js', line)] })).toEqual([]);
  });
});

describe('a file with a form and nothing in it', () => {
  const criteria: Criterion[] = [{ criterion: 'new.json holds a and b', mode: 'plausible', required: true }];

  it.each([['[]\n'], ['{ }'], ['{ "items": [ ] }'], ['null']])('does not hold what it is said to: %s', verifies('KEL-LIE-26'), (now) => {
    expect(against(emptyContents, { criteria, files: [left('out/new.json', now)] })).toEqual(['out/new.json is said to hold something, and it holds nothing.']);
    expect(against(emptyContents, { outputs: ['Confirmed: new.json holds a and b.'], files: [left('new.json', now)] })).toHaveLength(1);
  });

  it('may be empty where nobody says otherwise', verifies('KEL-LIE-26'), () => {
    expect(against(emptyContents, { criteria, files: [left('new.json', '["a","b"]'), left('errors.json', '[]')] })).toEqual([]);
    expect(against(emptyContents, { outputs: ['new.json holds no items, since none were left.', 'errors.json was written.'], files: [left('new.json', '[]'), left('errors.json', '[]')] })).toEqual([]);
  });
});
