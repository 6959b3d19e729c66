import { readdir, readFile } from 'node:fs/promises';

/** Reads of /proc. A process may end between two reads, so whatever cannot be read is taken as gone. */

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The processes that one started and that still run, as the kernel lists them for each of its threads. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)));
  return lists.flatMap((list) => list.split(' ').map(Number)).filter((child) => child > 0);
}

/** A process and everything below it, the topmost first; not more than `countMax`, because a fork bomb has no end. */
export async function treeOf(pid: number, countMax: number): Promise<number[]> {
  const found = [pid];
  for (let at = 0; at < found.length && found.length <= countMax; at += 1) found.push(...(await childrenOf(found[at] ?? 0)));
  return found;
}

/** Memory of a process in bytes: its own, and what it may share with others. Nothing when it has ended. */
export async function memoryOf(pid: number): Promise<{ readonly ownBytes: number; readonly sharedBytes: number }> {
  const status = await read(`/proc/${pid}/status`);
  return { ownBytes: (kilobytes(status, 'RssAnon:') + kilobytes(status, 'VmSwap:')) * 1024, sharedBytes: kilobytes(status, 'RssShmem:') * 1024 };
}

function kilobytes(status: string, field: string): number {
  const at = status.indexOf(`\n${field}`);
  return at === -1 ? 0 : Number.parseInt(status.slice(at + field.length + 1), 10) || 0;
}

/** Who started a process and in which group it is; null when it has ended. The name may hold spaces and brackets. */
export async function parentOf(pid: number): Promise<{ readonly parent: number; readonly group: number } | null> {
  const stat = await read(`/proc/${pid}/stat`);
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined || group === undefined ? null : { parent: Number(parent), group: Number(group) };
}
