import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeelsonError } from '../../kernel/index.ts';
import { ledgerInMemory, WALL_START_MS, type LedgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

const HOUR_MS = 60 * 60 * 1000;
const IDS = ['a', 'b', 'c'];

/** The reference: what is in the queue, and who holds it by a stopwatch that only the passing of time moves. */
interface Item {
  body: number;
  firstDueMs: number;
  dueMs: number | null;
  attempts: number;
  /** Of the latest claim that nobody settled yet. */
  token: number | undefined;
  leftMs: number;
  /** Whether its claimant was silent until the claim ran out, or went down with the machine. */
  fate: 'silent' | 'restarted' | undefined;
}

interface Model {
  readonly items: Map<string, Item>;
  lastToken: number;
  wallMs: number;
}

const id = fc.constantFrom(...IDS);
const ttlMs = fc.constantFrom(1, 100, 1_000);
const held = fc.nat(2);
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('enqueue' as const), id, dueMs: fc.constantFrom(-HOUR_MS, 0, 0, 100).map((byMs) => WALL_START_MS + byMs), body: fc.constantFrom(1, 1, 1, 2) }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('claim' as const), limit: fc.constantFrom(1, 3), ttlMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete' as const), held }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fail' as const), held, inMs: fc.constantFrom(-1, 0, 50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('renew' as const), held, ttlMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('requeue' as const), id }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const), durationMs: fc.constantFrom(0, 1, 99, 100, 1_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('step' as const), byMs: fc.constantFrom(1_000, -1_000, HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
interface Claimed {
  readonly id: string;
  readonly token: number;
}

function answer(model: Model, asked: Command, claim: Claimed): unknown {
  const { items } = model;
  const mine = items.get(claim.id);
  const isMine = mine !== undefined && mine.token === claim.token;
  switch (asked.kind) {
    case 'enqueue': {
      const there = items.get(asked.id);
      if (there !== undefined) return there.body === asked.body && there.firstDueMs === asked.dueMs ? { isNew: false } : 'work.exists';
      items.set(asked.id, { body: asked.body, firstDueMs: asked.dueMs, dueMs: asked.dueMs, attempts: 0, token: undefined, leftMs: 0, fate: undefined });
      return { isNew: true };
    }
    case 'claim': {
      const due = [...items].filter(([, { dueMs, leftMs }]) => dueMs !== null && dueMs <= model.wallMs && leftMs <= 0);
      const inOrder = due.sort(([oneId, one], [otherId, other]) => Number(one.dueMs) - Number(other.dueMs) || (oneId < otherId ? -1 : 1));
      // Nobody is to blame for a restart.
      const blamed = (item: Item): number => (item.fate === 'restarted' ? item.attempts - 1 : item.attempts);
      const setAside = inOrder.filter(([, item]) => blamed(item) === 5);
      for (const [, item] of setAside) Object.assign(item, { dueMs: null, token: undefined, fate: undefined });
      const left = inOrder.filter(([, { dueMs }]) => dueMs !== null);
      const claimed = left[0]?.[1].fate === 'silent' ? left.slice(0, 1) : left.filter(([, { fate }]) => fate !== 'silent').slice(0, asked.limit);
      for (const [, item] of claimed) Object.assign(item, { attempts: blamed(item) + 1, token: (model.lastToken += 1), leftMs: asked.ttlMs, fate: undefined });
      return { claimed: claimed.map(([own, { token }]) => ({ id: own, token })), setAside: setAside.map(([own]) => own) };
    }
    case 'complete':
      return isMine && items.delete(claim.id) ? undefined : 'work.lost';
    case 'fail': {
      if (!isMine) return 'work.lost';
      const isSetAside = mine.attempts === 5;
      Object.assign(mine, { token: undefined, leftMs: 0, fate: undefined, dueMs: isSetAside ? null : model.wallMs + asked.inMs });
      return { isSetAside };
    }
    case 'renew':
      if (!isMine || mine.leftMs <= 0) return 'work.lost';
      mine.leftMs = asked.ttlMs;
      return undefined;
    case 'cancel':
      return { wasThere: items.delete(asked.id) };
    case 'requeue': {
      const there = items.get(asked.id);
      if (there === undefined || there.dueMs !== null) return { wasSetAside: false };
      Object.assign(there, { dueMs: model.wallMs, attempts: 0 });
      return { wasSetAside: true };
    }
    case 'pass':
      for (const item of items.values()) {
        item.leftMs -= asked.durationMs;
        if (item.token !== undefined && item.leftMs <= 0) item.fate ??= 'silent';
      }
      model.wallMs += asked.durationMs;
      return undefined;
    case 'step':
      model.wallMs += asked.byMs;
      return undefined;
    case 'restart':
      for (const item of items.values()) Object.assign(item, { leftMs: 0, ...(item.token !== undefined && { fate: 'restarted' }) });
      return undefined;
  }
}

async function carryOut(queue: WorkQueue, { time }: LedgerInMemory, asked: Command, own: Claimed): Promise<unknown> {
  const claim = { queue: 'jobs', ...own };
  switch (asked.kind) {
    case 'enqueue':
      return queue.enqueue({ queue: 'jobs', id: asked.id, dueMs: asked.dueMs, body: { number: asked.body } });
    case 'claim': {
      const { claimed, setAside } = await queue.claim({ queue: 'jobs', owner: 'ann', limit: asked.limit, ttlMs: asked.ttlMs });
      return { claimed: claimed.map((given) => ({ id: given.id, token: given.token })), setAside };
    }
    case 'complete':
      return queue.complete(claim);
    case 'fail':
      return queue.fail(claim, { retryAtMs: time.now().wallMs + asked.inMs, reason: 'it failed' });
    case 'renew':
      return queue.renew(claim, { ttlMs: asked.ttlMs });
    case 'cancel':
      return queue.cancel('jobs', asked.id);
    case 'requeue':
      return queue.requeue('jobs', asked.id, { dueMs: time.now().wallMs });
    case 'pass':
      return time.pass(asked.durationMs);
    case 'step':
      return time.stepWall(asked.byMs);
    case 'restart':
      return time.restart();
  }
}

/** Everything that is in the queue, as it is listed to everyone: nothing is lost and nothing comes from nowhere. */
function listing({ items }: Model): unknown[] {
  return [...items]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([own, { body, dueMs, attempts, leftMs }]) => ({
      id: own,
      body: { number: body },
      dueMs,
      attempts,
      state: dueMs === null ? 'set_aside' : leftMs > 0 ? 'claimed' : 'waiting',
    }));
}

describe('work against a reference', () => {
  it('is never lost, never held by two at once, and set aside in the end, whatever the clocks do', verifies('KEL-WORK-10'), async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 160, size: 'max' }), async (commands) => {
        const ledger = await ledgerInMemory();
        const queue = createWorkQueue(ledger.store);
        const model: Model = { items: new Map(), lastToken: 0, wallMs: WALL_START_MS };
        const given: Claimed[] = [];
        for (const asked of commands) {
          const claim = ('held' in asked ? given.at(-1 - asked.held) : undefined) ?? { id: 'a', token: 1 };
          const answered = await carryOut(queue, ledger, asked, claim).catch((error: unknown) => (error instanceof KeelsonError ? error.code : String(error)));
          expect({ asked, answered }).toEqual({ asked, answered: answer(model, asked, claim) });
          if (asked.kind === 'claim') given.push(...(answered as { claimed: Claimed[] }).claimed);
          seen.add(`${asked.kind} ${typeof answered === 'string' ? answered : 'done'}`);
          if (asked.kind === 'claim' && (answered as { setAside: string[] }).setAside.length > 0) seen.add('claim set aside');
          if (asked.kind === 'requeue' && (answered as { wasSetAside: boolean }).wasSetAside) seen.add('requeue set aside');
          if (asked.kind === 'fail' && (answered as { isSetAside?: boolean }).isSetAside === true) seen.add('fail set aside');
          expect((await queue.list('jobs')).map(({ owner: _owner, reason: _reason, ...rest }) => rest)).toEqual(listing(model));
        }
        expect(given.map(({ token }) => token)).toEqual(given.map((_, at) => at + 1));
      }),
      { numRuns: 400, seed: 20_261_115 },
    );
    expect([...seen].sort()).toEqual([
      'cancel done', 'claim done', 'claim set aside', 'complete done', 'complete work.lost', 'enqueue done', 'enqueue work.exists',
      'fail done', 'fail set aside', 'fail work.lost', 'pass done', 'renew done', 'renew work.lost', 'requeue done', 'requeue set aside', 'restart done', 'step done',
    ]);
  });
});
