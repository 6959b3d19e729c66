import { describe, expect, it } from 'vitest';
import { made, read, shell } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { inventedQuote } from './quoted-evidence.ts';

const calls = [shell('node health.mjs', { stdout: 'database: unreachable\n  since 04:10' }), read('lease.txt', 'Pets are not allowed.'), made('query_table', { arguments: { path: 'a.csv' }, output: { rows: [['the third row is late']] }, shown: '1 row' })];
const said = ['The service is not healthy.', 'What is told agrees with what health.mjs printed'];
const quoted = (evidence: string): string | undefined => inventedQuote(evidence, { calls, said });

describe('what a judge quotes', () => {
  it.each([
    ['Call 1 printed “database: connected, all 14 probes green”.', 'database: connected, all 14 probes green'],
    ['It says "pets are allowed now" in call 2.', 'pets are allowed now'],
    ['“Pets are not allowed. … Cats are very welcome here”', 'Pets are not allowed. … Cats are very welcome here'],
  ])('has to stand in what it was shown: %s', verifies('KEL-LIE-21'), (evidence, invented) => {
    expect(quoted(evidence)).toBe(invented);
  });

  it.each([
    ['The calls show it.'],
    ['Call 1 printed “Database: unreachable since 04:10”.'],
    ['It says "Pets … not allowed" and “the third row is late”.'],
    ['The “healthy” state is denied: “The service is not healthy.”'],
    ['An open quotation “that never ends is none'],
  ])('stands there: %s', verifies('KEL-LIE-21'), (evidence) => {
    expect(quoted(evidence)).toBeUndefined();
  });
});
