import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createRefresher, GATHER_MS, REST_RATIO } from './refresher.ts';

/** A clock that is moved by hand, and answers that come when they are let. */
function stage() {
  let clock = 0;
  let waiting: { readonly at: number; readonly callback: () => void } | undefined;
  const answers: (() => void)[] = [];
  let asked = 0;
  const refresher = createRefresher({
    load: () => ((asked += 1), new Promise((resolve) => answers.push(resolve))),
    later(callback, ms) {
      waiting = { at: clock + ms, callback };
      return () => (waiting = undefined);
    },
    nowMs: () => clock,
  });
  return {
    refresher,
    asked: () => asked,
    dueIn: () => (waiting === undefined ? undefined : waiting.at - clock),
    pass(ms: number) {
      clock += ms;
      if (waiting !== undefined && waiting.at <= clock) {
        const { callback } = waiting;
        waiting = undefined;
        callback();
      }
    },
    async answer() {
      answers.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('what is asked again', () => {
  it('is asked once for news that come together', verifies('KEL-WEB-15'), () => {
    const { refresher, asked, pass } = stage();
    for (let nth = 0; nth < 50; nth += 1) refresher.news();
    expect(asked()).toBe(0);
    pass(GATHER_MS);
    expect(asked()).toBe(1);
  });

  it('is never asked twice at once, and once more for what came meanwhile', verifies('KEL-WEB-15'), async () => {
    const { refresher, asked, pass, answer } = stage();
    refresher.now();
    refresher.news();
    refresher.now();
    pass(10_000);
    expect(asked()).toBe(1);
    await answer();
    pass(30_000);
    expect(asked()).toBe(2);
    await answer();
    pass(30_000);
    expect(asked()).toBe(2);
  });

  it('is asked once more when somebody wants it anew while it is asked', verifies('KEL-WEB-15'), async () => {
    const { refresher, asked, pass, answer } = stage();
    refresher.now();
    refresher.now();
    await answer();
    pass(GATHER_MS);
    expect(asked()).toBe(2);
  });

  it('comes to an answer however long that takes and however much happens', verifies('KEL-WEB-15'), async () => {
    const { refresher, pass, answer, dueIn } = stage();
    refresher.now();
    for (let nth = 0; nth < 20; nth += 1) {
      refresher.news();
      pass(100);
    }
    await answer();
    expect(dueIn()).toBe(2_000 * REST_RATIO);
  });

  it('is not asked any more when nobody looks', verifies('KEL-WEB-15'), async () => {
    const { refresher, asked, pass, answer } = stage();
    refresher.now();
    refresher.news();
    refresher.stop();
    await answer();
    refresher.now();
    pass(60_000);
    expect(asked()).toBe(1);
  });
});
