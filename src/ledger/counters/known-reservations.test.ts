import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CounterState, type CounterAmounts } from '../../contracts/index.ts';
import { noteDecided, readCounterState, withoutReservation, withReservation } from './known-reservations.ts';

const state = (reservations: CounterState['reservations']): CounterState => ({ limits: { tokens: 9 }, spent: { tokens: 1 }, reserved: { tokens: 2 }, reservations, is_closed: false, operations: 3 });
/** Counts how often it is looked at. */
function watched(amounts: CounterAmounts): { readonly amounts: CounterAmounts; readonly looks: () => number } {
  let looks = 0;
  return { amounts: new Proxy(amounts, { ownKeys: (target) => ((looks += 1), Reflect.ownKeys(target)) }), looks: () => looks };
}

describe('the reservations of a counter', () => {
  it('are checked once, and those that come and go by themselves', verifies('KEL-FAST-25'), () => {
    const { amounts, looks } = watched({ tokens: 1 });
    const first = { a: amounts };
    expect(readCounterState(state(first))).toEqual(state({ a: { tokens: 1 } }));
    const before = looks();
    const second = withReservation(first, 'b', { tokens: 1 });
    const third = withoutReservation(second, 'b').others;
    for (const reservations of [first, second, third]) readCounterState(state(reservations));
    expect([before > 0, looks() - before]).toEqual([true, 0]);
    expect(Object.keys(third)).toEqual(['a']);
  });

  it('that are none are refused, as is everything else that is not right', verifies('KEL-FAST-25'), () => {
    const good = { a: { tokens: 1 } };
    readCounterState(state(good));
    const bad: unknown[] = [
      state({ a: { tokens: -1 } }),
      state(withReservation(good, 'b', { tokens: 0.5 })),
      state(withReservation(good, 'not a name', { tokens: 1 })),
      state(withReservation({ a: { tokens: -1 } }, 'b', { tokens: 1 })),
      state(withoutReservation({ a: { tokens: -1 }, b: { tokens: 1 } }, 'b').others),
      { ...state(good), spent: { tokens: -1 } },
      { ...state(good), more: 1 },
      { ...state(good), operations: undefined },
      null,
      undefined,
    ];
    expect(bad.map((body) => readCounterState(body))).toEqual(bad.map(() => undefined));
  });

  it('are what they were, whichever came and went', verifies('KEL-FAST-25'), () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString');
    fc.assert(
      fc.property(fc.array(fc.record({ id: ids, tokens: fc.nat(9), comes: fc.boolean() }), { maxLength: 20 }), (moves) => {
        const model = new Map<string, CounterAmounts>();
        let reservations: CounterState['reservations'] = {};
        readCounterState(state(reservations));
        for (const { id, tokens, comes } of moves) {
          if (comes) {
            model.set(id, { tokens });
            reservations = withReservation(reservations, id, { tokens });
          } else {
            const { amounts, others } = withoutReservation(reservations, id);
            expect(amounts).toEqual(model.get(id) ?? {});
            model.delete(id);
            reservations = others;
          }
          expect(readCounterState(state(reservations))).toEqual(CounterState.parse(state(reservations)));
        }
        expect(new Map(Object.entries(reservations))).toEqual(model);
      }),
    );
  });
});

describe('a counter that was decided on here', () => {
  it('is taken as it is; one that says the same and comes from elsewhere is looked at', verifies('KEL-FAST-55'), () => {
    const { amounts, looks } = watched({ tokens: 1 });
    const decided = { ...state({}), spent: amounts };
    noteDecided(decided);
    expect([readCounterState(decided) === decided, looks()]).toEqual([true, 0]);
    const wrong = { ...state({}), spent: { tokens: -1 } };
    expect(readCounterState(wrong)).toBeUndefined();
    for (const none of [null, undefined, 1]) noteDecided(none);
    expect([null, undefined, 1].map(readCounterState)).toEqual([undefined, undefined, undefined]);
  });
});
