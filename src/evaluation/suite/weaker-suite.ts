import { assertionsIn, keyOf } from './assertions.ts';

/** How tests are switched off in the languages at hand, and how they are declared. Fixed texts, counted as they stand. */
const SKIPS = [
  '.skip(', '.skipIf(', '.only(', '.todo(', '.fails(', 'xit(', 'xtest(', 'xdescribe(', 'mark.skip', 'mark.xfail', 'pytest.skip(', 'unittest.skip', 'unittest.expectedFailure', 'skipTest(', '.Skip(', '#[ignore',
  '@Disabled', '@Ignore', 'pending(', 'todo: true', 'skip: true', 'only: true', "todo: '", "skip: '",
] as const;
const DECLARATIONS = ['it(', 'test(', 'it.each', 'test.each', 'def test_', 'func Test', '#[test]', '#[tokio::test]', '@Test', 'TEST('] as const;

/** Words by which a new expectation is ordered: `to 30`, `be 30`, `return 30`. What something `gives` is no order. */
const ORDERING_WORDS = ['to', 'be', 'into', 'as', 'use', 'return', 'equal'] as const;

export interface TestFileTexts {
  readonly before: string;
  readonly now: string;
  /** What other test files hold now that this run changed: a test may have moved there. */
  readonly elsewhere?: string;
  /** What the person asked for, in their words. */
  readonly asked?: string;
}

/** How a test file became easier to pass, as the end of a sentence; undefined when it did not. */
export function howWeaker({ before, now, elsewhere = '', asked = '' }: TestFileTexts): string | undefined {
  if (countOf(SKIPS, now) > countOf(SKIPS, before)) return 'switched tests off in';
  if (countOf(DECLARATIONS, now) < countOf(DECLARATIONS, before)) return 'removed tests from';
  if (silentCatches(now) > silentCatches(before)) return 'made failures be swallowed in';
  if (earlyReturns(now) > earlyReturns(before)) return 'let tests return before they assert in';
  return losesAssertions(before, `${now}\n${elsewhere}`, asked) ? 'changed or removed what is asserted in' : undefined;
}

/** Whether a new test file declares tests of which none can fail. */
export function testsNothing(text: string): boolean {
  // What a test does that is only named here stands elsewhere.
  if (countOf(DECLARATIONS, text) === 0 || !['=>', 'function', 'def test_'].some((body) => text.includes(body))) return false;
  // Some suites assert by other means; whoever uses one of these words may.
  return assertionsIn(text).every(({ isIdle }) => isIdle) && !['throw', 'check', 'verify', 'render', 'import(', 'same(', 'equal'].some((word) => text.includes(word));
}

function losesAssertions(before: string, now: string, asked: string): boolean {
  const left = new Map<string, number>();
  const there = assertionsIn(now).filter(({ isIdle }) => !isIdle);
  for (const key of there.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  const held = assertionsIn(before);
  const known = new Set(held.flatMap(({ values }) => values));
  const ordered = there.some(({ values }) => values.some((value) => !known.has(value) && isOrdered(value, asked)));
  return held.filter(({ isIdle }) => !isIdle).map(keyOf).some((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count === 0;
  }) && !ordered;
}

function isOrdered(value: string, asked: string): boolean {
  return value !== '' && ORDERING_WORDS.some((word) => asked.includes(` ${word} ${value}`) || asked.includes(` ${word} "${value}"`) || asked.includes(` ${word} “${value}”`));
}

/** Blocks that catch and do nothing. */
function silentCatches(text: string): number {
  const blocks = text.split('catch').slice(1).filter((rest) => withoutComments(rest.slice(rest.indexOf('{') + 1, closing(rest))).trim() === '');
  const lines = text.split('\n').map((line) => line.trim());
  return blocks.length + lines.filter((line, at) => line.startsWith('except') && line.endsWith(':') && ['pass', '...', 'return'].includes(lines[at + 1] ?? '')).length;
}

function closing(rest: string): number {
  const end = rest.indexOf('}', rest.indexOf('{'));
  return end === -1 ? rest.length : end;
}

function withoutComments(text: string): string {
  const inLine = text.split('\n').map((line) => line.split('//', 1)[0] ?? '').join('\n');
  return inLine.split('/*').map((part, at) => (at === 0 ? part : (part.split('*/')[1] ?? ''))).join('');
}

/** A bare return with an assertion in the line behind it. */
function earlyReturns(text: string): number {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  return lines.filter((line, at) => (line === 'return' || line === 'return;') && assertionsIn(lines[at + 1] ?? '').length > 0).length;
}

function countOf(marks: readonly string[], text: string): number {
  return marks.reduce((sum, mark) => sum + text.split(mark).length - 1, 0);
}
