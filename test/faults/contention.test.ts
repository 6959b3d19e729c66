import { describe, it, vi } from 'vitest';
import { clockJumps, jumpClocks } from '../../bench/faults/clock-jumps.ts';
import { manyWriters } from '../../bench/faults/many-writers.ts';
import { recoverers } from '../../bench/faults/recoverers.ts';
import { BUILTIN_SETUP, createDecider, createMemoryStore } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { expectShortRun, expectSound, RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

describe('several processes on one ledger', () => {
  it('write to one stream without a gap, a loss or a repetition', verifies('KEL-FAULT-12'), async () => {
    await expectShortRun(manyWriters);
  });

  it('race for a run that lost its owner, and one of them wins', verifies('KEL-FAULT-13'), async () => {
    await expectShortRun(recoverers);
  });
});

describe('a wall clock that jumps', () => {
  it('ends no lease early and revives none, on disk', verifies('KEL-FAULT-14'), async () => {
    await expectShortRun(clockJumps);
  });

  it('ends no lease early and revives none, in memory', verifies('KEL-FAULT-07'), async () => {
    const decider = createDecider(BUILTIN_SETUP);
    expectSound(await jumpClocks({ seed: 1, rounds: clockJumps.short, width: 1 }, async (time) => createMemoryStore({ decider, time })));
  });
});
