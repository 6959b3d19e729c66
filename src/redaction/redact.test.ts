import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { RedactionPattern } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';
import { emailDetector } from './detectors/email.ts';
import { checkText, redact } from './redact.ts';

const MATTER: RedactionPattern = { pattern_id: 'matter', name: 'Matter', regex: String.raw`M-\d+`, replacement: 'M-•', severity: 'low' };

describe('redact', () => {
  it('masks with numbered placeholders, the same value always with the same number', verifies('KEL-REDACTION-02'), () => {
    expect(checkText('a@example.com, b@example.com, a@example.com, 415-555-0132')).toEqual({
      spans: [
        { start: 0, end: 13, type: 'EMAIL', severity: 'medium' },
        { start: 15, end: 28, type: 'EMAIL', severity: 'medium' },
        { start: 30, end: 43, type: 'EMAIL', severity: 'medium' },
        { start: 45, end: 57, type: 'PHONE', severity: 'medium' },
      ],
      redacted: '[EMAIL_1], [EMAIL_2], [EMAIL_1], [PHONE_1]',
    });
  });

  it.each([
    ['The tests pass: python3 -m unittest', []],
    ['All pass: node22 runs them', []],
    ['They must PASS: pytest8 says so', []],
    ['user ada pass: hunter2', ['hunter2']],
    ['pass: hunter2', ['hunter2']],
    ['tests pass=hunter2', ['hunter2']],
    ['tests password: hunter2', ['hunter2']],
  ])('takes what passes for no password: %s', verifies('KEL-REDACTION-18'), (text, secrets) => {
    expect(checkText(text).spans.map(({ start, end }) => text.slice(start, end))).toEqual(secrets);
  });

  it('numbers on from the placeholders that the text already carries', verifies('KEL-REDACTION-02', 'KEL-REDACTION-03'), () => {
    expect(checkText('[EMAIL_7] and [EMAIL_2], c@example.com; [PHONE_1] x').redacted).toBe('[EMAIL_7] and [EMAIL_2], [EMAIL_8]; [PHONE_1] x');
  });

  it('does not count digests among the numbers', verifies('KEL-REDACTION-02'), () => {
    expect(checkText('[EMAIL:0f] c@example.com').redacted).toBe('[EMAIL:0f] [EMAIL_1]');
  });

  it('removes', verifies('KEL-REDACTION-02'), () => {
    expect(redact('to a@example.com!', { method: 'remove' }).redacted).toBe('to !');
  });

  it('hashes to a short digest of the value', verifies('KEL-REDACTION-02'), () => {
    const digest = sha256Hex('a@example.com').slice(0, 12);
    expect(redact('to a@example.com!', { method: 'hash' }).redacted).toBe(`to [EMAIL:${digest}]!`);
  });

  it('uses only the detectors it is given', verifies('KEL-REDACTION-01'), () => {
    expect(redact('a@example.com 415-555-0132', { method: 'mask', detectors: [emailDetector] })).toEqual({
      spans: [{ start: 0, end: 13, type: 'EMAIL', severity: 'medium' }],
      redacted: '[EMAIL_1] 415-555-0132',
    });
  });

  it('replaces a custom match by the literal text of its pattern when masking, by the method otherwise', verifies('KEL-REDACTION-01', 'KEL-REDACTION-04'), () => {
    const patterns = [{ ...MATTER, replacement: '$&' }];
    const text = 'see M-12, a@example.com';
    expect(redact(text, { method: 'mask', customPatterns: patterns })).toEqual({
      spans: [
        { start: 4, end: 8, type: 'MATTER', severity: 'low' },
        { start: 10, end: 23, type: 'EMAIL', severity: 'medium' },
      ],
      redacted: 'see $&, [EMAIL_1]',
    });
    expect(redact(text, { method: 'remove', customPatterns: patterns }).redacted).toBe('see , ');
    expect(redact(text, { method: 'hash', customPatterns: patterns }).redacted).toBe(
      `see [MATTER:${sha256Hex('M-12').slice(0, 12)}], [EMAIL:${sha256Hex('a@example.com').slice(0, 12)}]`,
    );
  });

  it('lets a custom pattern win over a detector for the same stretch, and the first pattern over the second', verifies('KEL-REDACTION-04'), () => {
    const first = { ...MATTER, pattern_id: 'desk', regex: 'a@example[.]com', replacement: 'DESK' };
    const second = { ...first, pattern_id: 'other', replacement: 'OTHER' };
    expect(redact('a@example.com', { method: 'mask', detectors: [emailDetector], customPatterns: [first, second] }).redacted).toBe('DESK');
  });

  it('drops empty matches of a custom pattern', verifies('KEL-REDACTION-04'), () => {
    expect(redact('abc', { method: 'mask', customPatterns: [{ ...MATTER, regex: 'z*' }] })).toEqual({ spans: [], redacted: 'abc' });
  });

  it('refuses a custom pattern that cannot run in linear time', verifies('KEL-REDACTION-04', 'MH4-7-18'), () => {
    const looping = { ...MATTER, regex: String.raw`(a+)\1` };
    expect(() => redact('aaaa', { method: 'mask', customPatterns: [looping] })).toThrow(expect.objectContaining({ code: 'pattern.rejected' }));
  });
});

/** Pieces that meet at their edges in every order: values, halves of values, marks and odd characters. */
const PIECES = fc
  .array(
    fc.constantFrom(
      'jane@example.com', '@', '+44 20 7946 0958', '415-555-0132', '4111 1111 1111 1111', 'GB82WEST12345698765432', '[EMAIL_1]', '[PHONE:0f]',
      '536-22-1234', 'password=hunter22', 'token: ', 'born 1984-02-29', '192.0.2.1', '2001:db8::1', '🙂', '\u200b', '\r\n', ' ', '-', '.', '1', 'x', '，',
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(''));

describe('for any text', () => {
  it('spans are in order, apart, inside the text and not empty', verifies('KEL-REDACTION-05'), () => {
    fc.assert(
      fc.property(fc.oneof(PIECES, fc.string({ unit: 'binary' })), (text) => {
        let from = 0;
        for (const { start, end } of checkText(text).spans) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('what stands between the spans is kept to the letter', verifies('KEL-REDACTION-05'), () => {
    fc.assert(
      fc.property(PIECES, (text) => {
        const { spans, redacted } = redact(text, { method: 'remove' });
        const kept = spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
        expect(redacted).toBe(kept);
      }),
    );
  });
});
