import { expect, it } from 'vitest';
import { double } from './specimen.ts';

it('doubles', () => {
  expect(double(2)).toBe(4);
});
