import { createHash } from 'node:crypto';
import type { Requirement } from '../../src/contracts/index.ts';
import type { Citation } from '../../test/requirements/citations.ts';
import type { Mutant } from './mutant-plugin.ts';

/** One mutation to try for one requirement. */
export interface Trial {
  readonly requirement: string;
  readonly mutant: Mutant;
  readonly citations: readonly Citation[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly mutantsEach: number;
  /** Try only this many requirements, chosen by the seed. */
  readonly sample: number | undefined;
}

/** A stable number from a seed and a name: the same seed always tries the same mutations. */
export function draw(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}:${name}`).digest().readUInt32BE(0);
}

/** Chooses, for each requirement, which of its possible mutants are tried. */
export function planTrials(
  requirements: readonly Requirement[],
  mutantsFor: (place: string) => readonly Mutant[],
  citationsOf: (id: string) => readonly Citation[],
  options: PlanOptions,
): Trial[] {
  const ordered = [...requirements].sort((a, b) => draw(options.seed, a.id) - draw(options.seed, b.id));
  const chosen = ordered.slice(0, options.sample ?? ordered.length);
  return chosen.flatMap((requirement) => {
    const possible = requirement.enforced_by.flatMap(mutantsFor);
    const order = possible
      .map((mutant, at) => ({ mutant, key: draw(options.seed, `${requirement.id}/${at}`) }))
      .sort((a, b) => a.key - b.key);
    return order
      .slice(0, options.mutantsEach)
      .map(({ mutant }) => ({ requirement: requirement.id, mutant, citations: citationsOf(requirement.id) }));
  });
}
