import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { KeelsonError } from '../../kernel/index.ts';
import { ledgerInMemory, refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { requestOf } from '../request.ts';
import type { LedgerStore } from '../store.ts';
import { createLeases, type HeldLease, type Inheritance, type Pause } from './leases.ts';

/** A pause that ends when the test says so, and which tells how long it was to be. */
function handPauses() {
  const open: { durationMs: number; end: () => void }[] = [];
  const pause: Pause = (durationMs, signal) =>
    new Promise((resolve) => {
      const entry = { durationMs, end: () => finish() };
      const finish = (): void => {
        open.splice(open.indexOf(entry), 1);
        resolve();
      };
      if (signal.aborted) return resolve();
      open.push(entry);
      signal.addEventListener('abort', () => open.includes(entry) && finish());
    });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    pause,
    durations: () => open.map(({ durationMs }) => durationMs),
    async end(durationMs: number) {
      const entry = open.find((one) => one.durationMs === durationMs);
      expect(entry).toBeDefined();
      entry?.end();
      await settle();
    },
    settle,
  };
}

async function bench(wrap: (transact: LedgerStore['transact']) => LedgerStore['transact'] = (transact) => transact) {
  const ledger = await ledgerInMemory();
  const pauses = handPauses();
  const leases = createLeases({ transact: wrap(ledger.store.transact), pause: pauses.pause });
  const record = async () => (await ledger.store.record({ space: 'lease', key: 'run-1' }))?.body;
  return { ...ledger, pauses, leases, record };
}

const busy = new KeelsonError('ledger.busy', { message: 'busy', nextStep: 'wait', data: { file: 'x', attempts: 15 } });

