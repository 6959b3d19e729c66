import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { parseCounts } from '../parse-counts.ts';
import { parseFailures } from './parse-failures.ts';

/** What real programs printed, without most of their stacks. */
async function failuresOf(name: string): Promise<readonly (readonly [string, string, string | null])[]> {
  const text = await readFile(new URL(`../../../../../test/fixtures/test-outputs/${name}.txt`, import.meta.url), 'utf8');
  return parseFailures(text, parseCounts({ text, isCut: false }, null).source, '/project').map((failure) => [failure.name, failure.file === null ? '' : `${failure.file}:${failure.line ?? '?'}`, failure.message] as const);
}

const NOT_EQUAL = 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:';

describe('what failed in a test run', () => {
  it.each([
    ['node', [['adds', 'a.test.js:4', NOT_EQUAL], ['throws', 'a.test.js:7', 'Error: boom']]],
    ['node_tap', [['adds', 'a.test.js:4', 'Expected values to be strictly equal:'], ['throws', 'a.test.js:7', 'boom']]],
    ['vitest', [['broken.test.ts (the file itself)', 'broken.test.ts:1', "Error: Cannot find module './nothing.ts' imported from /project/broken.test.ts"], ['sums > adds', 'a.test.ts:3', 'AssertionError: expected 2 to be 3 // Object.is equality'], ['throws', 'a.test.ts:6', 'Error: boom']]],
    ['jest', [['sums › adds', 'a.test.js:2', 'expect(received).toBe(expected) // Object.is equality'], ['throws', 'a.test.js:5', 'boom'], ['Test suite failed to run', 'broken.test.js:1', "Cannot find module './nothing.js' from 'broken.test.js'"]]],
    ['mocha', [['sums > adds', 'test/a.js:4', NOT_EQUAL], ['throws', 'test/a.js:7', 'Error: boom']]],
    ['pytest', [['test_adds', 'test_b.py:3', 'assert (1 + 1) == 3'], ['TestX::test_boom', 'test_b.py:6', 'ValueError: boom'], ['test_err', 'test_b.py:9', 'RuntimeError: no fixture']]],
    ['unittest', [['test_boom (test_a.Sums.test_boom)', 'test_a.py:6', 'ValueError: boom'], ['test_adds (test_a.Sums.test_adds)', 'test_a.py:4', 'AssertionError: 2 != 3']]],
    ['cargo', [['tests::adds', 'src/lib.rs:4', 'assertion `left == right` failed'], ['tests::boom', 'src/lib.rs:8', 'boom']]],
    ['go', [['TestAdds', 'a_test.go:8', 'got 2, want 3'], ['TestParts/second', 'a_test.go:15', 'it is odd']]],
    ['go_json', [['TestAdds', 'a_test.go:8', 'got 2, want 3'], ['TestParts/second', 'a_test.go:15', 'it is odd']]],
    ['tap', [['adds', 'lib/sum.t:8', 'got 2, want 3']]],
  ])('is read from %s with file, line and reason, and no heading or suite is among it', verifies('KEL-OFFUSE-04'), async (name, expected) => {
    expect((await failuresOf(name)).toSorted(([left], [right]) => (left < right ? -1 : 1))).toEqual(expected.toSorted(([left = ''], [right = '']) => ((left ?? '') < (right ?? '') ? -1 : 1)));
  });

  it('is not invented from words that look alike', verifies('KEL-OFFUSE-04'), () => {
    expect(parseFailures('✖ failing tests:\n\nFAIL: see the log\n  ● a dot\ntest at noon\nERROR: it is late\n', 'none', '/project')).toEqual([]);
  });
});
