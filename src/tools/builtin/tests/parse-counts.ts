import { parseGoJson, parseGoVerbose, parseTap } from './event-parsers.ts';
import { parseCargo, parseJest, parseMocha, parseNode, parsePytest, parseUnittest, parseVitest, type CountsParser } from './summary-parsers.ts';
import { addCounts, type TestCounts } from './test-counts.ts';
import { withoutColours } from './without-colours.ts';

export const COUNTS_SOURCES = ['node', 'vitest', 'jest', 'mocha', 'pytest', 'unittest', 'cargo', 'go_json', 'go_verbose', 'tap', 'several', 'none'] as const;
export type CountsSource = (typeof COUNTS_SOURCES)[number];
export type TestFormat = Exclude<CountsSource, 'several' | 'none'>;

interface Format {
  readonly parse: CountsParser;
  /** Counted from every test or part, so that an output of which something is missing says nothing. */
  readonly needsAll: boolean;
}

const FORMATS: Readonly<Record<TestFormat, Format>> = {
  node: { parse: parseNode, needsAll: false },
  vitest: { parse: parseVitest, needsAll: false },
  jest: { parse: parseJest, needsAll: false },
  mocha: { parse: parseMocha, needsAll: false },
  pytest: { parse: parsePytest, needsAll: false },
  unittest: { parse: parseUnittest, needsAll: false },
  cargo: { parse: parseCargo, needsAll: true },
  go_json: { parse: parseGoJson, needsAll: true },
  go_verbose: { parse: parseGoVerbose, needsAll: true },
  tap: { parse: parseTap, needsAll: true },
};

export interface TestOutput {
  readonly text: string;
  /** Something in the middle of it is missing. */
  readonly isCut: boolean;
}

/**
 * What the output of a test run says in numbers. Nothing is guessed: an output that no format fits gives no counts.
 * When it is not known which program ran, every format is tried, and those that are found are added up.
 */
export function parseCounts({ text, isCut }: TestOutput, formats: readonly TestFormat[] | null): { source: CountsSource; counts: TestCounts | null } {
  const lines = withoutColours(text).split('\n').map((line) => line.trimEnd());
  const tried = (formats ?? (Object.keys(FORMATS) as TestFormat[])).filter((name) => !isCut || !FORMATS[name].needsAll);
  const found = tried.flatMap((source) => {
    const counts = FORMATS[source].parse(lines);
    return counts === null ? [] : [{ source, counts }];
  });
  // Node's TAP is TAP too, and says more.
  const distinct = found.filter(({ source }) => source !== 'tap' || !found.some((other) => other.source === 'node'));
  const [only] = distinct;
  if (only === undefined) return { source: 'none', counts: null };
  return distinct.length === 1 ? only : { source: 'several', counts: distinct.map(({ counts }) => counts).reduce(addCounts) };
}
