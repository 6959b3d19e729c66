import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { exactJson } from './exact-json.ts';

describe('the exact JSON of a value', () => {
  it('is read again as the very same value, or there is none', verifies('KEL-FAST-50'), () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true, withObjectString: true }), (value) => {
        const text = exactJson(value);
        if (text !== undefined) expect(JSON.parse(text)).toStrictEqual(value);
      }),
    );
  });

  it('is there for whatever is plain', verifies('KEL-FAST-50'), () => {
    const plain = { kind: 'counter.reserve', amounts: { tokens: 5, cost: 0.5 }, stamps: [{ actor: 'mother', is: true, of: null, half: '\ud800' }], empty: [], none: {} };
    expect(JSON.parse(exactJson(plain) ?? '')).toStrictEqual(plain);
  });

  it.each([[undefined], [{ a: undefined }], [[undefined]], [Object.assign([], { length: 2 })], [Number.NaN], [Number.POSITIVE_INFINITY], [-0], [new Uint8Array(1)], [new Date(0)], [() => 1], [{ [Symbol('a')]: 1 }], [Object.create(null)]])('is not there for %o', verifies('KEL-FAST-50'), (value) => {
    expect(exactJson(value)).toBeUndefined();
  });
});
