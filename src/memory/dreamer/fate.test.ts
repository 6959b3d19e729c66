import { describe, expect, it } from 'vitest';
import { DAY_MS, memoryRig } from '../../../test/support/memory-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { MemoryPlaceState } from '../../contracts/index.ts';
import { timestamp } from '../../kernel/index.ts';
import { readPlace } from '../reader.ts';
import { dream } from './dream.ts';
import { fateOf } from './fate.ts';

const KIND = { matter: null, space: 'intent:sort_it', entity: 'env:local' } as const;

describe('what is due in one place', () => {
  it('weighs a rule by its strength and by how far it points its way', verifies('KEL-DREAM-02', 'KEL-DREAM-03'), async () => {
    const rig = await memoryRig();
    for (let nth = 0; nth < 6; nth += 1) await rig.learn('accept', KIND.space, KIND.entity);
    await dream(rig.dreams(), { isDryRun: false, signal: new AbortController().signal });
    const place = (await readPlace(rig.ledger.documents, KIND)) as MemoryPlaceState;
    const pointing = (sigma: number): MemoryPlaceState => ({ ...place, sops: place.sops.map((rule) => ({ ...rule, megram: { ...rule.megram, f: 0.8, sigma } })) });
    rig.clock.advance(1000 * DAY_MS);
    const now = timestamp(rig.clock);
    // Nothing is left of what the rule was made of.
    expect([1, 0.5, -0.5].map((sigma) => Math.round(100 * fateOf(pointing(sigma), now).decision))).toEqual([80, 40, -40]);
  });
});