/** Work that goes on until the test ends it, or its signal does. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const seen: { held?: HeldLease; signal?: AbortSignal } = {};
  const run = (held: HeldLease, signal: AbortSignal): Promise<string> => {
    Object.assign(seen, { held, signal });
    signal.addEventListener('abort', () => resolve('stopped'));
    return promise;
  };
  return { run, seen, finish: () => resolve('done') };
}

describe('a lease whose holder may be gone', () => {
  async function abandoned(isGone: boolean) {
    const ledger = await ledgerInMemory();
    const asked: [Inheritance, string][] = [];
    const inherit = async (operation: Inheritance, holder: string): Promise<boolean> => {
      asked.push([operation, holder]);
      if (isGone) await ledger.store.transact(requestOf(operation));
      return isGone;
    };
    const leases = createLeases({ transact: ledger.store.transact, pause: handPauses().pause, inherit });
    await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    return { leases, asked, record: async () => (await ledger.store.record({ space: 'lease', key: 'run-1' }))?.body };
  }
  const told: Inheritance = { kind: 'lease.acquire', lease: 'run-1', owner: 'bob', ttlMs: 700, abandonedToken: 1 };

  it('is held under the next token as soon as it is known that they are, and given back at the end', verifies('KEL-RUN-12'), async () => {
    const { leases, asked, record } = await abandoned(true);
    const seen = await leases.hold('run-1', 'bob', { ttlMs: 700 }, async (held) => ({ held, stands: await record() }));
    expect(seen).toEqual({ held: { lease: 'run-1', owner: 'bob', ttlMs: 700, token: 2 }, stands: { token: 2, owner: 'bob', epoch: 'boot-1', granted_monotonic_ms: 1_000, expires_monotonic_ms: 1_700 } });
    expect([asked, await record()]).toMatchObject([[[told, 'ann']], { token: 2, owner: null }]);
  });

  it('is left to them as long as nothing is known, and by whoever only tries', verifies('KEL-RUN-12'), async () => {
    const { leases, asked, record } = await abandoned(false);
    expect((await refusalOf(leases.hold('run-1', 'bob', { ttlMs: 700 }, async () => 'worked'))).code).toBe('lease.held');
    expect(asked).toEqual([[told, 'ann']]);
    const gone = await abandoned(true);
    expect((await refusalOf(gone.leases.acquire('run-1', 'bob'))).code).toBe('lease.held');
    expect([gone.asked, await record()]).toMatchObject([[], { token: 1, owner: 'ann' }]);
  });

  it('is not asked for by what failed otherwise', verifies('KEL-RUN-12'), async () => {
    const leases = createLeases({ transact: () => Promise.reject(busy), pause: handPauses().pause, inherit: async () => true });
    expect((await refusalOf(leases.hold('run-1', 'bob', {}, async () => 'worked'))).code).toBe('ledger.busy');
  });
});

describe('work under a lease', () => {
  it('renews three times in the time of the lease and gives it back at the end', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses, time, record } = await bench();
    const { run, seen, finish } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    expect(seen.held).toEqual({ lease: 'run-1', owner: 'ann', token: 1, ttlMs: 900 });
    for (let renewal = 1; renewal <= 4; renewal += 1) {
      expect(pauses.durations()).toEqual([300]);
      time.pass(300);
      await pauses.end(300);
      expect(await record()).toEqual({ token: 1, owner: 'ann', epoch: 'boot-1', granted_monotonic_ms: 1_000 + 300 * renewal, expires_monotonic_ms: 1_900 + 300 * renewal });
    }
    finish();
    expect(await result).toBe('done');
    expect(seen.signal?.aborted).toBe(false);
    expect(await record()).toMatchObject({ token: 1, owner: null });
    expect(pauses.durations()).toEqual([]);
  });

  it('is told to stop as soon as a renewal is refused', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses, time, record } = await bench();
    const { run, seen } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    time.pass(900);
    await leases.acquire('run-1', 'bob');
    await pauses.end(300);
    expect(await result).toBe('stopped');
    expect(seen.signal?.reason).toMatchObject({ code: 'lease.lost', data: { lease: 'run-1', token: 1 } });
    expect(await record()).toMatchObject({ token: 2, owner: 'bob' });
  });

  it('is not disturbed by a renewal that fails for another reason, and tries again at once', verifies('KEL-LEASE-06'), async () => {
    let fails = 2;
    const { leases, pauses, time, record } = await bench((transact) => (request) => (request.operations[0]?.kind === 'lease.renew' && fails-- > 0 ? Promise.reject(busy) : transact(request)));
    const { run, seen, finish } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    time.pass(300);
    await pauses.end(300);
    expect([...pauses.durations()].sort()).toEqual([100, 600]);
    time.pass(200);
    await pauses.end(100);
    await pauses.end(100);
    expect([pauses.durations(), seen.signal?.aborted, await record()]).toMatchObject([[300], false, { token: 1, expires_monotonic_ms: 2_400 }]);
    finish();
    expect(await result).toBe('done');
  });

  it('is told to stop, and why, when no renewal succeeds before the lease ends', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses } = await bench((transact) => (request) => (request.operations[0]?.kind === 'lease.renew' ? Promise.reject(busy) : transact(request)));
    const { run, seen } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    await pauses.end(300);
    await pauses.end(600);
    expect([await result, pauses.durations()]).toEqual(['stopped', []]);
    expect(seen.signal?.reason).toMatchObject({ code: 'lease.lost', data: { lease: 'run-1', token: 1 }, cause: busy });
  });

  it('is told to stop when a renewal is not answered before the lease ends', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses, record } = await bench((transact) => (request) => (request.operations[0]?.kind === 'lease.renew' ? new Promise(() => {}) : transact(request)));
    const { run, seen } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    await pauses.end(300);
    expect([seen.signal?.aborted, pauses.durations()]).toEqual([false, [600]]);
    await pauses.end(600);
    expect(await result).toBe('stopped');
    expect(seen.signal?.reason).toMatchObject({ code: 'lease.lost' });
    // Nobody knows whose it is by now, so it is left to expire.
    expect(await record()).toMatchObject({ token: 1, owner: 'ann' });
  });

  it('ends well while a renewal is under way', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses, record } = await bench((transact) => (request) => (request.operations[0]?.kind === 'lease.renew' ? new Promise(() => {}) : transact(request)));
    const { run, seen, finish } = work();
    const result = leases.hold('run-1', 'ann', { ttlMs: 900 }, run);
    await pauses.settle();
    await pauses.end(300);
    finish();
    expect([await result, seen.signal?.aborted, pauses.durations()]).toEqual(['done', false, []]);
    expect(await record()).toMatchObject({ token: 1, owner: null });
  });

  it('hands on the failure of the work and the signal of the caller', verifies('KEL-LEASE-06'), async () => {
    const { leases, pauses, record } = await bench();
    await expect(leases.hold('run-1', 'ann', {}, () => Promise.reject(new Error('the work broke')))).rejects.toThrow('the work broke');
    expect(await record()).toMatchObject({ token: 1, owner: null });
    const stop = new AbortController();
    const { run, seen } = work();
    const result = leases.hold('run-1', 'ann', { signal: stop.signal, everyMs: 7 }, run);
    await pauses.settle();
    expect(pauses.durations()).toEqual([7]);
    stop.abort('enough');
    expect([await result, seen.signal?.reason]).toEqual(['stopped', 'enough']);
    await expect(leases.hold('run-1', 'ann', { signal: stop.signal }, run)).rejects.toBe('enough');
    expect(await record()).toMatchObject({ token: 2, owner: null });
  });

  it('leaves nothing behind on the signal of the caller, which may outlive thousands of leases', verifies('KEL-LEASE-06'), async () => {
    const { leases } = await bench();
    const { signal } = new AbortController();
    const during = await leases.hold('run-1', 'ann', { signal }, async () => getEventListeners(signal, 'abort').length);
    expect([during, getEventListeners(signal, 'abort').length]).toEqual([1, 0]);
  });

  it('does not begin while another holds the lease', async () => {
    const { leases } = await bench();
    await leases.acquire('run-1', 'bob');
    expect((await refusalOf(leases.hold('run-1', 'ann', {}, () => Promise.reject(new Error('it began'))))).code).toBe('lease.held');
  });

  it('keeps the outcome of the work when the lease cannot be given back', verifies('KEL-LEASE-06'), async () => {
    const { leases } = await bench((transact) => (request) => (request.operations[0]?.kind === 'lease.release' ? Promise.reject(new Error('gone')) : transact(request)));
    expect(await leases.hold('run-1', 'ann', {}, async () => 'done')).toBe('done');
  });
});

describe('waiting for a lease', () => {
  it('tries again until the lease is free', verifies('KEL-LEASE-07'), async () => {
    const { leases, pauses, time } = await bench();
    await leases.acquire('run-1', 'bob', { ttlMs: 900 });
    const waiting = leases.acquireWhenFree('run-1', 'ann', { ttlMs: 100, everyMs: 450, signal: new AbortController().signal });
    await pauses.settle();
    time.pass(450);
    await pauses.end(450);
    expect(pauses.durations()).toEqual([450]);
    time.pass(450);
    await pauses.end(450);
    expect(await waiting).toEqual({ lease: 'run-1', owner: 'ann', token: 2, ttlMs: 100 });
  });

  it('ends when it is told to, and at once on any other failure', verifies('KEL-LEASE-07'), async () => {
    const { leases, pauses } = await bench();
    await leases.acquire('run-1', 'bob');
    const stop = new AbortController();
    const waiting = leases.acquireWhenFree('run-1', 'ann', { signal: stop.signal });
    await pauses.settle();
    expect(pauses.durations()).toEqual([500]);
    stop.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect((await refusalOf(leases.acquireWhenFree('run 1', 'ann', { signal: new AbortController().signal }))).code).toBe('input.invalid');
  });
});
