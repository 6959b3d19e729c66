import type { RedactionPattern } from './redaction-rules.ts';

/**
 * The five patterns of MH4 section 7, for policies that name them. They look at shape only; the built-in detectors
 * check what the shape means. The telephone pattern starts without MH4's `\b`: before a parenthesis it asks for
 * a letter or digit, so that a number after a space would never be found.
 */
export const DEFAULT_REDACTION_PATTERNS: readonly RedactionPattern[] = [
  {
    pattern_id: 'ssn',
    name: 'Social Security Number',
    regex: String.raw`\b\d{3}-\d{2}-\d{4}\b`,
    replacement: '***_*_*_*_*_*',
    severity: 'high',
  },
  {
    pattern_id: 'credit_card',
    name: 'Credit Card',
    regex: String.raw`\b\d{4}[\s-]?\d{4}[\s-]?\d{4}[\s-]?\d{4}\b`,
    replacement: '****_*_*_*_*_*_*_*_*_*_*',
    severity: 'high',
  },
  {
    pattern_id: 'email',
    name: 'Email Address',
    regex: String.raw`\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Z|a-z]{2,}\b`,
    replacement: '***@***.*',
    severity: 'medium',
  },
  {
    pattern_id: 'phone',
    name: 'Phone Number',
    regex: String.raw`\(\d{3}\)\d{3}-\d{4}\b`,
    replacement: '***_*_*_*_*_*',
    severity: 'medium',
  },
  {
    pattern_id: 'account_number',
    name: 'Bank Account',
    regex: String.raw`\b[Aa]ccount[:\s#]*\d{8,12}\b`,
    replacement: 'Account: *****',
    severity: 'high',
  },
];
