import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { manualTimer } from '../../../test/support/journal-fixture.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { withinPhaseTime } from './within-phase.ts';

function bench(phaseSec: number, runSec = 100) {
  const timer = manualTimer();
  const stands = { activeMs: 0, runSec };
  const seen: AbortSignal[] = [];
  const outside = new AbortController();
  const run = withinPhaseTime({ runId: sample.runId, phase: 'execute', phaseSec, timer, ownMs: () => stands.activeMs, activeMs: () => stands.activeMs, runSec: async () => stands.runSec }, outside.signal, (signal) => {
    seen.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  }).catch((error: unknown) => error);
  const passTo = async (activeMs: number): Promise<void> => {
    stands.activeMs = activeMs;
    timer.fire();
    await setImmediate();
  };
  return { timer, stands, run, passTo, outside, isStopped: () => seen[0]?.aborted };
}

describe('the time of a phase', () => {
  it('stops the work when the phase has used its own, and the run ends as a timeout', verifies('termination.timeout', 'KEL-BUD-07'), async () => {
    const { run, passTo, timer } = bench(20);
    await setImmediate();
    expect(timer.pending()).toEqual([20_000]);
    await passTo(20_000);
    const error = await run;
    expect(error).toMatchObject({ code: 'phase.timed_out', data: { phase: 'execute', limit_sec: 20 } });
    expect(endingOfError(error)).toMatchObject({ reason: 'timeout', canRetry: true });
  });

  it('stops the work when the whole run has used its own, which is a timeout and no exhausted budget', verifies('termination.timeout', 'MH4-5-15', 'KEL-BUD-07'), async () => {
    const { run, passTo } = bench(20, 10);
    await setImmediate();
    await passTo(10_000);
    const error = await run;
    expect(error).toMatchObject({ code: 'run.timed_out', data: { run_id: sample.runId, limit_sec: 10 } });
    expect(endingOfError(error)).toMatchObject({ reason: 'timeout' });
  });

  it('looks again when it seems over: waiting has moved the end, or a person gave more', verifies('termination.timeout', 'MH4-5-06', 'KEL-BUD-07'), async () => {
    const { run, passTo, timer, stands, isStopped } = bench(50, 10);
    await setImmediate();
    await passTo(4_000);
    expect([isStopped(), timer.pending()]).toEqual([false, [6_000]]);
    stands.runSec = 30;
    await passTo(10_000);
    expect([isStopped(), timer.pending()]).toEqual([false, [20_000]]);
    await passTo(30_000);
    expect(await run).toMatchObject({ code: 'run.timed_out', data: { limit_sec: 30 } });
  });

  it('says what stopped it when that came from outside, and leaves no timer behind', verifies('KEL-BUD-07'), async () => {
    const { run, outside, timer } = bench(20);
    await setImmediate();
    outside.abort();
    expect([await run, timer.pending()]).toEqual([new Error('stopped'), []]);
  });
});
