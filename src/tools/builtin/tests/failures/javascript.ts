import { firstWords, NO_PLACE, placeIn, placeOfFrame, until, type FailuresParser, type Place, type TestFailure } from './test-failure.ts';

const DURATION = / \(\d{1,9}(?:\.\d{1,9})? ?m?s\)$/;

/** Node's own format: under its heading each test has `test at FILE:LINE:COLUMN` before it. Suites that only hold failed tests are not among them. */
export const nodeFailures: FailuresParser = (lines) => {
  const heading = lines.findIndex((line) => line.trim() === '✖ failing tests:');
  if (heading === -1) return [];
  return lines.flatMap((line, at): TestFailure[] => {
    const next = lines[at + 1] ?? '';
    if (at < heading || !line.startsWith('test at ') || !next.startsWith('✖ ')) return [];
    const body = until(lines, at + 2, (one) => one.startsWith('test at '));
    return [{ name: next.slice(2).replace(DURATION, ''), ...(placeIn(line.slice('test at '.length)) ?? NO_PLACE), message: firstWords(body) }];
  });
};

/** ` FAIL  a.test.ts > sums > adds`, then the error, then ` ❯ a.test.ts:3:36`. */
export const vitestFailures: FailuresParser = (lines) =>
  lines.flatMap((line, at): TestFailure[] => {
    if (!line.startsWith(' FAIL  ')) return [];
    const [path = '', ...names] = line.slice(' FAIL  '.length).split(' > ');
    const body = until(lines, at + 1, (one) => one.startsWith(' FAIL  ') || one.startsWith('⎯⎯⎯'));
    const frame = body.find((one) => one.startsWith(' ❯ '))?.slice(' ❯ '.length).trim() ?? '';
    const place = placeIn(frame.slice(frame.lastIndexOf(' ') + 1));
    const file = path.split(' [ ')[0] ?? path;
    return [{ name: names.length === 0 ? `${file} (the file itself)` : names.join(' > '), ...(place ?? { file, line: null }), message: firstWords(body) }];
  });

/** `  ● sums › adds`, then the error, then a stack. It may be told twice. */
export const jestFailures: FailuresParser = (lines) => {
  let suite: Place = NO_PLACE;
  const found = new Map<string, TestFailure>();
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('FAIL ')) suite = { file: line.slice('FAIL '.length).trim().replace(DURATION, ''), line: null };
    if (!line.startsWith('  ● ') || line.startsWith('  ● Console')) continue;
    const body = until(lines, at + 1, (one) => one.startsWith('  ● ') || one.startsWith('FAIL ') || one.startsWith('PASS ') || one.startsWith('Test Suites:'));
    const frame = body.map(placeOfFrame).find((place) => place !== undefined);
    const failure = { name: line.slice('  ● '.length).trim(), ...(frame ?? suite), message: firstWords(body) };
    if (!found.has(`${suite.file} ${failure.name}`)) found.set(`${suite.file} ${failure.name}`, failure);
  }
  return [...found.values()];
};

const MOCHA_NUMBER = /^ {2}\d{1,6}\) /;

/** `  1) sums`, the names below it down to the one with a colon, then the error and a stack. */
export const mochaFailures: FailuresParser = (lines) => {
  const start = lines.findIndex((line) => /^ {2}\d{1,9} failing$/.test(line));
  if (start === -1) return [];
  return lines.flatMap((line, at): TestFailure[] => {
    if (at < start || !MOCHA_NUMBER.test(line)) return [];
    const body = until(lines, at + 1, (one) => MOCHA_NUMBER.test(one));
    const isWhole = line.trimEnd().endsWith(':');
    const last = isWhole ? -1 : body.findIndex((one) => one.trimEnd().endsWith(':'));
    const names = [line.slice(line.indexOf(')') + 1), ...body.slice(0, last + 1)].map((one) => one.trim()).filter((one) => one !== '');
    const rest = body.slice(last + 1);
    return [{ name: names.join(' > ').replace(/:$/, ''), ...(rest.map(placeOfFrame).find((place) => place !== undefined) ?? NO_PLACE), message: firstWords(rest) }];
  });
};
