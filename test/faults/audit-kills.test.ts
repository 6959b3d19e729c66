import { describe, expect, it, vi } from 'vitest';
import { killAudits } from '../../bench/audit/killed-audits.ts';
import { diskFolder, removeFolders } from '../../bench/faults/scratch.ts';
import { verifies } from '../requirements/verifies.ts';
import { RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

/** `npm run bench -- audit --only kills` makes a thousand. */
const KILLS = 5;

describe('an auditor that is killed while events are appended', () => {
  it('has written down each of them once, and reports them all', verifies('KEL-AUDIT-03', 'ART-R6-03', 'ART-R6-09'), async () => {
    const { events, lines, ...rest } = await killAudits(diskFolder(), KILLS, Math.random).finally(removeFolders);
    expect(rest).toEqual({ at_work: KILLS, gaps: 0, doubles: 0, faults: 0, reported: events });
    expect(lines).toBe(events);
  });
});
