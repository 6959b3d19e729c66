import { lstat, realpath } from 'node:fs/promises';
import { planMounts, type MountPlan, type PathFact, type SandboxProfile } from '../../tools/index.ts';
import { isReserved } from './mount-points.ts';

/** A hidden file behind links behind links; each round follows one of them or goes one folder deeper. */
const ROUNDS_MAX = 64;

async function factAt(path: string): Promise<PathFact> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return { kind: 'link', target: await realpath(path).catch(() => null) };
    if (!found.isDirectory()) return { kind: 'file' };
    return { kind: (await isReserved(path)) ? 'missing' : 'folder' };
  } catch {
    // What we may not look at, the program, which is the same user with less, may not either.
    return { kind: 'missing' };
  }
}

/** Looks at the paths that the plan asks about, all of a round at once, until it asks about nothing new. */
export async function planOnDisk(profile: SandboxProfile): Promise<MountPlan> {
  const facts = new Map<string, PathFact>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const unknown = new Set<string>();
    const plan = planMounts(profile, (path) => {
      const fact = facts.get(path);
      if (fact === undefined) unknown.add(path);
      return fact ?? { kind: 'missing' };
    });
    if (unknown.size === 0) return plan;
    await Promise.all([...unknown].map(async (path) => facts.set(path, await factAt(path))));
  }
  return { mounts: [], refusals: ['the paths to hide lie too deep'] };
}
