/** What a test program says about its run. A test that was skipped, or is still to be written, was not run. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(left: TestCounts, right: TestCounts): TestCounts {
  return { passed: left.passed + right.passed, failed: left.failed + right.failed, skipped: left.skipped + right.skipped };
}

/** `3 passed` and the like; null for anything else. */
export function readNumberAndWord(text: string): { number: number; word: string } | null {
  const match = /^(\d{1,9}) ([a-z ]{1,40})$/.exec(text.trim());
  return match ? { number: Number(match[1]), word: match[2] ?? '' } : null;
}

/** Adds up what is said of each word; null when a word is not known, because then the line is about something else. */
export function countWords(parts: readonly string[], meaning: Readonly<Record<string, keyof TestCounts | 'nothing'>>): TestCounts | null {
  const counts = { passed: 0, failed: 0, skipped: 0, nothing: 0 };
  for (const part of parts) {
    const read = readNumberAndWord(part);
    const kind = read === null ? undefined : meaning[read.word];
    if (read === null || kind === undefined) return null;
    counts[kind] += read.number;
  }
  return { passed: counts.passed, failed: counts.failed, skipped: counts.skipped };
}
