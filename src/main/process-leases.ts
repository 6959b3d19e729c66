import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { RunId, runTakenOver } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { holderName, holderWords, IN_NAMESPACE, readHolder, type LeaseHolder, type LeasePorts, type Leases, type LogWriter } from '../ledger/index.ts';

/** A holder is named in few characters; this much of a long name still tells machines apart. */
const HOST_CHARS_MAX = 100;

/** Leases that say which process holds them, so that somebody who looks need not wait for one that is gone. */
export function leasesOfProcess(leases: Leases, holder: LeaseHolder = thisProcess()): Leases {
  const named = (owner: string): string => holderName(owner, holder);
  return {
    ...leases,
    acquire: (lease, owner, options) => leases.acquire(lease, named(owner), options),
    acquireWhenFree: (lease, owner, options) => leases.acquireWhenFree(lease, named(owner), options),
    hold: (lease, owner, options, work) => leases.hold(lease, named(owner), options, work),
  };
}

/** What a system tells of a process: nothing when there is none, and when it began where it says so. */
type LookAtProcess = (pid: number) => { readonly began: string } | undefined;

/** True only when it can be told: the holder is a process of this machine, and there is none of that number, or one that began at another time. */
export function isHolderGone(name: string, host = thisHost(), look: LookAtProcess = lookAtProcess): boolean {
  const holder = readHolder(name);
  if (holder === undefined || holder.host !== host) return false;
  const there = look(holder.pid);
  return there === undefined || (there.began !== '' && holder.began !== '' && there.began !== holder.began);
}

const OF_RUN = 'run:';

/** Takes the lease of a run from a process that is gone, and records why in the same append: both happen or neither. */
export function inheritRuns(writer: Pick<LogWriter, 'append'>, isGone: (holder: string) => boolean = isHolderGone): NonNullable<LeasePorts['inherit']> {
  return async (operation, holder) => {
    const runId = RunId.safeParse(operation.lease.slice(OF_RUN.length));
    if (!operation.lease.startsWith(OF_RUN) || !runId.success || !isGone(holder)) return false;
    const payload = { run_id: runId.data, from_holder: holder, from_token: operation.abandonedToken, by_holder: operation.owner, why: `${holderWords(holder)}, which worked on it, is gone` };
    try {
      const { isReplay } = await writer.append({ key: `${runId.data}:taken_over:${operation.abandonedToken}`, events: [{ type: runTakenOver.type, streamId: runId.data, payload }], operations: [operation] });
      // The same process asked twice at once: it was given to the first.
      return !isReplay;
    } catch (error) {
      if (hasCode(error, 'ledger.key_reused') || hasCode(error, 'lease.held')) return false;
      throw error;
    }
  };
}

/** Only what prints and is no blank may stand in the name of a holder. Numbers of processes mean something within their namespace only. */
function thisHost(): string {
  return `${encodeURIComponent(hostname()).slice(0, HOST_CHARS_MAX)}${IN_NAMESPACE}${readOr('', () => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '')}`;
}

function thisProcess(): LeaseHolder {
  return { pid: process.pid, began: statOf(process.pid)?.began ?? '', host: thisHost() };
}

/** One that may not be asked is there all the same; one that has ended and was not yet collected by its parent is not. */
function lookAtProcess(pid: number): ReturnType<LookAtProcess> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined;
  }
  const stat = statOf(pid);
  return stat?.state === 'Z' || stat?.state === 'X' ? undefined : { began: stat?.began ?? '' };
}

/** Where the state and the time of the start stand among what follows the name of the program, which may hold anything. */
const STATE_AT = 0;
const BEGAN_AT = 19;

/** What Linux tells of a process; nothing on other systems. */
function statOf(pid: number): { readonly state: string; readonly began: string } | undefined {
  return readOr(undefined, () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 1).trim().split(' ');
    return { state: fields[STATE_AT] ?? '', began: fields[BEGAN_AT] ?? '' };
  });
}

function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
