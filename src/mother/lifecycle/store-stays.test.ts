import { expect, it } from 'vitest';
import { lifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ArtifactId, TerminationReason } from '../../contracts/index.ts';

const REASONS: readonly TerminationReason[] = ['success', 'user_cancelled', 'timeout', 'blocked'];
/** Twice as long as anything is kept. */
const DAYS = 360;
/** As long as the longest is kept, and a turn of all kinds more. */
const FULL_AFTER = 185;

it('lets a store that something is put into every day grow until the longest is kept, and no further', verifies('MH4-CHK-06'), async () => {
  const rig = await lifecycleRig();
  const ids: ArtifactId[] = [];
  const kept: number[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    ids.push((await rig.made(REASONS[day % REASONS.length], `what was made on day ${day}`)).id);
    rig.pass(1);
    await rig.collect();
    const stored = await Promise.all(ids.map(async (id) => (await rig.metadata(id))?.status));
    kept.push(stored.filter((status) => status === 'active' || status === 'archived').length);
  }
  const full = kept.slice(FULL_AFTER);
  // Of each kind so many days as it is kept, at one in four days.
  expect(full.at(-1)).toBe(Math.ceil((180 + 7 + 30 + 60) / REASONS.length));
  expect(Math.max(...full) - Math.min(...full)).toBeLessThan(REASONS.length);
});
