import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createRepetitionWatch } from './repetition.ts';

const call = (name: string, given = {}) => ({ name, arguments: given });
const [a, b, c, d] = [call('a'), call('b'), call('c'), call('d')] as const;

/** What is counted for each call of a row; a call written with `!` changes something. */
function counted(row: string): number[] {
  const watch = createRepetitionWatch();
  return row.split(' ').map((written) => {
    const one = call(written.charAt(0));
    const times = watch.note(one);
    if (written.endsWith('!')) watch.changedSomething(one);
    return times;
  });
}

describe('doing the same again', () => {
  it('is counted by tool and arguments, in whatever order these are written', verifies('KEL-EXEC-03'), () => {
    const watch = createRepetitionWatch();
    expect([watch.note(call('a', { x: 1, y: 2 })), watch.note(call('a', { y: 2, x: 1 })), watch.note(call('a', { x: 1 })), watch.note(call('b', { x: 1, y: 2 }))]).toEqual([1, 2, 1, 1]);
  });

  it('is counted also when other calls lie between', verifies('KEL-EXEC-03'), () => {
    expect(counted('a b a c a d a')).toEqual([1, 1, 2, 1, 3, 1, 4]);
  });

  it('begins anew when another call has changed something, but not by its own changes', verifies('KEL-EXEC-03'), () => {
    expect(counted('t e! t f! t g! t h! t')).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(counted('a! a! a! a! a!')).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts a row of two to four calls that is gone through again and again, also when they undo each other', verifies('KEL-EXEC-03'), () => {
    expect(counted('a! b! a! b! a! b! a! b! a! b!')).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    expect(counted('a! b! c! d! a! b! c! d! a! b! c! d!').slice(-2)).toEqual([2, 3]);
    expect(counted('a! b! x! b!')).toEqual([1, 1, 1, 1]);
    expect(counted('a! b! c! d! e! a! b! c! d! e! a! b! c! d! e!').at(-1)).toBe(1);
  });

  it('is forgotten when a person spoke', verifies('KEL-EXEC-03'), () => {
    const watch = createRepetitionWatch();
    for (const one of [a, b, a, b, a, b]) watch.note(one);
    watch.forget();
    expect([watch.note(a), watch.note(b), watch.note(a), watch.note(b)]).toEqual([1, 1, 2, 2]);
  });

  it('is never counted more often than calls were made', verifies('KEL-EXEC-03'), () => {
    assert(
      property(array(integer({ min: 0, max: 3 }), { maxLength: 40 }), (row) => {
        const watch = createRepetitionWatch();
        for (const [at, which] of row.entries()) {
          const one = [a, b, c, d][which] ?? a;
          const times = watch.note(one);
          const same = row.slice(0, at + 1).filter((other) => other === which).length;
          expect(times).toBe(same);
        }
      }),
    );
  });
});
