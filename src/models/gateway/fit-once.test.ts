import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { fitOnce } from './fit-once.ts';

describe('a part that was asked with before', () => {
  const looked: unknown[] = [];
  const Part = z.strictObject({ text: z.string(), extra: z.string().default('none') }).refine((part) => looked.push(part) > 0);
  const List = z.array(fitOnce(Part));
  const seen = (work: () => unknown): number => {
    const before = looked.length;
    work();
    return looked.length - before;
  };

  it('is looked at once when it fits as it is, and handed on as it is', verifies('KEL-FAST-61'), () => {
    const part = { text: 'a', extra: 'b' };
    expect(seen(() => List.parse([part]))).toBe(1);
    expect(seen(() => expect(List.parse([part])[0]).toBe(part))).toBe(0);
    expect(seen(() => List.parse([{ ...part }]))).toBe(1);
    expect(seen(() => Part.parse(part))).toBe(1);
  });

  it('is looked at each time when the schema makes something else of it, or refuses it', verifies('KEL-FAST-61'), () => {
    const short = { text: 'a' };
    for (let time = 0; time < 2; time += 1) {
      expect(seen(() => expect(List.parse([short])).toEqual([{ text: 'a', extra: 'none' }]))).toBe(1);
      expect(List.safeParse([{ text: 1 }]).error?.issues).toEqual(z.array(Part).safeParse([{ text: 1 }]).error?.issues);
      expect(List.safeParse(['no part']).success).toBe(false);
    }
  });
});
