import { FAILURE_MESSAGE_CHARS_MAX, FAILURES_TOLD_MAX } from '../limits.ts';
import type { CountsSource, TestFormat } from '../parse-counts.ts';
import { withoutColours } from '../without-colours.ts';
import { jestFailures, mochaFailures, nodeFailures, vitestFailures } from './javascript.ts';
import { cargoFailures, goFailures, goJsonFailures, pytestFailures, tapFailures, unittestFailures } from './other-languages.ts';
import type { FailuresParser, TestFailure } from './test-failure.ts';

const PARSERS: Readonly<Record<TestFormat, readonly FailuresParser[]>> = {
  node: [nodeFailures, tapFailures],
  vitest: [vitestFailures],
  jest: [jestFailures],
  mocha: [mochaFailures],
  pytest: [pytestFailures],
  unittest: [unittestFailures],
  cargo: [cargoFailures],
  go_json: [goJsonFailures],
  go_verbose: [goFailures],
  tap: [tapFailures],
};

/** Without counts there may still be names: plain `go test` gives no sum. What other programs print is not read as theirs. */
const WITHOUT_COUNTS: readonly FailuresParser[] = [nodeFailures, vitestFailures, mochaFailures, pytestFailures, unittestFailures, cargoFailures, goJsonFailures, goFailures, tapFailures];

/** The tests that an output names as failed, each once, in order. Nothing is guessed: what no format tells has no place and no message. */
export function parseFailures(text: string, source: CountsSource, folder: string): TestFailure[] {
  const lines = withoutColours(text).split('\n').map((line) => line.trimEnd());
  const parsers = source === 'several' ? [...new Set(Object.values(PARSERS).flat())] : source === 'none' ? WITHOUT_COUNTS : PARSERS[source];
  // The second way of one program to say the same is asked only when it did not use the first.
  const found = source === 'node' ? (parsers.map((parse) => parse(lines)).find((failures) => failures.length > 0) ?? []) : parsers.flatMap((parse) => parse(lines));
  const distinct = new Map(found.map((failure) => [JSON.stringify([failure.name, failure.file, failure.line]), failure]));
  return [...distinct.values()].slice(0, FAILURES_TOLD_MAX).map((failure) => ({ ...failure, file: failure.file === null ? null : below(failure.file, folder), message: failure.message === null ? null : failure.message.slice(0, FAILURE_MESSAGE_CHARS_MAX).toWellFormed() }));
}

function below(file: string, folder: string): string {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  const path = file.startsWith(start) ? file.slice(start.length) : file;
  return path.startsWith('./') ? path.slice(2) : path;
}
