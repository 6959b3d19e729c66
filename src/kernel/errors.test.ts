import { describe, expect, it } from 'vitest';
import { hasCode, invariant, KeelsonError } from './errors.ts';

describe('KeelsonError', () => {
  it('carries code, message, next step, typed data and cause', () => {
    const cause = new TypeError('inner');
    const error = new KeelsonError('json.too_deep', {
      message: 'Too deep.',
      nextStep: 'Flatten it.',
      data: { limit: 3 },
      cause,
    });
    expect({ ...error.toBody(), cause: error.cause }).toEqual({
      code: 'json.too_deep',
      message: 'Too deep.',
      next_step: 'Flatten it.',
      data: { limit: 3 },
      cause,
    });
  });

  it('is recognised by its code and by no other', () => {
    const error = new KeelsonError('json.too_deep', { message: 'm', nextStep: 'n', data: { limit: 3 } });
    expect(hasCode(error, 'json.too_deep')).toBe(true);
    expect(hasCode(error, 'json.too_large')).toBe(false);
    expect(hasCode(new TypeError('x'), 'json.too_deep')).toBe(false);
  });
});

describe('invariant', () => {
  it('passes a true condition and crashes with its own code on a false one', () => {
    expect(() => invariant('water', 'there is water')).not.toThrow();
    expect(() => invariant(false, 'water flows downhill')).toThrow(
      expect.objectContaining({ code: 'invariant.broken', data: { detail: 'water flows downhill' } }),
    );
  });
});
