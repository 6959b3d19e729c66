import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sharedListIn, sharedListMemory } from './shared-lists.ts';

/** Both ends of one place, as two threads would have them. */
function place() {
  const memory = sharedListMemory();
  return { writer: sharedListIn(memory), reader: sharedListIn(memory) };
}

/** All there is, halves of surrogate pairs included. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)));
const item = fc.oneof(text, fc.double(), fc.nat(), fc.boolean(), fc.constant(null));

describe('a list in shared memory', () => {
  it('is read as it was written, again and again in the same place', verifies('KEL-SQLITE-05'), () => {
    const { writer, reader } = place();
    fc.assert(
      fc.property(fc.array(item, { maxLength: 50 }), (list) => {
        expect(writer.write(list)).toBe(true);
        expect(reader.read()).toEqual(list);
      }),
    );
  });

  it('takes as many items, and texts of as many bytes, as there is room for', verifies('KEL-SQLITE-05'), () => {
    const { writer, reader } = place();
    const fits = (list: readonly unknown[]): boolean => {
      const isWritten = writer.write(list);
      if (isWritten) expect(reader.read()).toEqual(list);
      return isWritten;
    };
    const third = Math.floor((1024 * 1024) / 3);
    expect([4_096, 4_097].map((items) => fits(Array<number>(items).fill(7)))).toEqual([true, false]);
    expect([third, third + 1].map((units) => fits(['x'.repeat(units)]))).toEqual([true, false]);
    expect([third, third + 1].map((units) => fits(['€'.repeat(units)]))).toEqual([true, false]);
    expect([third - 1, third].map((units) => fits(['abc', 'x'.repeat(units)]))).toEqual([true, false]);
  });

  it.each([[[{}]], [[[]]], [[undefined]], [[new Uint8Array(1)]], [['a', () => 1]]])('does not take %o', verifies('KEL-SQLITE-05'), (list) => {
    expect(place().writer.write(list)).toBe(false);
  });
});
