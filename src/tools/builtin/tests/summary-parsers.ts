import { addCounts, countWords, NO_TESTS, type TestCounts } from './test-counts.ts';

/** Each reads the lines of one kind of test program and gives what all of its summaries add up to, or null when there is none. */
export type CountsParser = (lines: readonly string[]) => TestCounts | null;

function sumOf(lines: readonly string[], read: (line: string) => TestCounts | null): TestCounts | null {
  const found = lines.flatMap((line) => read(line) ?? []);
  return found.length === 0 ? null : found.reduce(addCounts);
}

const NODE_WORDS: Readonly<Record<string, keyof TestCounts | 'nothing'>> = {
  tests: 'nothing', suites: 'nothing', pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped',
};

/** `# pass 3` of its TAP, `ℹ pass 3` of its own format. */
export const parseNode: CountsParser = (lines) => {
  const said = lines.flatMap((line) => {
    const [, word = '', number = ''] = /^(?:#|ℹ) ([a-z]{4,9}) (\d{1,9})$/.exec(line) ?? [];
    return word in NODE_WORDS ? [`${number} ${word}`] : [];
  });
  const isSummary = ['tests', 'pass', 'fail'].every((word) => said.some((text) => text.endsWith(` ${word}`)));
  return isSummary ? countWords(said, NODE_WORDS) : null;
};

/** `Tests  1 failed | 3 passed | 1 skipped (5)` */
export const parseVitest: CountsParser = (lines) =>
  sumOf(lines, (line) => {
    const text = line.trim();
    if (!text.startsWith('Tests  ')) return null;
    if (text.endsWith('no tests')) return NO_TESTS;
    const said = text.slice('Tests  '.length, text.lastIndexOf('(')).split('|');
    return countWords(said, { failed: 'failed', passed: 'passed', skipped: 'skipped', todo: 'skipped', 'expected fail': 'passed' });
  });

/** `Tests:       1 failed, 1 skipped, 2 passed, 4 total` */
export const parseJest: CountsParser = (lines) =>
  sumOf(lines, (line) => {
    const text = line.trim();
    return text.startsWith('Tests:') ? countWords(text.slice('Tests:'.length).split(','), { failed: 'failed', passed: 'passed', skipped: 'skipped', todo: 'skipped', total: 'nothing' }) : null;
  });

/** `2 passing (5ms)`, then `1 pending` and `1 failing`, each only when there are any. */
export const parseMocha: CountsParser = (lines) => {
  const said = lines.flatMap((line) => /^ {2}(\d{1,9} (?:passing|pending|failing))(?: \(\d{1,9}m?s\))?$/.exec(line)?.[1] ?? []);
  return said.some((text) => text.endsWith('passing')) ? countWords(said, { passing: 'passed', pending: 'skipped', failing: 'failed' }) : null;
};

const PYTEST_WORDS: Readonly<Record<string, keyof TestCounts | 'nothing'>> = {
  passed: 'passed', failed: 'failed', error: 'failed', errors: 'failed', skipped: 'skipped', xfailed: 'skipped', xpassed: 'passed',
  deselected: 'nothing', warning: 'nothing', warnings: 'nothing', rerun: 'nothing',
};

/** `=== 1 failed, 2 passed in 0.12s ===`, with or without the rule around it. */
export const parsePytest: CountsParser = (lines) =>
  sumOf(lines, (line) => {
    const text = line.split('=').join('').trim();
    const end = text.lastIndexOf(' in ');
    if (end === -1 || !/^\d{1,9}\.\d{1,9}s( \(\d{1,9}:\d\d:\d\d\))?$/.test(text.slice(end + ' in '.length))) return null;
    const said = text.slice(0, end);
    return said === 'no tests ran' ? NO_TESTS : countWords(said.split(','), PYTEST_WORDS);
  });

/** `Ran 5 tests in 0.001s`, and further down `OK (skipped=1)` or `FAILED (failures=1, errors=1)`. */
export const parseUnittest: CountsParser = (lines) => {
  const found: TestCounts[] = [];
  let ran: number | null = null;
  for (const line of lines) {
    const begins = /^Ran (\d{1,9}) tests? in \d{1,9}\.\d{1,9}s$/.exec(line);
    if (begins) ran = Number(begins[1]);
    else if (ran !== null && (line.startsWith('OK') || line.startsWith('FAILED (') || line.startsWith('NO TESTS RAN'))) {
      const told = new Map([...line.matchAll(/([a-z]{5,10})=(\d{1,9})/g)].map((match) => [match[1], Number(match[2])]));
      const failed = (told.get('failures') ?? 0) + (told.get('errors') ?? 0);
      const skipped = told.get('skipped') ?? 0;
      found.push({ passed: ran - failed - skipped, failed, skipped });
      ran = null;
    }
  }
  return found.length === 0 ? null : found.reduce(addCounts);
};

/** `test result: ok. 3 passed; 0 failed; 1 ignored; …`, once for each part of a crate. */
export const parseCargo: CountsParser = (lines) =>
  sumOf(lines, (line) => {
    const said = /^test result: (?:ok|FAILED)\. (.{1,200})$/.exec(line)?.[1];
    return said === undefined ? null : countWords(said.split(';').slice(0, 3), { passed: 'passed', failed: 'failed', ignored: 'skipped' });
  });
