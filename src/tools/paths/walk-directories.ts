import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import type { Footing, Held } from './footing.ts';
import { systemCode } from './path-errors.ts';
import { DEPTH_MAX, WALK_ENTRIES_MAX } from './path-limits.ts';

const NAMES_READ_AT_ONCE = 1_024;

/** The names in the last directory of a trail, in order; at most one more than `limit`, which says that there are more. */
export function namesIn(footing: Footing, trail: readonly Held[], limit: number): string[] {
  const directory = trail.at(-1);
  if (directory === undefined) return [];
  const names: string[] = [];
  const open = opendirSync(footing.pathOf(directory), { bufferSize: NAMES_READ_AT_ONCE });
  try {
    for (let entry = open.readSync(); entry !== null && names.length <= limit; entry = open.readSync()) names.push(entry.name);
  } finally {
    open.closeSync();
  }
  // What was listed by name is believed only if the directory still is the one that was held.
  footing.confirm(trail);
  return names.sort();
}

/** What has this name in the directory, itself and not what it points to; undefined when it has gone or is out of reach. */
export function statusIn(footing: Footing, directory: Held, name: string): BigIntStats | undefined {
  try {
    return lstatSync(footing.entryPath(directory, name), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

export interface WalkStep {
  readonly name: string;
  readonly stats: BigIntStats;
  /** Up to and with the directory that holds the name; held until the next step. */
  readonly trail: readonly Held[];
  /** The names from where the walk began, this one last. */
  readonly names: readonly string[];
}

/**
 * Everything below the last directory of a trail, depth first; a directory comes before what is in it. Links are
 * given and never followed: a directory is entered by holding it, and only if it still is one.
 */
export function* walkBelow(
  footing: Footing,
  trail: readonly Held[],
  enters: (step: WalkStep) => boolean,
  above: readonly string[] = [],
): Generator<WalkStep, void> {
  const directory = trail.at(-1);
  if (directory === undefined || trail.length > DEPTH_MAX) return;
  for (const name of readable(footing, trail)) {
    const stats = statusIn(footing, directory, name);
    if (stats === undefined) continue;
    const step: WalkStep = { name, stats, trail, names: [...above, name] };
    yield step;
    if (!stats.isDirectory() || !enters(step)) continue;
    const child = enterable(footing, directory, name);
    if (child === undefined) continue;
    try {
      if (child.stats.isDirectory()) yield* walkBelow(footing, [...trail, child], enters, step.names);
    } finally {
      footing.release(child);
    }
  }
}

/** A folder that may not be read is passed over, as a search does. */
function readable(footing: Footing, trail: readonly Held[]): string[] {
  try {
    return namesIn(footing, trail, WALK_ENTRIES_MAX);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function enterable(footing: Footing, directory: Held, name: string): Held | undefined {
  try {
    return footing.child(directory, name);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
