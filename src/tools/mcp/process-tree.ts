import { readdirSync, readFileSync } from 'node:fs';

/**
 * Sends a signal to a program's group and to those below it that left the group. A child that left the group and whose
 * parents all ended before cannot be found from outside; only a sandbox with process numbers of its own holds that one.
 */
export function signalTree(rootPid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  const below = descendantsOf(rootPid);
  sendSignal(-rootPid, signal);
  for (const pid of below) sendSignal(pid, signal);
}

/** A process that is gone already, or never led a group, is what was wanted. */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}

/** Read from /proc; where there is none, the group alone is known. */
function descendantsOf(rootPid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const pid of processIds()) {
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let at = rootPid, next = 0; ; at = found[next++] ?? 0) {
    if (at === 0) return found;
    found.push(...(children.get(at) ?? []));
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The name in the middle may hold spaces and brackets, so the fields are counted from its last bracket. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(') ')).split(' ')[2]);
  } catch {
    return undefined;
  }
}
