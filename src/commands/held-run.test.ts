import { describe, expect, it } from 'vitest';
import { runId } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import type { RunId } from '../contracts/index.ts';
import { createIds, fixedClock, KeelsonError, seededRandom } from '../kernel/index.ts';
import { holderName, type Append } from '../ledger/index.ts';
import { whenFree, type WaitPorts } from './held-run.ts';

const RUN: RunId = runId(1);
const HOLDER = holderName(RUN, { pid: 12, began: '7', host: 'deck/1' });

const held = (lease = `run:${RUN}`): KeelsonError => new KeelsonError('lease.held', { message: 'held', nextStep: 'wait', data: { lease, owner: HOLDER, token: 1 } });

/** Pauses end at once, and it is counted how long they would have lasted. */
function bench(signal = new AbortController().signal) {
  const told: Append[] = [];
  const waited: number[] = [];
  const clock = fixedClock(0);
  const ports: WaitPorts = {
    signal,
    ids: createIds({ clock, random: seededRandom(1) }),
    writer: { append: async (append) => (told.push(append), { events: [], results: [], isReplay: false, warnings: [] }) },
    timer: { after: (ms, then) => (waited.push(ms), queueMicrotask(then), () => undefined) },
  };
  return { ports, told, waited };
}

/** Work that is refused so often before it can be done. */
const afterRefusals = (count: number, refusal = held()) => async (): Promise<string> => {
  if (count === 0) return 'done';
  count -= 1;
  throw refusal;
};

describe('a run that somebody else holds', () => {
  it('is waited for, and it is said once who is waited for and how long at most', verifies('KEL-RUN-14'), async () => {
    const { ports, told, waited } = bench();
    expect(await whenFree(afterRefusals(3), ports)).toBe('done');
    expect(waited).toEqual([500, 500, 500]);
    expect(told.map(({ events }) => events)).toEqual([[{ type: 'run.hold_awaited', streamId: RUN, payload: { run_id: RUN, holder: HOLDER, wait_ms_max: 17_000, why: 'process 12 on deck holds it, and from here it cannot be told that it is gone' } }]]);
    expect(await whenFree(afterRefusals(0), ports)).toBe('done');
    await whenFree(afterRefusals(1), ports);
    expect([told.length, new Set(told.map(({ key }) => key)).size]).toEqual([2, 2]);
  });

  it('is given up after the time of a lease with what can be done instead', verifies('KEL-RUN-14'), async () => {
    const { ports, waited } = bench();
    const given = await whenFree(afterRefusals(100), ports).catch((error: unknown) => (error as KeelsonError).toBody());
    expect(given).toEqual({ code: 'lease.held', message: `${RUN} is worked on already, by process 12 on deck.`, next_step: `See how it goes with keelson show ${RUN}, tell it something with keelson steer, or stop it with keelson cancel.`, data: { lease: `run:${RUN}`, owner: HOLDER, token: 1 } });
    expect(waited).toHaveLength(34);
  });

  it('is not waited for by whoever was told to stop, and other failures are not waited out', verifies('KEL-RUN-14'), async () => {
    const { ports, told, waited } = bench(AbortSignal.abort());
    await expect(whenFree(afterRefusals(1), ports)).rejects.toMatchObject({ code: 'lease.held' });
    await expect(whenFree(() => Promise.reject(new Error('other')), ports)).rejects.toThrow('other');
    expect([told, waited]).toEqual([[], []]);
    const { ports: others, told: saidOfOthers } = bench();
    expect([await whenFree(afterRefusals(1, held('other:x')), others), saidOfOthers]).toEqual(['done', []]);
  });
});
