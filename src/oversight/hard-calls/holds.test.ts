import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hardCall } from '../../../test/support/oversight-samples.ts';
import { createHolds } from './holds.ts';

const signal = new AbortController().signal;

/** A question that waits until the test answers it. */
function asking(holds: ReturnType<typeof createHolds>, policy: Parameters<typeof hardCall>[1] = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { answered: holds.during(hardCall(1, policy), () => promise), answer: resolve, fail: reject };
}

/** Whether it has come to its end by now. */
async function isOver(waiting: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return (await Promise.race([waiting, Promise.resolve(open)])) !== open;
}

describe('a part of a run beside a pending question', () => {
  it('waits until every question that holds it is answered', verifies('KEL-RUN-15', 'ELN-RULE-29'), async () => {
    const holds = createHolds();
    expect(await isOver(holds.untilFree('b', signal))).toBe(true);
    const [one, other] = [asking(holds), asking(holds)];
    const waiting = holds.untilFree('b', signal);
    expect(await isOver(waiting)).toBe(false);
    one.answer('blue');
    expect([await one.answered, await isOver(waiting)]).toEqual(['blue', false]);
    other.fail(new Error('nobody is there'));
    await expect(other.answered).rejects.toThrow('nobody is there');
    expect([await isOver(waiting), getEventListeners(signal, 'abort').length]).toEqual([true, 0]);
  });

  it('goes on where the question does not hold it', verifies('KEL-RUN-15', 'ELN-RULE-29'), async () => {
    const holds = createHolds();
    const { answer } = asking(holds, { policy: { blocking_scope: 'module', blocked_refs: ['a'], allowed_to_continue_refs: [] } });
    expect([await isOver(holds.untilFree('b', signal)), await isOver(holds.untilFree('a', signal))]).toEqual([true, false]);
    answer('blue');
  });

  it('does not wait any longer than the run does', verifies('KEL-RUN-15'), async () => {
    const holds = createHolds();
    const { answer } = asking(holds);
    const stop = new AbortController();
    const waiting = holds.untilFree('b', stop.signal);
    expect(await isOver(waiting)).toBe(false);
    stop.abort();
    await waiting;
    await holds.untilFree('b', stop.signal);
    answer('blue');
  });
});
