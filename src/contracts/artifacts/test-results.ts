import { z } from 'zod';
import { Count, NonEmptyText, StorageRef } from '../core/index.ts';

/** Enough to see what failed; the whole output lies behind the reference. */
export const TEST_EXCERPT_CHARS_MAX = 4_000;

/** How many tests there were of each kind. */
export const TestTally = z.strictObject({ run: Count, passed: Count, failed: Count, skipped: Count }).refine(({ run, passed, failed }) => run === passed + failed, {
  path: ['run'],
  message: 'those that ran are those that passed and those that failed',
});
export type TestTally = z.infer<typeof TestTally>;

/** What became of the tests, taken from the call that ran them. */
export const TestResults = z.strictObject({
  command: NonEmptyText,
  /** Null when the program was ended from outside. */
  exit_code: z.int().nullable(),
  /** Null when the output does not tell. */
  counts: TestTally.nullable(),
  output_excerpt: z.string().max(TEST_EXCERPT_CHARS_MAX),
  /** The call in the journal. */
  call: StorageRef,
});
export type TestResults = z.infer<typeof TestResults>;
