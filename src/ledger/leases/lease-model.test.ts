import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeelsonError } from '../../kernel/index.ts';
import { ledgerInMemory, type LedgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { requestOf } from '../request.ts';
import { leaseOf } from './lease-state.ts';
import { createLeases, type HeldLease } from './leases.ts';

const HOUR_MS = 60 * 60 * 1000;
const OWNERS = ['ann', 'bob', 'cid'];

/** The reference: who holds the lease, and how long by a stopwatch that only the passing of time moves. */
interface Model {
  token: number;
  holder: { owner: string; token: number; leftMs: number } | undefined;
}

const ttlMs = fc.constantFrom(1, 100, 1_000);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('acquire' as const), owner: fc.constantFrom(...OWNERS), ttlMs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('inherit' as const), owner: fc.constantFrom(...OWNERS), held: fc.nat(1), ttlMs }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('renew' as const), held: fc.nat(3), ttlMs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), held: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), durationMs: fc.constantFrom(0, 1, 99, 100, 500, 1_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('step' as const), byMs: fc.constantFrom(1_000, -1_000, HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** The token that the model gives, or why it does not. */
function answer(model: Model, asked: Command, token: number): number | string | undefined {
  const isHolder = model.holder !== undefined && model.holder.token === token;
  switch (asked.kind) {
    case 'acquire':
    case 'inherit':
      if (model.holder !== undefined && !(asked.kind === 'inherit' && isHolder)) return 'lease.held';
      model.token += 1;
      model.holder = { owner: asked.owner, token: model.token, leftMs: asked.ttlMs };
      return model.token;
    case 'renew':
      if (model.holder === undefined || !isHolder) return 'lease.lost';
      model.holder.leftMs = asked.ttlMs;
      return undefined;
    case 'release':
      if (!isHolder) return 'lease.lost';
      model.holder = undefined;
      return undefined;
    case 'pass':
      if (model.holder !== undefined) model.holder.leftMs -= asked.durationMs;
      if (model.holder !== undefined && model.holder.leftMs <= 0) model.holder = undefined;
      return undefined;
    case 'step':
      return undefined;
    case 'restart':
      model.holder = undefined;
      return undefined;
  }
}

async function carryOut({ store, time }: LedgerInMemory, asked: Command, held: HeldLease): Promise<number | undefined> {
  const leases = createLeases({ transact: store.transact, pause: () => Promise.reject(new Error('nobody waits here')) });
  switch (asked.kind) {
    case 'acquire':
      return (await leases.acquire('run-1', asked.owner, { ttlMs: asked.ttlMs })).token;
    case 'inherit':
      return leaseOf((await store.transact(requestOf({ kind: 'lease.acquire', lease: 'run-1', owner: asked.owner, ttlMs: asked.ttlMs, abandonedToken: held.token }))).results[0])?.token;
    case 'renew':
      return void (await leases.renew({ ...held, ttlMs: asked.ttlMs }));
    case 'release':
      return void (await leases.release(held));
    case 'pass':
      return time.pass(asked.durationMs) as undefined;
    case 'step':
      return time.stepWall(asked.byMs) as undefined;
    case 'restart':
      return time.restart() as undefined;
  }
}

describe('leases against a reference', () => {
  it('have one live owner, fresh tokens, no early end and no return, whatever the clocks do', verifies('KEL-LEASE-05', 'KEL-RUN-12'), async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), async (commands) => {
        const ledger = await ledgerInMemory();
        const model: Model = { token: 0, holder: undefined };
        const given: number[] = [];
        for (const asked of commands) {
          // Mostly the latest holder speaks, now and then an earlier one.
          const token = 'held' in asked ? (given.at(-1 - asked.held) ?? 1) : 0;
          const held = { lease: 'run-1', owner: 'ann', token, ttlMs: 100 };
          const answered = await carryOut(ledger, asked, held).catch((error: unknown) => (error instanceof KeelsonError ? error.code : String(error)));
          expect({ asked, answered }).toEqual({ asked, answered: answer(model, asked, token) });
          if (typeof answered === 'number') given.push(answered);
          seen.add(`${asked.kind} ${typeof answered === 'string' ? answered : 'done'}`);
          await checkFences(ledger, model, given);
        }
        expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
      }),
      { numRuns: 400, seed: 20_261_115 },
    );
    expect([...seen].sort()).toEqual(['acquire done', 'acquire lease.held', 'inherit done', 'inherit lease.held', 'pass done', 'release done', 'release lease.lost', 'renew done', 'renew lease.lost', 'restart done', 'step done']);
  });
});

/** Of all tokens ever given, only the live holder's lets anything be written. */
async function checkFences({ store }: LedgerInMemory, model: Model, given: readonly number[]): Promise<void> {
  const mayWrite = (token: number) =>
    store.transact({ append: null, fences: [{ lease: 'run-1', token }], expected: [], events: [], operations: [] }).then(
      () => true,
      () => false,
    );
  const writers = [];
  for (const token of given.slice(-5)) if (await mayWrite(token)) writers.push(token);
  expect(writers).toEqual(model.holder === undefined ? [] : [model.holder.token]);
}
