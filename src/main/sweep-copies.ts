import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RunId } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { Leases } from '../ledger/index.ts';

/** Copies that a process left behind when it was killed go with the next run; those of a run that somebody works on stay. */
export async function sweepCopies(folder: string, leases: Pick<Leases, 'acquire' | 'release'>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!RunId.safeParse(name).success) continue;
    const held = await leases.acquire(`run:${name}`, 'sweep').catch((error: unknown) => {
      if (hasCode(error, 'lease.held')) return undefined;
      throw error;
    });
    if (held === undefined) continue;
    await rm(join(folder, name), { recursive: true, force: true });
    await leases.release(held);
  }
}
