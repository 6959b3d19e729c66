import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sqliteFailure } from '../../../test/support/sqlite-ledger.ts';
import { lockPauseMs, withLock, withLockAsync } from './lock-attempts.ts';

const LOCKED = sqliteFailure(5, 'database is locked');

/** Fails with a lock this many times, then succeeds. */
function lockedTimes(times: number): { attempt: () => string; made: () => number } {
  let made = 0;
  return {
    attempt() {
      made += 1;
      if (made <= times) throw LOCKED;
      return 'done';
    },
    made: () => made,
  };
}

const busy = { code: 'ledger.busy', data: { file: 'ledger.db', attempts: 15 } };

describe('a lock that another process holds', () => {
  it('is tried up to fifteen times, with a pause between two attempts', verifies('KEL-SQLITE-07'), () => {
    const pauses: number[] = [];
    const pause = (ms: number): void => void pauses.push(ms);
    const patient = lockedTimes(14);
    expect(withLock('ledger.db', patient.attempt, pause)).toBe('done');
    expect([patient.made(), pauses.length]).toEqual([15, 14]);
    const hopeless = lockedTimes(15);
    expect(() => withLock('ledger.db', hopeless.attempt, pause)).toThrow(expect.objectContaining(busy) as Error);
    expect([hopeless.made(), pauses.length]).toEqual([15, 28]);
  });

  it('is tried the same way without blocking the thread', verifies('KEL-SQLITE-07'), async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => void (pauses += 1);
    expect(await withLockAsync('ledger.db', lockedTimes(14).attempt, pause)).toBe('done');
    expect(pauses).toBe(14);
    await expect(withLockAsync('ledger.db', lockedTimes(15).attempt, pause)).rejects.toMatchObject(busy);
    expect(pauses).toBe(28);
  });

  it('pauses for 20 to 150 ms, never twice the same', verifies('KEL-SQLITE-07'), () => {
    const pauses = Array.from({ length: 2_000 }, lockPauseMs);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(20);
    expect(Math.min(...pauses)).toBeLessThan(22);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(150);
    expect(Math.max(...pauses)).toBeGreaterThan(148);
    expect(new Set(pauses).size).toBeGreaterThan(1_990);
  });

  it('does not hide any other failure', verifies('KEL-SQLITE-07'), async () => {
    const failing = (): never => {
      throw sqliteFailure(13, 'full');
    };
    expect(() => withLock('ledger.db', failing, () => expect.fail('no pause'))).toThrow('full');
    await expect(withLockAsync('ledger.db', failing, async () => expect.fail('no pause'))).rejects.toThrow('full');
  });
});
