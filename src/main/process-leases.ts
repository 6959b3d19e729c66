import { hostname } from 'node:os';
import type { Leases } from '../ledger/index.ts';

const OF_PROCESS = ':process-';
const ON_HOST = '@';
/** A holder is named in few characters; this much of a long name still tells machines apart. */
const HOST_CHARS_MAX = 100;

/** Leases that say which process holds them, so that somebody who looks need not wait for one that is gone. */
export function leasesOfProcess(leases: Leases, host = thisHost(), pid = process.pid): Leases {
  const named = (owner: string): string => `${owner}${OF_PROCESS}${pid}${ON_HOST}${host}`;
  return {
    ...leases,
    acquire: (lease, owner, options) => leases.acquire(lease, named(owner), options),
    acquireWhenFree: (lease, owner, options) => leases.acquireWhenFree(lease, named(owner), options),
    hold: (lease, owner, options, work) => leases.hold(lease, named(owner), options, work),
  };
}

/** True only when it can be told: the holder is a process of this machine, and there is no such process any more. */
export function isHolderGone(owner: string, host = thisHost(), isThere: (pid: number) => boolean = isProcessThere): boolean {
  const at = owner.lastIndexOf(OF_PROCESS);
  const [pid = '', on] = at === -1 ? [] : owner.slice(at + OF_PROCESS.length).split(ON_HOST);
  return on === host && Number.isInteger(Number(pid)) && Number(pid) > 0 && !isThere(Number(pid));
}

/** Only what prints and is no blank may stand in the name of a holder. */
function thisHost(): string {
  return encodeURIComponent(hostname()).slice(0, HOST_CHARS_MAX);
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
