import { hostname } from 'node:os';
import type { Leases } from '../ledger/index.ts';

const OF_PROCESS = ' of process ';
const ON_HOST = ' on ';

/** Leases that say which process holds them, so that somebody who looks need not wait for one that is gone. */
export function leasesOfProcess(leases: Leases, host = hostname(), pid = process.pid): Leases {
  const named = (owner: string): string => `${owner}${OF_PROCESS}${pid}${ON_HOST}${host}`;
  return {
    ...leases,
    acquire: (lease, owner, options) => leases.acquire(lease, named(owner), options),
    acquireWhenFree: (lease, owner, options) => leases.acquireWhenFree(lease, named(owner), options),
    hold: (lease, owner, options, work) => leases.hold(lease, named(owner), options, work),
  };
}

/** True only when it can be told: the holder is a process of this machine, and there is no such process any more. */
export function isHolderGone(owner: string, host = hostname(), isThere: (pid: number) => boolean = isProcessThere): boolean {
  const at = owner.lastIndexOf(OF_PROCESS);
  const [pid = '', on] = at === -1 ? [] : owner.slice(at + OF_PROCESS.length).split(ON_HOST);
  return on === host && Number.isInteger(Number(pid)) && Number(pid) > 0 && !isThere(Number(pid));
}

/** One that may not be asked is there all the same. */
function isProcessThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
