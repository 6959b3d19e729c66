import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutation/mutants.ts';
import { verifies } from '../requirements/verifies.ts';

const source = `
export function clamp(value: number, limit = 3): number {
  if (value > limit) return limit;
  log('seen');
  return value + 1;
}
export const other = () => 5;
export const choose = (a: boolean) => (a ? b : c);
export class Box {
  open(): boolean { return true; }
  shut(): boolean { return false; }
}
`;

const changes = (name: string): string[] => mutantsOf('a.ts', source, name).map((mutant) => mutant.description);

describe('mutantsOf', () => {
  it('changes operators, conditions, literals, statements and results, and names each change', verifies('KEL-REQ-02'), () => {
    expect(changes('clamp')).toEqual([
      'a.ts:2: 3 → 4',
      'a.ts:3: value > limit → !(value > limit)',
      'a.ts:3: > → <=',
      'a.ts:3: limit → undefined as never',
      "a.ts:4: log('seen'); → ;",
      "a.ts:4: 'seen' → ''",
      'a.ts:5: value + 1 → undefined as never',
      'a.ts:5: + → -',
      'a.ts:5: 1 → 2',
    ]);
  });

  it('stays inside the named declaration or method', verifies('KEL-REQ-02'), () => {
    expect(changes('other')).toEqual(['a.ts:7: 5 → 6']);
    expect(changes('choose')).toEqual(['a.ts:8: a → !(a)']);
    expect(changes('Box.shut')).toEqual(['a.ts:11: false → undefined as never', 'a.ts:11: false → true']);
  });

  it('loosens schemas: fields, closedness and rules', verifies('KEL-REQ-02'), () => {
    const schema = "const A = z.strictObject({ b: z.string().min(2), c, d: z.number().optional() }).refine((a) => a);";
    expect(mutantsOf('a.ts', schema, 'A').map(({ start, end, replacement }) => schema.slice(0, start) + replacement + schema.slice(end))).toEqual([
      'const A = z.strictObject({ b: z.string().min(2), c, d: z.number().optional() });',
      'const A = z.looseObject({ b: z.string().min(2), c, d: z.number().optional() }).refine((a) => a);',
      'const A = z.strictObject({ b: z.string().min(2).optional(), c, d: z.number().optional() }).refine((a) => a);',
      'const A = z.strictObject({ b: z.string().min(2), c: c.optional(), d: z.number().optional() }).refine((a) => a);',
      'const A = z.strictObject({ b: z.string(), c, d: z.number().optional() }).refine((a) => a);',
      'const A = z.strictObject({ b: z.string().min(3), c, d: z.number().optional() }).refine((a) => a);',
    ]);
    expect(mutantsOf('a.ts', 'const A = Math.min(b, c);', 'A')).toEqual([]);
  });

  it('leaves alone what would change nothing: types, and results that are undefined already', verifies('KEL-REQ-02'), () => {
    expect(mutantsOf('a.ts', "function f(x: 'a' | 'b'): string | undefined { return undefined; }", 'f')).toEqual([]);
  });

  it('makes code that still parses', verifies('KEL-REQ-02'), () => {
    for (const mutant of mutantsOf('a.ts', source, 'clamp')) {
      const mutated = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
      expect(mutantsOf('a.ts', mutated, 'clamp').length, mutant.description).toBeGreaterThan(0);
    }
  });

  it('finds nothing where there is no such declaration', verifies('KEL-REQ-02'), () => {
    expect(changes('absent')).toEqual([]);
  });
});
