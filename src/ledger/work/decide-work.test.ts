import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contracts/index.ts';
import { ledgerInMemory, refusalOf, WALL_START_MS } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { REASON_CHARS_MAX, WORK_ATTEMPTS_MAX, WORK_BODY_BYTES_MAX, WORK_CLAIMS_MAX } from '../limits.ts';
import type { LedgerOperation } from '../request.ts';
import { workOf } from './work-record.ts';
import { createWorkQueue } from './work-queue.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const queue = 'mail';

async function bench() {
  const ledger = await ledgerInMemory();
  const work = createWorkQueue(ledger.store);
  const transact = async (...operations: LedgerOperation[]) => (await ledger.store.transact({ append: null, fences: [], expected: [], events: [], operations })).results;
  return {
    ...ledger,
    work,
    transact,
    put: (id: string, dueMs = WALL_START_MS, body: JsonObject = { to: id }) => work.enqueue({ queue, id, dueMs, body }),
    claim: async (limit = 10, ttlMs = 500) => (await work.claim({ queue, owner: 'ann', limit, ttlMs })).claimed,
  };
}

const lost = (id: string, token: number) => ({
  code: 'work.lost',
  message: `"${id}" of the queue "mail" is no longer claimed under token ${token}.`,
  next_step: 'Drop what was done under this claim: the work was given to somebody else, settled or cancelled.',
  data: { queue, id, token },
});

