import { expect, it } from 'vitest';
import { lifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ArtifactId, TerminationReason } from '../../contracts/index.ts';

const REASONS: readonly TerminationReason[] = ['success', 'user_cancelled', 'timeout', 'blocked'];
/** Twice as long as anything is kept. */
const DAYS = 360;

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
  const [half = 0, last = 0] = [kept[DAYS / 2], kept.at(-1)];
  // Of each kind as many days as it is kept, at one in four days.
  expect([half, last]).toEqual([last, (180 + 7 + 30 + 60) / 4 + 0.75]);
  expect(Math.max(...kept.slice(DAYS / 2))).toBeLessThanOrEqual(last + REASONS.length);
});
