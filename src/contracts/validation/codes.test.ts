import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VALIDATION_CODES, ValidationCode } from './codes.ts';
import { CONTRACT_CODES } from './contract-codes.ts';
import { FORMULA_CODES } from './formula-codes.ts';
import { GOVERNANCE_CODES } from './governance-codes.ts';
import { INVARIANT_CODES } from './invariant-codes.ts';
import { RELIANCE_CODES } from './reliance-codes.ts';
import { RUNTIME_CODES } from './runtime-codes.ts';

const TABLES = [INVARIANT_CODES, CONTRACT_CODES, RUNTIME_CODES, FORMULA_CODES, GOVERNANCE_CODES, RELIANCE_CODES];

/** SHA-256 of the specified codes, sorted and joined by line feeds: a code lost, added or misspelt changes it. */
const SPECIFIED_CODES_SHA256 = 'e245304ff09735e90f370076e3a78244e6a4cffc839e762b8890ab899d349382';

const entries = Object.entries(VALIDATION_CODES);

describe('the validation codes', () => {
  it('are exactly the 213 that the specification names', () => {
    const codes = entries.map(([code]) => code).sort();
    expect(codes.length).toBe(213);
    expect(createHash('sha256').update(codes.join('\n')).digest('hex')).toBe(SPECIFIED_CODES_SHA256);
  });

  it('are each defined in one table only', () => {
    const codes = TABLES.flatMap((table) => Object.keys(table)).sort();
    expect(codes.filter((code, index) => code === codes[index - 1])).toEqual([]);
    expect(codes).toEqual(Object.keys(VALIDATION_CODES).sort());
  });

  it('each say something different in one whole sentence', () => {
    const meanings = entries.map(([, entry]) => entry.meaning);
    expect(new Set(meanings).size).toBe(meanings.length);
    expect(meanings.filter((meaning) => !/^[A-Z][^.]+[a-z0-9]\.$/.test(meaning))).toEqual([]);
  });

  it('name the section where they first appear', () => {
    const section = /^(3\.[1-4]|8\.2|10|[ABCDG]-\d\d|calibration|G commands)$/;
    expect(entries.filter(([, entry]) => !section.test(entry.section))).toEqual([]);
  });

  it('are errors, but for the one that describes a valid indeterminate result', () => {
    const warnings = entries.filter(([, entry]) => entry.level === 'warning').map(([code]) => code);
    expect(warnings).toEqual(['validation.calibration_metric_all_one_class']);
  });

  it('parse as ValidationCode, and nothing else does', () => {
    expect(ValidationCode.options).toEqual(Object.keys(VALIDATION_CODES));
    expect(ValidationCode.parse('validation.criterion_weight_invalid')).toBe('validation.criterion_weight_invalid');
    expect(ValidationCode.safeParse('validation.criterion_weight').success).toBe(false);
  });
});
