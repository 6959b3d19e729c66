import { expect } from 'vitest';
import type { FaultPart, PartResult } from '../../bench/faults/part.ts';
import { removeFolders } from '../../bench/faults/scratch.ts';

/** Always the same draws; what the machine does in between is its own. */
const SEED = 1;
/** A part starts dozens of processes, which takes its time on a machine that is busy with other tests. */
export const RIG_TIMEOUT_MS = 240_000;

/** What came of a part that was run in its shortest form: nothing missed, nothing found, or skipped with a reason. */
export function expectSound({ goals, details, rows }: PartResult): void {
  const skipped = rows.filter(({ figures }) => 'skipped' in figures);
  expect({ missed: goals.filter(({ ok }) => !ok), found: skipped.length > 0 ? [] : details }).toEqual({ missed: [], found: [] });
  expect(goals.length + skipped.length).toBeGreaterThan(0);
}

export async function expectShortRun(part: FaultPart): Promise<void> {
  expectSound(await part.run({ seed: SEED, rounds: part.short, width: 1 }).finally(removeFolders));
}
