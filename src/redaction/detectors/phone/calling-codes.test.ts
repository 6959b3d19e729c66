import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { isInternationalNumber, isNorthAmerican } from './calling-codes.ts';

describe('isInternationalNumber', () => {
  it.each([
    ['14155550132', true],
    ['1415555013', false],
    ['141555501322', false],
    ['11155550132', false],
    ['14151550132', false],
    ['79123456789', true],
    ['7912345678', false],
    ['442079460958', true],
    ['44169772000', true],
    ['4416977200', false],
    ['4420794609581', false],
    ['4402079460958', true],
    ['330199001234', true],
    ['3301990012345', false],
    ['35312345', false],
    ['3531234567', true],
    ['353123456789', true],
    ['3531234567890', false],
    ['390612345678', true],
    ['39012345678', true],
    ['3906123', false],
    ['99912345678', false],
    ['', false],
  ])('%s: %s', verifies('KEL-REDACTION-13'), (digits, isNumber) => {
    expect(isInternationalNumber(digits)).toBe(isNumber);
  });

  it('takes a zero after the code for a slip only where that is allowed', verifies('KEL-REDACTION-13'), () => {
    expect(isInternationalNumber('4402079460958', { isTrunkAllowed: false })).toBe(false);
    expect(isInternationalNumber('442079460958', { isTrunkAllowed: false })).toBe(true);
    expect(isInternationalNumber('390612345678', { isTrunkAllowed: false })).toBe(true);
  });
});

describe('isNorthAmerican', () => {
  it.each([
    ['2002000000', true],
    ['1992000000', false],
    ['2001990000', false],
    ['9119990000', false],
    ['9999110000', false],
    ['9109120000', true],
    ['9129100000', true],
  ])('%s: %s', verifies('KEL-REDACTION-13'), (national, isNumber) => {
    expect(isNorthAmerican(national)).toBe(isNumber);
  });
});
