import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { chargeFor, reportOf } from './charge.ts';

describe('the charge for a reservation', () => {
  it('disbelieves what is no number or is negative, and then takes the whole reservation', verifies('KEL-COUNTER-09'), () => {
    const incredible = [-1, -0.5, Number.NaN, Number.NEGATIVE_INFINITY, '5', null, true, 5n, {}, [5], undefined];
    for (const used of incredible) {
      expect(chargeFor({ tokens: 10 }, reportOf({ tokens: used }))).toEqual({
        charged: { tokens: 10 },
        refunded: { tokens: 0 },
        disbelieved: ['tokens'],
        overrun: [],
      });
    }
  });

  it('disbelieves what is absurdly large, and takes the most it could have believed, or all that is left', verifies('KEL-COUNTER-09'), () => {
    const taking = (tokens: number) => ({ charged: { tokens }, refunded: { tokens: 0 }, disbelieved: ['tokens'], overrun: ['tokens'] });
    for (const used of [1_000.5, 1_001, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
      expect(chargeFor({ tokens: 10 }, reportOf({ tokens: used }))).toEqual(taking(1_000));
      expect(chargeFor({ tokens: 10 }, reportOf({ tokens: used }), { limits: { tokens: 5_000 }, taken: { tokens: 700 } })).toEqual(taking(4_300));
      expect(chargeFor({ tokens: 10 }, reportOf({ tokens: used }), { limits: { tokens: 5_000 }, taken: { tokens: 4_500 } })).toEqual(taking(1_000));
    }
  });

  it('charges what was used of a unit that is not allowed at all, as far as it can be counted', verifies('KEL-COUNTER-09'), () => {
    const standing = { limits: { cloud_calls: 0 }, taken: { cloud_calls: 5 } };
    expect(chargeFor({}, { cloud_calls: 7 }, standing)).toEqual({ charged: { cloud_calls: 7 }, refunded: { cloud_calls: 0 }, disbelieved: [], overrun: ['cloud_calls'] });
    expect(chargeFor({}, { cloud_calls: 1e300 }, standing)).toEqual({ charged: { cloud_calls: Number.MAX_SAFE_INTEGER - 5 }, refunded: { cloud_calls: 0 }, disbelieved: ['cloud_calls'], overrun: ['cloud_calls'] });
    expect(chargeFor({}, { cloud_calls: -7 }, standing)).toMatchObject({ charged: { cloud_calls: 0 }, disbelieved: ['cloud_calls'] });
  });

  it('believes up to a hundred times the reservation', verifies('KEL-COUNTER-09'), () => {
    expect(chargeFor({ tokens: 10 }, { tokens: 1_000 })).toEqual({ charged: { tokens: 1_000 }, refunded: { tokens: 0 }, disbelieved: [], overrun: ['tokens'] });
    expect(chargeFor({ tokens: 10 }, { tokens: 999.5 })).toEqual({ charged: { tokens: 1_000 }, refunded: { tokens: 0 }, disbelieved: [], overrun: ['tokens'] });
    expect(chargeFor({ tokens: 10 }, { tokens: 10 })).toEqual({ charged: { tokens: 10 }, refunded: { tokens: 0 }, disbelieved: [], overrun: [] });
    expect(chargeFor({ tokens: 10 }, { tokens: 0 })).toEqual({ charged: { tokens: 0 }, refunded: { tokens: 10 }, disbelieved: [], overrun: [] });
  });

  it('never believes more than can be counted', verifies('KEL-COUNTER-09'), () => {
    expect(chargeFor({ tokens: Number.MAX_SAFE_INTEGER }, { tokens: Number.MAX_SAFE_INTEGER + 1 })).toMatchObject({
      charged: { tokens: Number.MAX_SAFE_INTEGER },
      disbelieved: ['tokens'],
    });
  });

  it('judges each unit for itself, and silence as no report', verifies('KEL-COUNTER-09'), () => {
    expect(chargeFor({ calls: 2, constructor: 3, tokens: 10, zero: 0 }, { tokens: 4, calls: -1, zero: 1, other: 9 })).toEqual({
      charged: { calls: 2, constructor: 3, tokens: 4, zero: 0, other: 0 },
      refunded: { calls: 0, constructor: 0, tokens: 6, zero: 0, other: 0 },
      disbelieved: ['calls', 'constructor', 'other', 'zero'],
      overrun: [],
    });
  });

  it('charges what was used without being reserved, some way beyond the limit', verifies('KEL-COUNTER-09'), () => {
    expect(chargeFor({ tokens: 10 }, { tokens: 4, calls: 3, seconds: 201 }, { limits: { tokens: 50, calls: 1, seconds: 2 }, taken: {} })).toEqual({
      charged: { tokens: 4, calls: 3, seconds: 200 },
      refunded: { tokens: 6, calls: 0, seconds: 0 },
      disbelieved: ['seconds'],
      overrun: ['calls', 'seconds'],
    });
  });

  it('never refunds more than was reserved, nothing where it disbelieves, and charges no less for more', verifies('KEL-COUNTER-09'), () => {
    const anyUse = fc.oneof(fc.double(), fc.integer(), fc.anything());
    fc.assert(
      fc.property(fc.nat(), anyUse, (reserved, used) => {
        const { charged, refunded, disbelieved } = chargeFor({ tokens: reserved }, reportOf({ tokens: used }));
        const [spent = -1, back = -1] = [charged['tokens'], refunded['tokens']];
        expect([spent, back].every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(spent + back).toBeGreaterThanOrEqual(reserved);
        expect(back).toBeLessThanOrEqual(reserved);
        if (disbelieved.length > 0) expect([spent >= reserved, back]).toEqual([true, 0]);
        if (typeof used !== 'number' || !(used >= 0)) return;
        const more = chargeFor({ tokens: reserved }, reportOf({ tokens: used * 1.5 + 1 }));
        expect(more.charged['tokens']).toBeGreaterThanOrEqual(spent);
      }),
      { seed: 3 },
    );
  });

  it('keeps a report that is no number as a short text', () => {
    const used = { a: 1.5, b: Number.NaN, c: 'x'.repeat(100), d: null, e: { deep: 1 }, f: undefined, g: '\ud800', h: 5n };
    expect(reportOf(used)).toEqual({ a: 1.5, b: 'NaN', c: 'x'.repeat(64), d: 'null', e: 'object', g: '\ufffd', h: '5' });
  });
});