describe('work in a queue', () => {
  it('is put there once, however often it is sent', verifies('KEL-WORK-01'), async () => {
    const { put, store, claim, work } = await bench();
    expect([await put('a', 5), await put('a', 5)]).toEqual([{ isNew: true }, { isNew: false }]);
    expect(await store.record({ space: 'work', key: 'mail/a' })).toEqual({
      space: 'work',
      key: 'mail/a',
      body: { body: { to: 'a' }, enqueued_due_ms: 5, attempts: 0, token: 0, claim: null, is_set_aside: false },
      dueMs: 5,
      position: null,
      source: null,
    });
    const [held] = await claim();
    if (held !== undefined) await work.fail(held, { retryAtMs: 99, reason: 'no answer' });
    expect(await put('a', 5)).toEqual({ isNew: false });
  });

  it('is refused when other work has its id', verifies('KEL-WORK-01'), async () => {
    const { put } = await bench();
    await put('a', 5);
    for (const attempt of [put('a', 6), put('a', 5, { to: 'b' })]) {
      expect(await refusalOf(attempt)).toEqual({
        code: 'work.exists',
        message: 'The queue "mail" already holds other work under "a".',
        next_step: 'Choose another id, or cancel what is there first.',
        data: { queue: 'mail', id: 'a' },
      });
    }
  });

  it('is given out when it is due, the longest due first', verifies('KEL-WORK-02'), async () => {
    const { put, claim, time } = await bench();
    await put('late', WALL_START_MS + 1);
    await put('b', WALL_START_MS - 1);
    await put('a', WALL_START_MS - 1);
    await put('now');
    await put('first', 0);
    expect((await claim(3)).map(({ id, token }) => [id, token])).toEqual([['first', 1], ['a', 2], ['b', 3]]);
    expect(await claim()).toEqual([{ queue: 'mail', id: 'now', token: 4, body: { to: 'now' }, dueMs: WALL_START_MS, attempts: 1 }]);
    expect(await claim()).toEqual([]);
    time.pass(1);
    expect((await claim()).map(({ id }) => id)).toEqual(['late']);
  });

  it('has one claimant at a time, whatever the wall clock does', verifies('KEL-WORK-03'), async () => {
    const { put, claim, time } = await bench();
    await put('a');
    await claim(1, 500);
    for (const stepMs of [DAY_MS, -DAY_MS, 1_000]) {
      time.stepWall(stepMs);
      expect(await claim()).toEqual([]);
    }
    time.pass(499);
    expect(await claim()).toEqual([]);
    time.pass(1);
    expect((await claim()).map(({ id, token, attempts }) => [id, token, attempts])).toEqual([['a', 2, 2]]);
    time.restart();
    expect((await claim()).map(({ token, attempts }) => [token, attempts])).toEqual([[3, 2]]);
  });

  it('is not given twice within one request, nor after it was cancelled there', verifies('KEL-WORK-02', 'KEL-WORK-03'), async () => {
    const { put, transact } = await bench();
    for (const id of ['a', 'b', 'c']) await put(id);
    const claim = { kind: 'work.claim', queue, owner: 'ann', ttlMs: 500, limit: 1 } as const;
    const results = await transact({ kind: 'work.cancel', queue, id: 'a' }, claim, { ...claim, limit: 5 });
    expect(results).toMatchObject([{ wasThere: true }, { claimed: [{ id: 'b', token: 1 }] }, { claimed: [{ id: 'c', token: 2 }] }]);
    const later = { done: false, retryAtMs: WALL_START_MS + 1, reason: 'not yet' } as const;
    expect(await transact({ kind: 'work.settle', queue, id: 'b', token: 1, outcome: later }, claim)).toEqual([{ isSetAside: false }, { claimed: [], setAside: [] }]);
    await put('d');
    expect(await transact({ ...claim, limit: 2 }, { kind: 'work.settle', queue, id: 'd', token: 3, outcome: later }, claim)).toMatchObject([
      { claimed: [{ id: 'd', token: 3 }] },
      { isSetAside: false },
      { claimed: [], setAside: [] },
    ]);
  });

  it('of two queues is kept apart, also when one name begins like the other', verifies('KEL-WORK-02', 'KEL-WORK-03'), async () => {
    const { put, work, transact } = await bench();
    await put('a');
    await work.enqueue({ queue: 'mail-2', id: 'a', dueMs: 0, body: {} });
    const claim = { kind: 'work.claim', owner: 'ann', ttlMs: 500, limit: 5 } as const;
    expect(await transact({ ...claim, queue: 'mail' }, { ...claim, queue: 'mail-2' })).toMatchObject([
      { claimed: [{ queue: 'mail', id: 'a', token: 1 }] },
      { claimed: [{ queue: 'mail-2', id: 'a', token: 1 }] },
    ]);
  });

  it('is gone when it is done', verifies('KEL-WORK-04', 'KEL-WORK-10'), async () => {
    const { put, claim, work, store, transact } = await bench();
    await put('a');
    const [held = never()] = await claim();
    expect(await transact({ kind: 'work.settle', queue, id: 'a', token: 1, outcome: { done: true } })).toEqual([{ isSetAside: false }]);
    expect(await store.record({ space: 'work', key: 'mail/a' })).toBeUndefined();
    expect(await refusalOf(work.complete(held))).toEqual(lost('a', 1));
  });

  it('counts as done after its claim ran out, unless somebody else took it', verifies('KEL-WORK-04'), async () => {
    const { put, claim, work, time } = await bench();
    await put('a');
    await put('b');
    const [a = never(), b = never()] = await claim();
    time.pass(500);
    await work.complete(a);
    expect((await claim()).map(({ id }) => id)).toEqual(['b']);
    expect(await refusalOf(work.complete(b))).toEqual(lost('b', 2));
    expect(await refusalOf(work.fail(b, { retryAtMs: 0, reason: 'late' }))).toEqual(lost('b', 2));
  });

  it('cannot be settled by a claim on earlier work of the same id', verifies('KEL-WORK-04'), async () => {
    const { put, claim, work } = await bench();
    await put('a');
    const [old = never()] = await claim();
    await work.cancel(queue, 'a');
    await put('a');
    const [fresh = never()] = await claim();
    expect(fresh.token).toBe(2);
    expect(await refusalOf(work.complete(old))).toEqual(lost('a', 1));
  });

  it('comes back at the time that is named, with the reason', verifies('KEL-WORK-04', 'KEL-WORK-05'), async () => {
    const { put, claim, work, time } = await bench();
    await put('a');
    const [held = never()] = await claim();
    expect(await work.fail(held, { retryAtMs: WALL_START_MS + 50, reason: 'no answer' })).toEqual({ isSetAside: false });
    expect(await refusalOf(work.complete(held))).toEqual(lost('a', 1));
    expect(await claim()).toEqual([]);
    time.pass(50);
    expect(await claim()).toEqual([{ queue, id: 'a', token: 2, body: { to: 'a' }, dueMs: WALL_START_MS + 50, attempts: 2, reason: 'no answer' }]);
  });

  it('is set aside after too many failures, and listed', verifies('KEL-WORK-06'), async () => {
    const { put, claim, work } = await bench();
    await put('a');
    const outcomes = [];
    for (let attempt = 1; attempt <= WORK_ATTEMPTS_MAX; attempt += 1) {
      const [held = never()] = await claim();
      outcomes.push((await work.fail(held, { retryAtMs: 0, reason: `failure ${attempt}` })).isSetAside);
    }
    expect(outcomes).toEqual([false, false, false, false, true]);
    expect(await claim()).toEqual([]);
    expect(await work.list(queue)).toEqual([{ id: 'a', body: { to: 'a' }, state: 'set_aside', dueMs: null, attempts: 5, reason: 'failure 5' }]);
    expect(await put('a')).toEqual({ isNew: false });
    expect(await work.cancel(queue, 'a')).toEqual({ wasThere: true });
  });

  it('is set aside when its claimants vanish again and again', verifies('KEL-WORK-06'), async () => {
    const { put, claim, work, time } = await bench();
    await put('a');
    await put('b', WALL_START_MS + 2_500);
    for (let attempt = 1; attempt <= WORK_ATTEMPTS_MAX; attempt += 1) {
      expect(await claim()).toMatchObject([{ id: 'a', attempts: attempt }]);
      time.pass(500);
    }
    expect(await work.claim({ queue, owner: 'bob', limit: 1 })).toMatchObject({ claimed: [{ id: 'b', attempts: 1 }], setAside: ['a'] });
    expect(await work.list(queue)).toEqual([
      { id: 'a', body: { to: 'a' }, state: 'set_aside', dueMs: null, attempts: 5 },
      { id: 'b', body: { to: 'b' }, state: 'claimed', dueMs: WALL_START_MS + 2_500, attempts: 1, owner: 'bob' },
    ]);
  });

  it('is not blamed for a crash that other work caused: after one it is given out alone', verifies('KEL-WORK-06'), async () => {
    const { work, time } = await bench();
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await work.enqueue({ queue, id, dueMs: 0, body: {} });
    const claim = async (limit: number) => (await work.claim({ queue, owner: 'ann', limit, ttlMs: 900 })).claimed.map(({ id, attempts }) => `${id} ${attempts}`);
    expect(await claim(3)).toEqual(['a 1', 'b 1', 'c 1']);
    time.pass(900);
    await work.enqueue({ queue, id: 'd', dueMs: 1, body: {} });
    expect([await claim(3), await claim(3), await claim(3), await claim(3)]).toEqual([['a 2'], ['b 2'], ['c 2'], ['d 1']]);
  });

  it('is given out together with what was not suspected before, in its turn', verifies('KEL-WORK-06'), async () => {
    const { work, time } = await bench();
    await work.enqueue({ queue, id: 'late', dueMs: 5, body: {} });
    await work.claim({ queue, owner: 'ann', limit: 1, ttlMs: 900 });
    time.pass(900);
    for (const id of ['a', 'b']) await work.enqueue({ queue, id, dueMs: 1, body: {} });
    const claim = async () => (await work.claim({ queue, owner: 'ann', limit: 5 })).claimed.map(({ id }) => id);
    expect([await claim(), await claim()]).toEqual([['a', 'b'], ['late']]);
  });

  it('is not blamed for restarts of the machine, however many', verifies('KEL-WORK-06'), async () => {
    const { work, time } = await bench();
    for (const id of ['a', 'b']) await work.enqueue({ queue, id, dueMs: 0, body: {} });
    for (let boot = 0; boot < 7; boot += 1) {
      expect((await work.claim({ queue, owner: 'ann', limit: 5 })).claimed.map(({ id, attempts }) => [id, attempts])).toEqual([['a', 1], ['b', 1]]);
      time.restart();
    }
    expect((await work.list(queue)).map(({ id, state }) => [id, state])).toEqual([['a', 'waiting'], ['b', 'waiting']]);
  });

  it('that was set aside is given another round by a person', verifies('KEL-WORK-06'), async () => {
    const { work, time } = await bench();
    await work.enqueue({ queue, id: 'a', dueMs: 0, body: {} });
    expect(await work.requeue(queue, 'a', { dueMs: 7 })).toEqual({ wasSetAside: false });
    expect(await work.requeue(queue, 'nothing', { dueMs: 7 })).toEqual({ wasSetAside: false });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { claimed } = await work.claim({ queue, owner: 'ann', limit: 1 });
      for (const claim of claimed) await work.fail(claim, { retryAtMs: 0, reason: 'no answer' });
    }
    expect(await refusalOf(work.requeue(queue, 'a', { dueMs: -1 }))).toMatchObject({ code: 'input.invalid', data: { issues: [{ path: 'dueMs' }] } });
    expect(await work.requeue(queue, 'a', { dueMs: time.now().wallMs + 5 })).toEqual({ wasSetAside: true });
    expect(await work.list(queue)).toEqual([{ id: 'a', body: {}, state: 'waiting', dueMs: time.now().wallMs + 5, attempts: 0, reason: 'no answer' }]);
    time.pass(5);
    expect((await work.claim({ queue, owner: 'ann', limit: 1 })).claimed).toMatchObject([{ id: 'a', attempts: 1, reason: 'no answer' }]);
  });

  it('stays with a claimant who renews in time, and only with that one', verifies('KEL-WORK-07'), async () => {
    const { put, claim, work, time } = await bench();
    await put('a');
    const [held = never()] = await claim(1, 500);
    time.pass(499);
    await work.renew(held, { ttlMs: 500 });
    time.pass(499);
    expect(await claim()).toEqual([]);
    expect(await refusalOf(work.renew({ ...held, token: 2 }))).toEqual(lost('a', 2));
    time.pass(1);
    expect(await refusalOf(work.renew(held))).toEqual(lost('a', 1));
    expect(await claim()).toMatchObject([{ id: 'a', token: 2, dueMs: WALL_START_MS }]);
  });

  it('is taken away by a cancellation, whoever holds it', verifies('KEL-WORK-07'), async () => {
    const { put, claim, work } = await bench();
    await put('a');
    const [held = never()] = await claim();
    expect([await work.cancel(queue, 'a'), await work.cancel(queue, 'a')]).toEqual([{ wasThere: true }, { wasThere: false }]);
    expect(await refusalOf(work.renew(held))).toEqual(lost('a', 1));
    expect(await work.list(queue)).toEqual([]);
  });

  it('is out in bounded numbers, and what is held hides nothing that is free', verifies('KEL-WORK-08', 'KEL-WORK-10'), async () => {
    const { put, claim, work } = await bench();
    for (let at = 0; at < WORK_CLAIMS_MAX + 3; at += 1) await put(`id-${String(at).padStart(4, '0')}`);
    expect(await claim(WORK_CLAIMS_MAX - 1)).toHaveLength(WORK_CLAIMS_MAX - 1);
    const [last = never(), ...others] = await claim(5);
    expect([last.id, others]).toEqual(['id-0255', []]);
    expect(await claim(1)).toEqual([]);
    await work.complete(last);
    expect(await claim(5)).toMatchObject([{ id: 'id-0256' }]);
  });

  it('is refused when it makes no sense', verifies('KEL-WORK-01', 'KEL-WORK-07', 'KEL-WORK-10'), async () => {
    const { put, work, transact, store } = await bench();
    const issue = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).data['issues'];
    const time = [{ path: 'dueMs', message: 'expected whole milliseconds since 1970' }];
    for (const dueMs of [-1, 0.5, Number.NaN]) expect(await issue(put('a', dueMs))).toEqual(time);
    expect(await issue(put('a b'))).toEqual([{ path: 'id', message: 'expected 1 to 256 printable ASCII characters without spaces' }]);
    const named = [{ path: 'queue', message: 'expected lower-case letters, digits, dot, dash or underscore' }];
    for (const name of ['', 'a/b', 'Mail']) expect(await issue(work.enqueue({ queue: name, id: 'a', dueMs: 0, body: {} }))).toEqual(named);
    const bounds = [{ path: 'limit', message: 'expected 1 to 256' }];
    for (const limit of [0, 0.5, 257, Number.NaN]) expect(await issue(work.claim({ queue, owner: 'ann', limit }))).toEqual(bounds);
    expect(await issue(work.claim({ queue, owner: '', limit: 1 }))).toMatchObject([{ path: 'owner' }]);
    expect(await issue(work.claim({ queue, owner: 'ann', limit: 1, ttlMs: 0 }))).toMatchObject([{ path: 'ttlMs' }]);
    expect(await issue(work.renew({ queue, id: 'a', token: 1 }, { ttlMs: 0 }))).toMatchObject([{ path: 'ttlMs' }]);
    const padding = WORK_BODY_BYTES_MAX - '{"to":""}'.length;
    expect(await refusalOf(put('a', 0, { to: 'é'.repeat(padding / 2 + 1) }))).toEqual({
      code: 'input.too_large',
      message: 'What describes a piece of work may have at most 16384 bytes.',
      next_step: 'Store the large part as a blob or an event and refer to it.',
      data: { limit: WORK_BODY_BYTES_MAX },
    });
    expect((await store.records({ space: 'work', prefix: '', after: '', limit: 9 })).length).toBe(0);
    await put('a', 0, { to: 'x'.repeat(padding) });
    await transact({ kind: 'work.claim', queue, owner: 'ann', ttlMs: 500, limit: 256 });
    expect(await issue(work.fail({ queue, id: 'a', token: 1 }, { retryAtMs: -1, reason: '' }))).toEqual([{ ...time[0], path: 'retryAtMs' }]);
  });

  it('keeps a long reason short and whole', verifies('KEL-WORK-10'), async () => {
    const { put, claim, work } = await bench();
    const reasons = ['x'.repeat(REASON_CHARS_MAX), 'x'.repeat(REASON_CHARS_MAX + 1), '\ud800'];
    for (const [at] of reasons.entries()) await put(`id-${at}`);
    for (const [at, held] of (await claim()).entries()) await work.fail(held, { retryAtMs: 0, reason: reasons[at] ?? '' });
    expect((await work.list(queue)).map(({ reason }) => reason)).toEqual([reasons[0], `${'x'.repeat(REASON_CHARS_MAX - 1)}…`, '\ufffd']);
  });

  it('is listed page by page', verifies('KEL-WORK-06'), async () => {
    const { put, work } = await bench();
    for (const id of ['a', 'b', 'c']) await put(id, 7);
    expect((await work.list(queue, { limit: 2 })).map(({ id, state }) => [id, state])).toEqual([['a', 'waiting'], ['b', 'waiting']]);
    expect((await work.list(queue, { after: 'b' })).map(({ id }) => id)).toEqual(['c']);
  });

  it('is never guessed at when its record cannot be read', () => {
    expect(() => workOf({ space: 'work', key: 'mail/a', body: { attempts: -1 }, dueMs: 0, position: null, source: null })).toThrow('work is stored in one form');
  });
});

function never(): never {
  throw new Error('there should have been work');
}
