import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkText } from '../redact.ts';

function typeOf(text: string): string | undefined {
  return checkText(text).spans[0]?.type;
}

describe('social security numbers', () => {
  it.each([
    ['001-01-0001', true],
    ['000-01-0001', false],
    ['665-12-3456', true],
    ['666-12-3456', false],
    ['667-12-3456', true],
    ['899-12-3456', true],
    ['900-12-3456', false],
    ['999-12-3456', false],
    ['536-00-1234', false],
    ['536-01-1234', true],
    ['536-99-9999', true],
    ['536-22-0000', false],
    ['078-05-1120', false],
    ['078-05-1121', true],
    ['219-09-9999', false],
    ['219-09-9998', true],
  ])('%s was issued: %s', verifies('KEL-REDACTION-11'), (number, isIssued) => {
    expect(typeOf(number)).toBe(isIssued ? 'US_SSN' : undefined);
  });

  it.each([
    ['912-49-1234', false],
    ['912-50-1234', true],
    ['912-65-1234', true],
    ['912-66-1234', false],
    ['912-69-1234', false],
    ['912-70-1234', true],
    ['912-88-1234', true],
    ['912-89-1234', false],
    ['912-90-1234', true],
    ['912-92-1234', true],
    ['912-93-1234', false],
    ['912-94-1234', true],
    ['666-94-1234', false],
  ])('ITIN %s lies in an open range: %s', verifies('KEL-REDACTION-11'), (number, isOpen) => {
    expect(typeOf(`ITIN ${number}`) === 'US_ITIN').toBe(isOpen);
  });
});
