import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { arithmetic } from './expression.ts';

describe('arithmetic in a request', () => {
  it.each([
    ['2+2', '2+2'],
    ['15 * (3 + 4)', '15 * (3 + 4)'],
    ['2 ** 3 ** 2', '2 ** 3 ** 2'],
    ['-3 - -4', '-3 - -4'],
    ['17 % 5', '17 % 5'],
    ['Math.max(1, 2)', 'Math.max(1, 2)'],
    ['12-3-(1)', '12-3-(1)'],
    ['9-4-3-1', '9-4-3-1'],
    ['2^10', '2 ** 10'],
    ['12 times 7', '12 * 7'],
    ['12 multiplied by 7 minus 1', '12 * 7 - 1'],
    ['3 x 4', '3 * 4'],
    ['7 ÷ 2', '7 / 2'],
    ['15% of 240', '15 / 100 * 240'],
    ['15 percent of 240', '15 / 100 * 240'],
    ['1,000 * 3', '1000 * 3'],
    ['.5 plus 1', '0.5 + 1'],
    ['5 squared', '5 ** 2'],
    ['the square root of 144', 'Math.sqrt(144)'],
    ['sqrt(16) + 2', 'Math.sqrt(16) + 2'],
  ])('is written as the evaluator reads it: %s', verifies('KEL-ROUTE-04'), (written, expected) => {
    expect(arithmetic(written)).toBe(expected);
  });

  it.each(['', '42', '2 +', '* 2', '(2', '2)', '2 2', '2 + two', '-2 ** 2', '-2 squared', '50% + 3', '1.2.3 + 1', '007 + 1', '1,00 + 1', '2026-11-15', '15/11/2026', '24/7', 'sqrt', 'the square root of 2 plus 1', 'x', '2 xs 3', '2; 3', 'process.exit()', '[1] + 1', '"a" + 1', '1, 2', '(1, 2) + 1', `${'('.repeat(40)}1+1${')'.repeat(40)}`])(
    'is nothing else: %j',
    verifies('KEL-ROUTE-04'),
    (written) => {
      expect(arithmetic(written)).toBeNull();
    },
  );

  it('keeps the value of what people write', verifies('KEL-ROUTE-04'), () => {
    const number = fc.integer({ min: 0, max: 9999 }).map(String);
    const expression = fc.letrec<{ sum: string; value: string }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, number, tie('sum').map((sum) => `(${sum})`)),
      sum: fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/', '%'), tie('value')), { minLength: 1, maxLength: 4 }).chain((rest) => number.map((first) => `${first} ${rest.map(([sign, value]) => `${sign} ${value}`).join(' ')}`)),
    })).sum;
    fc.assert(fc.property(expression, (written) => {
      const spoken = written.replaceAll('+', 'plus').replaceAll('*', 'times').replaceAll('/', 'divided by');
      const read = arithmetic(spoken);
      expect(read).not.toBeNull();
      expect(runInNewContext(read ?? '')).toEqual(runInNewContext(written));
    }));
  });
});
