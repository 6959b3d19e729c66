import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { Leases } from '../ledger/index.ts';
import { isHolderGone, leasesOfProcess } from './process-leases.ts';

describe('leases of this process', () => {
  it('say who holds them, whichever way they are taken', verifies('KEL-SURF-07'), async () => {
    const owners: string[] = [];
    const noted = async (_lease: string, owner: string): Promise<never> => Promise.reject(owners.push(owner));
    const leases = leasesOfProcess({ acquire: noted, acquireWhenFree: noted, hold: noted } as unknown as Leases, 'deck', 12);
    await Promise.allSettled([leases.acquire('a', 'x'), leases.acquireWhenFree('a', 'y', { signal: AbortSignal.abort() }), leases.hold('a', 'z', {}, async () => undefined)]);
    expect(owners).toEqual(['x:process-12@deck', 'y:process-12@deck', 'z:process-12@deck']);
  });

  it('are known to be abandoned only by a process of this machine that is no more', verifies('KEL-SURF-07'), () => {
    const nobody = (): boolean => false;
    expect(isHolderGone('run:process-12@deck', 'deck', nobody)).toBe(true);
    expect(isHolderGone('run:process-12@deck', 'deck', (pid) => pid === 12)).toBe(false);
    expect(isHolderGone('run:process-12@deck', 'bridge', nobody)).toBe(false);
    expect(isHolderGone('run:process-x@deck', 'deck', nobody)).toBe(false);
    expect(isHolderGone('somebody', 'deck', nobody)).toBe(false);
    expect(isHolderGone(`run:process-${process.pid}@deck`, 'deck')).toBe(false);
  });
});
