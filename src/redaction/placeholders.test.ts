import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { findPlaceholders } from './placeholders.ts';

describe('findPlaceholders', () => {
  it('finds masks and digests with their type and number', verifies('KEL-REDACTION-03'), () => {
    expect(findPlaceholders('a [US_SSN_12] b [EMAIL:0f1e] [IBAN_3]')).toEqual([
      { start: 2, end: 13, type: 'US_SSN', number: 12 },
      { start: 16, end: 28, type: 'EMAIL', number: 0 },
      { start: 29, end: 37, type: 'IBAN', number: 3 },
    ]);
  });

  it.each(['[EMAIL_]', '[_1]', '[email_1]', '[EMAIL-1]', '[EMAIL_1', '[EMAIL:xyz]', '[:0f]', '[EMAIL:]', '[]', '[1]', '[123]', 'xEMAIL_1]', '[EMAIL_0f]', `[${'A'.repeat(95)}_1]`])(
    'takes %s for ordinary text',
    verifies('KEL-REDACTION-03'),
    (text) => {
      expect(findPlaceholders(text)).toEqual([]);
    },
  );

  it('finds one that follows an open bracket', verifies('KEL-REDACTION-03'), () => {
    expect(findPlaceholders('[[PHONE_1]')).toEqual([{ start: 1, end: 10, type: 'PHONE', number: 1 }]);
  });
});
