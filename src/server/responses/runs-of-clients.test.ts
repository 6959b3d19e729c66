import { describe, expect, it } from 'vitest';
import { runId } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { RunStartReport } from '../../contracts/index.ts';
import { createRunsOfClients, PATIENCE_MS } from './runs-of-clients.ts';

/** Runs that go on until they are stopped, and times that are over when the test says so. */
function rig() {
  const times: { readonly ms: number; readonly over: AbortController }[] = [];
  const closing = new AbortController();
  const runs = createRunsOfClients({
    closing: closing.signal,
    deadline(ms) {
      const over = new AbortController();
      times.push({ ms, over });
      return over.signal;
    },
  });
  const begin = () => {
    const stopped = Promise.withResolvers<RunStartReport>();
    let isStopped = false;
    const run = runs.work((signal) => {
      signal.addEventListener('abort', () => (isStopped = true), { once: true });
      return stopped.promise;
    });
    run.knownAs(runId(1));
    return { run, isStopped: () => isStopped, unwind: () => stopped.reject(new Error('stopped')) };
  };
  const passTime = async (): Promise<void> => {
    times.splice(0).forEach(({ over }) => over.abort());
    await new Promise(setImmediate);
  };
  return { runs, begin, times, passTime, closing };
}

describe('a run whose client does not come back', () => {
  it('is left as it stands after a while, and is to be resumed once it has let go', verifies('KEL-FUNC-06'), async () => {
    const { runs, begin, times, passTime } = rig();
    const { run, isStopped, unwind } = begin();
    expect(await runs.take(runId(1))).toBe(run);
    run.waits(async () => true);
    expect([times.map(({ ms }) => ms), isStopped()]).toEqual([[PATIENCE_MS], false]);
    await passTime();
    expect(isStopped()).toBe(true);
    const taken = runs.take(runId(1));
    unwind();
    expect(await taken).toBeUndefined();
    expect(await runs.take(runId(1))).toBeUndefined();
  });

  it('is kept where the client came, or the run did something meanwhile', verifies('KEL-FUNC-06'), async () => {
    const { runs, begin, passTime } = rig();
    const { run, isStopped } = begin();
    run.waits(async () => true);
    await runs.take(runId(1));
    await passTime();
    expect(isStopped()).toBe(false);
    let isIdle = false;
    run.waits(async () => isIdle);
    await passTime();
    expect(isStopped()).toBe(false);
    isIdle = true;
    await passTime();
    expect(isStopped()).toBe(true);
  });

  it('stops with the server', verifies('KEL-FUNC-06'), () => {
    const { begin, closing } = rig();
    const { isStopped } = begin();
    closing.abort();
    expect(isStopped()).toBe(true);
  });
});
