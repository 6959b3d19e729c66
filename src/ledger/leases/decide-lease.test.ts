import { describe, expect, it } from 'vitest';
import { ledgerInMemory, refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { LEASE_TTL_MS_MAX } from '../limits.ts';
import { leaseOf } from './lease-state.ts';
import { createMemoryStore } from '../memory-store.ts';
import { createDecider } from '../decide/decide.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { createLeases } from './leases.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function bench() {
  const ledger = await ledgerInMemory();
  const leases = createLeases({ transact: ledger.store.transact, pause: () => Promise.reject(new Error('nobody waits here')) });
  return { ...ledger, leases, record: async (key: string) => (await ledger.store.record({ space: 'lease', key }))?.body };
}

describe('a lease', () => {
  it('is given to one owner for a time', verifies('KEL-LEASE-01'), async () => {
    const { leases, record } = await bench();
    expect(await leases.acquire('run-1', 'ann', { ttlMs: 500 })).toEqual({ lease: 'run-1', owner: 'ann', token: 1, ttlMs: 500 });
    expect(await record('run-1')).toEqual({ token: 1, owner: 'ann', epoch: 'boot-1', granted_monotonic_ms: 1_000, expires_monotonic_ms: 1_500 });
    expect(await leases.acquire('run-2', 'bob')).toEqual({ lease: 'run-2', owner: 'bob', token: 1, ttlMs: 15_000 });
  });

  it('is refused while it is held, also to an owner of the same name', verifies('KEL-LEASE-01'), async () => {
    const { leases, time, record } = await bench();
    await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    time.pass(499);
    for (const owner of ['bob', 'ann']) {
      expect(await refusalOf(leases.acquire('run-1', owner))).toEqual({
        code: 'lease.held',
        message: 'The lease "run-1" is held by "ann".',
        next_step: 'Wait until it is released or expires, or stop its owner.',
        data: { lease: 'run-1', owner: 'ann', token: 1 },
      });
    }
    expect(await record('run-1')).toEqual({ token: 1, owner: 'ann', epoch: 'boot-1', granted_monotonic_ms: 1_000, expires_monotonic_ms: 1_500 });
  });

  it('never gives a token twice, after expiry, release or a restart', verifies('KEL-LEASE-02'), async () => {
    const { leases, time, record } = await bench();
    await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    time.pass(500);
    const second = await leases.acquire('run-1', 'bob', { ttlMs: 500 });
    expect((await refusalOf(leases.acquire('run-1', 'cid'))).data).toEqual({ lease: 'run-1', owner: 'bob', token: 2 });
    await leases.release(second);
    expect(await record('run-1')).toEqual({ token: 2, owner: null, epoch: 'boot-1', granted_monotonic_ms: 1_500, expires_monotonic_ms: 2_000 });
    const third = await leases.acquire('run-1', 'ann');
    time.restart();
    const fourth = await leases.acquire('run-1', 'ann');
    expect([second, third, fourth].map(({ token }) => token)).toEqual([2, 3, 4]);
  });

  it('is dead after a restart that the system does not name, because the clock reads less than when it was granted', verifies('KEL-LEASE-04'), async () => {
    let monotonicMs = 5_000;
    const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'unnamed-boot', monotonicMs, wallMs: 0 }) });
    const leases = createLeases({ transact: store.transact, pause: () => Promise.reject(new Error('nobody waits here')) });
    const held = await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    expect((await refusalOf(leases.acquire('run-1', 'bob'))).code).toBe('lease.held');
    monotonicMs = 4_999;
    expect((await refusalOf(leases.renew(held))).code).toBe('lease.lost');
    const second = await leases.acquire('run-1', 'bob', { ttlMs: 500 });
    expect(second.token).toBe(2);
    // A renewal is as good as a grant.
    monotonicMs = 5_400;
    await leases.renew(second);
    monotonicMs = 5_399;
    expect((await leases.acquire('run-1', 'cid')).token).toBe(3);
  });

  it('is extended from now when it is renewed in time', verifies('KEL-LEASE-03'), async () => {
    const { leases, time, record } = await bench();
    const held = await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    time.pass(499);
    await leases.renew(held);
    expect(await record('run-1')).toEqual({ token: 1, owner: 'ann', epoch: 'boot-1', granted_monotonic_ms: 1_499, expires_monotonic_ms: 1_999 });
  });

  it('cannot be renewed or released once it expired, was released or passed on', verifies('KEL-LEASE-03'), async () => {
    const { leases, time } = await bench();
    const held = await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    const isLost = async () => {
      for (const attempt of [leases.renew(held), leases.release(held)]) {
        expect(await refusalOf(attempt)).toEqual({
          code: 'lease.lost',
          message: 'The lease "run-1" is no longer held under token 1.',
          next_step: 'Stop the work that it protects: another owner may have gone on with it. Acquire the lease again to continue.',
          data: { lease: 'run-1', token: 1 },
        });
      }
    };
    time.pass(500);
    await isLost();
    const next = await leases.acquire('run-1', 'ann');
    await isLost();
    await leases.release(next);
    await isLost();
    expect((await refusalOf(leases.renew({ ...held, lease: 'never-held' }))).code).toBe('lease.lost');
  });

  it('cares nothing for the wall clock', verifies('KEL-LEASE-04'), async () => {
    const { leases, time } = await bench();
    const held = await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    for (const stepMs of [DAY_MS, -3 * DAY_MS, 1_000]) {
      time.stepWall(stepMs);
      expect((await refusalOf(leases.acquire('run-1', 'bob'))).code).toBe('lease.held');
      await leases.renew(held);
    }
    time.pass(500);
    time.stepWall(-DAY_MS);
    expect((await refusalOf(leases.renew(held))).code).toBe('lease.lost');
  });

  it('ends with the restart of the machine, whatever monotonic time reads then', verifies('KEL-LEASE-04'), async () => {
    const { leases, time } = await bench();
    const held = await leases.acquire('run-1', 'ann', { ttlMs: 500 });
    time.restart();
    expect((await refusalOf(leases.renew(held))).code).toBe('lease.lost');
    expect((await leases.acquire('run-1', 'bob')).token).toBe(2);
  });

  it('refuses names and times that make no sense', verifies('KEL-LEASE-08'), async () => {
    const { leases, record } = await bench();
    for (const ttlMs of [0, -1, 0.5, Number.NaN, LEASE_TTL_MS_MAX + 1]) {
      expect(await refusalOf(leases.acquire('run-1', 'ann', { ttlMs }))).toEqual({
        code: 'input.invalid',
        message: 'The request was not carried out: ttlMs is wrong (expected a whole number of milliseconds from 1 to 3600000).',
        next_step: 'Correct ttlMs and ask again; nothing was changed.',
        data: { issues: [{ path: 'ttlMs', message: 'expected a whole number of milliseconds from 1 to 3600000' }] },
      });
    }
    for (const name of ['', 'a b', 'tab\t', 'é', 'x'.repeat(257)]) {
      for (const [path, attempt] of [['lease', leases.acquire(name, 'ann')], ['owner', leases.acquire('run-1', name)]] as const) {
        expect((await refusalOf(attempt)).data).toEqual({ issues: [{ path, message: 'expected 1 to 256 printable ASCII characters without spaces' }] });
      }
    }
    expect(await record('run-1')).toBeUndefined();
    await leases.acquire('a', 'b', { ttlMs: 1 });
    const held = await leases.acquire('!~'.repeat(128), 'ann', { ttlMs: LEASE_TTL_MS_MAX });
    expect((await refusalOf(leases.renew({ ...held, ttlMs: 0 }))).code).toBe('input.invalid');
  });

  it('is not taken for free when its record cannot be read', () => {
    expect(() => leaseOf({ token: 0, owner: null, epoch: 'boot-1', expires_monotonic_ms: 1 })).toThrow('a lease is stored in one form');
    expect(leaseOf(undefined)).toBeUndefined();
  });
});
