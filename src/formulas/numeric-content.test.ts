import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { canonicalHash } from '../kernel/index.ts';
import { hashable, isWithin, nonFiniteIn, numbersIn } from './numeric-content.ts';

describe('the numbers in a value', () => {
  it('are found at any depth, once per part', () => {
    const part = { deep: [2, { deeper: 3 }] };
    const looped: Record<string, unknown> = { one: 1, part, again: part, text: '4', none: null };
    looped['self'] = looped;
    expect([...numbersIn(looped)]).toEqual([1, 2, 3]);
  });

  it('are found below any depth', () => {
    let nested: unknown = Number.NaN;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested, depth];
    expect(nonFiniteIn(nested)).toBe('nan');
    expect(isWithin(nested, [0, 1])).toBe(false);
  });

  it(
    'are searched for NaN first and infinity second',
    verifies('KEL-FORMULAS-09', 'fixture.formula_nan_zero_denominator'),
    () => {
      expect(nonFiniteIn({ a: [1, 2] })).toBeUndefined();
      expect(nonFiniteIn([Number.POSITIVE_INFINITY, 1])).toBe('infinity');
      expect(nonFiniteIn([Number.NEGATIVE_INFINITY, { a: Number.NaN }])).toBe('nan');
      expect(nonFiniteIn('NaN')).toBeUndefined();
    },
  );

  it('lie within bounds that count as inside', () => {
    expect(isWithin([0, 0.5, 1], [0, 1])).toBe(true);
    expect(isWithin({ a: 1.01 }, [0, 1])).toBe(false);
    expect(isWithin({ a: -0.01 }, [0, 1])).toBe(false);
    expect(isWithin(Number.NaN, [0, 1])).toBe(false);
    expect(isWithin('7', [0, 1])).toBe(true);
  });
});

describe('a hashable copy', () => {
  it('keeps JSON as it is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(hashable(value)).toEqual(value)));
  });

  it('names what JSON cannot say', () => {
    const looped: Record<string, unknown> = {};
    looped['self'] = looped;
    expect(hashable([Number.NaN, -1 / 0, undefined, 1n, '\ud800', looped])).toEqual([
      { not_json: 'NaN' },
      { not_json: '-Infinity' },
      { not_json: 'undefined' },
      { not_json: 'bigint' },
      { not_json: '\ufffd' },
      { self: { not_json: 'cycle' } },
    ]);
  });

  it('names the holes of a sparse array', () => {
    const sparse: unknown[] = [];
    sparse[2] = 1;
    expect(hashable(sparse)).toEqual([{ not_json: 'undefined' }, { not_json: 'undefined' }, 1]);
  });

  it('stops at a depth', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 40; depth += 1) nested = [nested];
    expect(JSON.stringify(hashable(nested))).toBe(`${'['.repeat(32)}{"not_json":"depth"}${']'.repeat(32)}`);
  });

  it('has a hash whatever it was made from', () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(canonicalHash(hashable({ value }))).toHaveLength(64)));
  });
});
