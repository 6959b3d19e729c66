import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { RedactionPattern } from './redaction-rules.ts';

const pattern = { pattern_id: 'case_no', name: 'Case number', regex: 'C-[0-9]{4}', replacement: '[CASE]', severity: 'medium' };

describe('a redaction pattern', () => {
  it('needs an id, a name, an expression, a replacement and a severity, and knows no more', verifies('MH4-7-18'), () => {
    expect(RedactionPattern.parse(pattern)).toEqual(pattern);
    expect(requiredFieldsOf(RedactionPattern, pattern)).toEqual(Object.keys(pattern));
    expect(faultsOf(RedactionPattern, { ...pattern, flags: 'i' })).toEqual([': Unrecognized key: "flags"']);
  });

  it('is of low, medium or high severity', verifies('MH4-7-18'), () => {
    expect(['low', 'medium', 'high'].flatMap((severity) => faultsOf(RedactionPattern, { ...pattern, severity }))).toEqual([]);
    expect(faultsOf(RedactionPattern, { ...pattern, severity: 'critical' })).toEqual([
      'severity: Invalid option: expected one of "low"|"medium"|"high"',
    ]);
  });

  it('has an id that can stand in a placeholder and an expression of a bounded length', verifies('MH4-7-18'), () => {
    const ids = ['Case', '1case', 'case-no', '', 'a'.repeat(65), 'case no'];
    expect(ids.map((pattern_id) => faultsOf(RedactionPattern, { ...pattern, pattern_id }))).toEqual(
      ids.map(() => ['pattern_id: expected lower-case letters, digits or underscore (at most 64)']),
    );
    expect(faultsOf(RedactionPattern, { ...pattern, pattern_id: 'a'.repeat(64), regex: 'x'.repeat(2_000) })).toEqual([]);
    expect(faultsOf(RedactionPattern, { ...pattern, name: '', regex: '' })).toEqual([
      'name: Too small: expected string to have >=1 characters',
      'regex: Too small: expected string to have >=1 characters',
    ]);
    expect(faultsOf(RedactionPattern, { ...pattern, regex: 'x'.repeat(2_001) })).toEqual([
      'regex: Too big: expected string to have <=2000 characters',
    ]);
  });
});
