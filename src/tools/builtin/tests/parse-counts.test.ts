import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { parseCounts } from './parse-counts.ts';

const counts = (text: string, isCut = false) => {
  const { source, counts: found } = parseCounts({ text, isCut }, null);
  return found === null ? source : `${source}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped`;
};

const NODE_TAP = 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 7\n# suites 1\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n# duration_ms 54.2\n';
const GO_JSON = [
  '{"Time":"2026-01-02T03:04:05Z","Action":"start","Package":"example.org/x"}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"run","Package":"example.org/x","Test":"TestA"}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"example.org/x","Test":"TestA","Output":"--- PASS: TestA\\n"}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"example.org/x","Test":"TestA","Elapsed":0}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"fail","Package":"example.org/x","Test":"TestB","Elapsed":0}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"skip","Package":"example.org/x","Test":"TestC","Elapsed":0}',
  '{"Time":"2026-01-02T03:04:05Z","Action":"fail","Package":"example.org/x","Elapsed":0.01}',
].join('\n');
const CARGO = 'running 2 tests\ntest result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n   Doc-tests x\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n';

describe('the counts of a test run', () => {
  it.each([
    ['the TAP of node', NODE_TAP, 'node: 2 passed, 2 failed, 3 skipped'],
    ['the own format of node', 'ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 40\n', 'node: 2 passed, 0 failed, 0 skipped'],
    ['vitest', ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 3 passed | 1 skipped | 1 todo (6)\n', 'vitest: 3 passed, 1 failed, 2 skipped'],
    ['vitest in colours', '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m\u001b[90m (5)\u001b[39m', 'vitest: 5 passed, 0 failed, 0 skipped'],
    ['vitest without tests', ' Test Files  1 failed (1)\n      Tests  no tests\n', 'vitest: 0 passed, 0 failed, 0 skipped'],
    ['jest', 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 skipped, 1 todo, 2 passed, 5 total\n', 'jest: 2 passed, 1 failed, 2 skipped'],
    ['mocha', '\n  2 passing (5ms)\n  1 pending\n  1 failing\n\n  1) a fails\n', 'mocha: 2 passed, 1 failed, 1 skipped'],
    ['pytest', '==== 1 failed, 2 passed, 1 skipped, 1 xfailed, 1 xpassed, 2 errors, 3 warnings in 0.12s ====', 'pytest: 3 passed, 3 failed, 2 skipped'],
    ['pytest -q after a long time', '12 passed, 1 deselected in 62.10s (0:01:02)', 'pytest: 12 passed, 0 failed, 0 skipped'],
    ['pytest without tests', '==== no tests ran in 0.01s ====', 'pytest: 0 passed, 0 failed, 0 skipped'],
    ['unittest', 'Ran 6 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=2)\n', 'unittest: 2 passed, 2 failed, 2 skipped'],
    ['two runs of unittest', 'Ran 1 test in 0.001s\n\nOK\nRan 2 tests in 0.001s\n\nOK (skipped=1)\n', 'unittest: 2 passed, 0 failed, 1 skipped'],
    ['cargo, all parts together', CARGO, 'cargo: 3 passed, 1 failed, 1 skipped'],
    ['go test -json', GO_JSON, 'go_json: 1 passed, 1 failed, 1 skipped'],
    ['go test -v', '=== RUN   TestA\n=== RUN   TestA/sub\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/sub (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.00s)\n--- SKIP: TestC (0.00s)\nFAIL\n', 'go_verbose: 2 passed, 1 failed, 1 skipped'],
    ['any TAP', 'ok 1 - a\nnot ok 2 - b\nok 3 # SKIP no\nnot ok 4 # TODO later\n1..4\n', 'tap: 1 passed, 1 failed, 2 skipped'],
    ['two programs in one output', `${CARGO}\n1 passed in 0.10s\n`, 'several: 4 passed, 1 failed, 1 skipped'],
  ])('are read from %s', verifies('KEL-FTOOL-11'), (_name, text, expected) => {
    expect(counts(text)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['words that look alike', 'All Tests passed\nTests: see below\n3 passed the door in 5 minutes\n# pass 3\nRan 3 tests in 0.1s\n  2 failing\n'],
    ['plain go test, which counts packages', 'ok  \texample.org/x\t0.01s\n--- FAIL: TestB (0.00s)\nFAIL\texample.org/y\t0.01s\n'],
    ['TAP whose plan does not hold', 'ok 1\nok 2\n1..5\n'],
    ['a line of pytest with a word nobody knows', '1 passed, 2 exploded in 0.10s'],
  ])('are not invented from %s', verifies('KEL-FTOOL-12'), (_name, text) => {
    expect(counts(text)).toBe('none');
  });

  it('are not counted up when something of the output is missing, but a sum at its end is read', verifies('KEL-FTOOL-12'), () => {
    expect([CARGO, GO_JSON, 'ok 1\n1..1\n', NODE_TAP].map((text) => counts(text, true))).toEqual(['none', 'none', 'none', 'node: 2 passed, 2 failed, 3 skipped']);
  });

  it('are those of the program that was started, whatever its tests print', verifies('KEL-FTOOL-12'), () => {
    expect(parseCounts({ text: `${CARGO}\n1 passed in 0.10s\n`, isCut: false }, ['pytest'])).toEqual({ source: 'pytest', counts: { passed: 1, failed: 0, skipped: 0 } });
  });
});
