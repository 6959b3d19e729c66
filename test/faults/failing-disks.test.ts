import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countFindings } from '../../bench/faults/findings.ts';
import { ioFaults } from '../../bench/faults/io-faults.ts';
import { cutPower, recordHistory, type RecordedHistory } from '../../bench/faults/power-cuts.ts';
import { diskFolder, removeFolders, scratchFolder } from '../../bench/faults/scratch.ts';
import { whyNoStrace } from '../../bench/faults/strace.ts';
import { verifies } from '../requirements/verifies.ts';
import { expectShortRun, RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

const CUTS = 40;

/** How many of the cuts into a history leave a ledger with any fault. */
async function faultyCuts(history: RecordedHistory, scratch: string): Promise<number> {
  let faulty = 0;
  for (let seed = 0; seed < CUTS; seed += 1) {
    if (countFindings(await cutPower(history, { seed, scratch: join(scratch, 'ledger'), isThorough: seed === 0 })) > 0) faulty += 1;
  }
  return faulty;
}

describe.skipIf(whyNoStrace() !== undefined)('a ledger on a disk that fails', () => {
  afterEach(removeFolders);

  it('has all that was acknowledged when the power comes back, as long as the disk keeps what was synced', verifies('KEL-FAULT-10'), async () => {
    const history = await recordHistory(join(diskFolder(), 'recorded'), 12, { runs: 2, groups: 3 });
    if (typeof history === 'string') throw new TypeError(history);
    const scratch = scratchFolder();
    expect(await faultyCuts(history, scratch)).toBe(0);
    const calls = history.trace.calls.filter(({ kind }) => kind !== 'sync');
    expect(await faultyCuts({ ...history, trace: { ...history.trace, calls } }, scratch)).toBeGreaterThan(0);
  });

  it('acknowledges nothing that the disk refused', verifies('KEL-FAULT-11'), async () => {
    await expectShortRun(ioFaults);
  });
});
