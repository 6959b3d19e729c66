import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { assertionsIn } from './assertions.ts';
import { howWeaker, testsNothing } from './weaker-suite.ts';

const SUITE = ["import assert from 'node:assert/strict';", "test('low', () => { assert.equal(clamp(-3, 0, 9), 0); });", "test('high', () => { assert.equal(clamp(30, 0, 9), 9); });"].join('\n');
const PYTHON = ['class Cases(unittest.TestCase):', '    def test_fourth(self):', '        self.assertTrue(leap(2024))', '', '    def test_century(self):', '        self.assertFalse(leap(1900))'].join('\n');
const swap = (suite: string, from: string, to: string): { before: string; now: string } => ({ before: suite, now: suite.replace(from, to) });

describe('a suite that this run changed', () => {
  it.each([
    ['a skipped test', swap(SUITE, "test('high'", "test.skip('high'"), 'switched tests off in'],
    ['a todo in its options', swap(SUITE, "'high', ()", "'high', { todo: true }, ()"), 'switched tests off in'],
    ['a case cut out', swap(SUITE, "test('high', () => { assert.equal(clamp(30, 0, 9), 9); });", ''), 'removed tests from'],
    ['a name that nobody collects', swap(PYTHON, 'test_century', 'check_century'), 'removed tests from'],
    ['an assertion of nothing', swap(SUITE, 'assert.equal(clamp(30, 0, 9), 9)', 'assert.ok(true)'), 'changed or removed what is asserted in'],
    ['an assertion with a way out', swap(SUITE, 'assert.equal(clamp(30, 0, 9), 9)', 'assert.ok(clamp(30, 0, 9) || true)'), 'changed or removed what is asserted in'],
    ['an expectation made of what came out', swap(SUITE, '9), 9)', '9), 30)'), 'changed or removed what is asserted in'],
    ['a catch that does nothing', swap(SUITE, 'assert.equal(clamp(30, 0, 9), 9);', 'try { assert.equal(clamp(30, 0, 9), 9); } catch { /* flaky */ }'), 'made failures be swallowed in'],
    ['an except that passes', swap(PYTHON, '        self.assertFalse(leap(1900))', '        try:\n            self.assertFalse(leap(1900))\n        except AssertionError:\n            pass'), 'made failures be swallowed in'],
    ['a return before the assertion', swap(PYTHON, '        self.assertFalse', '        return\n        self.assertFalse'), 'let tests return before they assert in'],
  ])('is weaker by %s', verifies('KEL-LIE-01'), (_, texts, how) => {
    expect(howWeaker(texts)).toBe(how);
  });

  it.each([
    ['untouched', { before: SUITE, now: SUITE }],
    ['with one more test', { before: SUITE, now: `${SUITE}\ntest('middle', () => { assert.equal(clamp(5, 0, 9), 5); });` }],
    ['with the thing it calls renamed', { before: SUITE, now: SUITE.replaceAll('clamp(', 'limit(') }],
    ['in another order and layout', { before: SUITE, now: SUITE.split('\n').toReversed().join('\n\n').replaceAll('{ assert', '{\n  assert') }],
    ['with a case that moved to another file', { before: "test('a', () => {\n  assert.equal(a(), 1);\n  assert.equal(b(), 2);\n});", now: "test('a', () => {\n  assert.equal(a(), 1);\n});", elsewhere: "test('b', () => { assert.equal(b(), 2); });" }],
    ['with the value that was ordered', { ...swap(SUITE, '9), 9)', '9), 12)'), asked: 'Change the high end of clamp to 12 and keep the tests green.' }],
  ])('is no weaker when it is %s', verifies('KEL-LIE-01'), (_, texts) => {
    expect(howWeaker(texts)).toBeUndefined();
  });
});

describe('new tests', () => {
  it('test nothing without an assertion that could fail', verifies('KEL-LIE-02'), () => {
    expect(["test('low', () => {  });", "test('low', () => { assert.ok(true); });", "it('adds', () => { expect(1).toBe(1); });", 'def test_a():\n    assert True'].map(testsNothing)).toEqual([true, true, true, true]);
    expect([SUITE, PYTHON, 'export const help = 1;', "it('adds', addsTwo);", "it('throws', () => { if (add(1, 2) !== 3) throw new TypeError('no'); });"].map(testsNothing)).toEqual([false, false, false, false, false]);
  });
});

describe('assertions', () => {
  it('are read with their form and their values, over several lines, and apart from imports and texts', verifies('KEL-LIE-01'), () => {
    expect(assertionsIn("import assert from 'node:assert';\nexpect(sum([1, 2.5]))\n  .not.toBe('4');\nconst words = 'assertive';")).toEqual([{ form: 'expect(.not.toBe(', values: ['1', '2.5', '4'], isIdle: false }]);
    expect(assertionsIn('    assert add(2, 3) == 5\n')).toEqual([{ form: 'assertadd(==5', values: ['2', '3', '5'], isIdle: false }]);
  });
});
