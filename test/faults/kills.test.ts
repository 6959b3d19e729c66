import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCampaign, workloadIn, type Kill } from '../../bench/faults/campaign.ts';
import { noFindings } from '../../bench/faults/findings.ts';
import { KILL_POINTS } from '../../bench/faults/kill-points.ts';
import { randomKills } from '../../bench/faults/kills.ts';
import { diskFolder, removeFolders } from '../../bench/faults/scratch.ts';
import { verifies } from '../requirements/verifies.ts';
import { expectShortRun, RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

describe('a process that is killed', () => {
  it('leaves all that was acknowledged, and runs that come to their end once', verifies('KEL-FAULT-08'), async () => {
    await expectShortRun(randomKills);
  });

  it('may die before or after each part of a step', verifies('KEL-FAULT-09'), async () => {
    const folder = join(diskFolder(), 'ledger');
    const kills = KILL_POINTS.map((point, at): Kill => ({ at: 'point', point, time: 1 + (at % 3) }));
    const { kills: made, acknowledged, findings } = await runCampaign(folder, workloadIn(folder, { runs: 2, groups: 6 }), kills).finally(removeFolders);
    expect({ made, findings }).toEqual({ made: KILL_POINTS.length, findings: noFindings() });
    expect(acknowledged).toBeGreaterThan(50);
  });
});
