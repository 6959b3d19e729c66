import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { DEFAULT_REDACTION_PATTERNS, RedactedText, RedactionMethod, RedactionPattern, type RedactionRules } from '../contracts/index.ts';
import { applyRedactionRules } from './apply-rules.ts';
import { redact } from './redact.ts';

const TEXT = 'Account: 12345678 of a@example.com';

function rules(changes: Partial<RedactionRules>): RedactionRules {
  return { pii_detection: true, custom_patterns: [], redaction_method: 'mask', ...changes };
}

describe('applyRedactionRules', () => {
  it('reports each redaction by its place in the original, and their count', verifies('MH4-7-25', 'KEL-REDACTION-07'), () => {
    const result = applyRedactionRules(TEXT, rules({}));
    expect(result).toEqual({
      text: 'Account: [BANK_ACCOUNT_1] of [EMAIL_1]',
      redactions: [
        { pattern_id: 'bank_account', original_position: 9, original_length: 8, severity: 'high' },
        { pattern_id: 'email', original_position: 21, original_length: 13, severity: 'medium' },
      ],
      redaction_count: 2,
    });
    expect(RedactedText.safeParse(result).success).toBe(true);
  });

  it('uses the method and the custom patterns of the rules', verifies('MH4-7-25', 'KEL-REDACTION-07'), () => {
    const result = applyRedactionRules(TEXT, rules({ redaction_method: 'remove', custom_patterns: DEFAULT_REDACTION_PATTERNS.slice(4) }));
    expect(result).toEqual({
      text: ' of ',
      redactions: [
        { pattern_id: 'account_number', original_position: 0, original_length: 17, severity: 'high' },
        { pattern_id: 'email', original_position: 21, original_length: 13, severity: 'medium' },
      ],
      redaction_count: 2,
    });
  });

  it('passes the text unchanged when detection is off, custom patterns included', verifies('MH4-7-25', 'KEL-REDACTION-07'), () => {
    const result = applyRedactionRules(TEXT, rules({ pii_detection: false, custom_patterns: [...DEFAULT_REDACTION_PATTERNS] }));
    expect(result).toEqual({ text: TEXT, redactions: [], redaction_count: 0 });
  });
});

describe('the default patterns', () => {
  it('are the five of the seed, by id, name, replacement and severity', verifies('MH4-7-19', 'MH4-7-20', 'MH4-7-21', 'MH4-7-22', 'MH4-7-23'), () => {
    expect(DEFAULT_REDACTION_PATTERNS.map(({ pattern_id, name, replacement, severity }) => [pattern_id, name, replacement, severity])).toEqual([
      ['ssn', 'Social Security Number', '***_*_*_*_*_*', 'high'],
      ['credit_card', 'Credit Card', '****_*_*_*_*_*_*_*_*_*_*', 'high'],
      ['email', 'Email Address', '***@***.*', 'medium'],
      ['phone', 'Phone Number', '***_*_*_*_*_*', 'medium'],
      ['account_number', 'Bank Account', 'Account: *****', 'high'],
    ]);
  });

  it.each([
    ['ssn 123-45-6789.', 'ssn ***_*_*_*_*_*.'],
    ['1123-45-6789', '1123-45-6789'],
    ['card 1234 5678-90123456', 'card ****_*_*_*_*_*_*_*_*_*_*'],
    ['12345678901234567', '12345678901234567'],
    ['to a.b+c@x-y.example!', 'to ***@***.*!'],
    ['a@b.c', 'a@b.c'],
    ['call (415)555-0132 now', 'call ***_*_*_*_*_* now'],
    ['Account #12345678, account: 123456789012', 'Account: *****, Account: *****'],
    ['account 1234567', 'account 1234567'],
  ])('turn %j into %j', verifies('MH4-7-19', 'MH4-7-20', 'MH4-7-21', 'MH4-7-22', 'MH4-7-23'), (text, redacted) => {
    expect(redact(text, { method: 'mask', detectors: [], customPatterns: DEFAULT_REDACTION_PATTERNS }).redacted).toBe(redacted);
  });
});

describe('the schemas', () => {
  it('know three methods', verifies('MH4-7-17'), () => {
    expect(RedactionMethod.options).toEqual(['mask', 'remove', 'hash']);
  });

  it('accept every default pattern and refuse one without a replacement or with another severity', verifies('MH4-7-18'), () => {
    const [pattern] = DEFAULT_REDACTION_PATTERNS;
    expect(DEFAULT_REDACTION_PATTERNS.every((one) => RedactionPattern.safeParse(one).success)).toBe(true);
    expect(RedactionPattern.safeParse({ ...pattern, replacement: undefined }).success).toBe(false);
    expect(RedactionPattern.safeParse({ ...pattern, severity: 'grave' }).success).toBe(false);
    expect(RedactionPattern.safeParse({ ...pattern, pattern_id: 'Not an id' }).error?.issues[0]?.message).toBe(
      'expected lower-case letters, digits or underscore (at most 64)',
    );
    expect(RedactionPattern.safeParse({ ...pattern, regex: 'a', name: 'b' }).success).toBe(true);
    expect(RedactionPattern.safeParse({ ...pattern, regex: 'a'.repeat(2_000) }).success).toBe(true);
    expect(RedactionPattern.safeParse({ ...pattern, regex: 'a'.repeat(2_001) }).success).toBe(false);
    expect(RedactionPattern.safeParse({ ...pattern, regex: '' }).success).toBe(false);
    expect(RedactionPattern.safeParse({ ...pattern, name: '' }).success).toBe(false);
  });

  it('refuse a report whose count differs from its list', verifies('MH4-7-25'), () => {
    expect(RedactedText.safeParse({ text: '', redactions: [], redaction_count: 1 }).success).toBe(false);
  });
});
