import { describe, expect, it } from 'vitest';
import { ledgerInMemory, WALL_START_MS } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createTimers } from './timers.ts';
import { createWorkQueue } from './work-queue.ts';

async function bench() {
  const ledger = await ledgerInMemory();
  return { ...ledger, timers: createTimers(createWorkQueue(ledger.store)) };
}

const WAKE = { id: 'wake', atMs: WALL_START_MS + 100, body: { run: 'r1' } };

describe('a timer', () => {
  it('is claimed by one process once its time has come, and only then', verifies('KEL-WORK-09'), async () => {
    const { timers, time } = await bench();
    await timers.set(WAKE);
    await timers.set(WAKE);
    expect((await timers.claimDue({ owner: 'ann', limit: 5 })).claimed).toEqual([]);
    time.pass(100);
    const { claimed } = await timers.claimDue({ owner: 'ann', limit: 5, ttlMs: 900 });
    expect(claimed).toEqual([{ queue: 'timers', id: 'wake', token: 1, body: { run: 'r1' }, dueMs: WALL_START_MS + 100, attempts: 1 }]);
    expect((await timers.claimDue({ owner: 'bob', limit: 5 })).claimed).toEqual([]);
    for (const claim of claimed) await timers.complete(claim);
    time.pass(900);
    expect(await timers.claimDue({ owner: 'bob', limit: 5 })).toEqual({ claimed: [], setAside: [] });
  });

  it('stays with whoever is still acting on it, and goes off again when that fails', verifies('KEL-WORK-09'), async () => {
    const { timers, time } = await bench();
    await timers.set(WAKE);
    time.pass(100);
    const [claim] = (await timers.claimDue({ owner: 'ann', limit: 1, ttlMs: 900 })).claimed;
    if (claim === undefined) throw new Error('nothing was due');
    time.pass(800);
    await timers.renew(claim, { ttlMs: 900 });
    time.pass(800);
    expect((await timers.claimDue({ owner: 'bob', limit: 1 })).claimed).toEqual([]);
    expect(await timers.fail(claim, { retryAtMs: time.now().wallMs + 10, reason: 'no answer' })).toEqual({ isSetAside: false });
    time.pass(10);
    expect((await timers.claimDue({ owner: 'bob', limit: 1 })).claimed).toMatchObject([{ id: 'wake', attempts: 2, reason: 'no answer' }]);
  });

  it('does not go off when it was cancelled', verifies('KEL-WORK-09'), async () => {
    const { timers, time } = await bench();
    await timers.set(WAKE);
    expect(await timers.cancel('wake')).toEqual({ wasThere: true });
    time.pass(100);
    expect((await timers.claimDue({ owner: 'ann', limit: 5 })).claimed).toEqual([]);
  });

  it('can be set in the same append as the events that call for it, or not at all', verifies('KEL-WORK-09'), async () => {
    const { timers, writer, time } = await bench();
    const event = { type: 'session.message_recorded', streamId: 'talk', payload: { session_id: 'talk', role: 'person', text: 'wake me' } };
    const operations = [timers.setOperation(WAKE)];
    const stream = { aggregate: 'session', id: 'talk' } as const;
    await expect(writer.append({ key: 'k1', events: [event], operations, expected: [{ stream, sequence: 9 }] })).rejects.toMatchObject({ code: 'ledger.sequence_conflict' });
    time.pass(100);
    expect((await timers.claimDue({ owner: 'ann', limit: 5 })).claimed).toEqual([]);
    await writer.append({ key: 'k2', events: [event], operations });
    expect((await timers.claimDue({ owner: 'ann', limit: 5 })).claimed).toMatchObject([{ id: 'wake' }]);
  });
});
