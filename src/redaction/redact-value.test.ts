import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { redactValue } from './redact-value.ts';

describe('a value that leaves', () => {
  it('has no secret and no personal data in any of its texts, and counts what was taken out', verifies('KEL-REPLAY-08'), () => {
    const value = { to: ['ann@example.org', 'the baker'], password: 'Tr0ub4dor&3-horse', note: 'nothing', count: 3, none: null, inner: [{ mail: 'bob@example.org and ann@example.org' }] };
    const { value: redacted, redactions } = redactValue(value);
    expect(redacted).toMatchObject({ to: [expect.not.stringContaining('@'), 'the baker'], note: 'nothing', count: 3, none: null });
    expect([JSON.stringify(redacted).includes('@example'), JSON.stringify(redacted).includes('Tr0ub4dor'), redactions]).toEqual([false, false, 4]);
  });

  it('is not known by the names of its parts either, and loses none of them', verifies('KEL-REPLAY-08'), () => {
    const { value, redactions } = redactValue({ 'ann@example.org': 'milk', 'bob@example.org': 'eggs', other: 'salt' });
    expect([value, redactions]).toEqual([{ '[EMAIL_1]': 'milk', '[EMAIL_1] (2)': 'eggs', other: 'salt' }, 2]);
  });

  it('is left as it is when nobody can be known by it', verifies('KEL-REPLAY-08'), () => {
    expect(redactValue({ text: 'milk and eggs', list: [true, 1.5] })).toEqual({ value: { text: 'milk and eggs', list: [true, 1.5] }, redactions: 0 });
  });
});
