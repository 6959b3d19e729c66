import { describe, it, vi } from 'vitest';
import { bitFlips } from '../../bench/faults/bit-flips.ts';
import { verifies } from '../requirements/verifies.ts';
import { expectShortRun, RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

describe('a bit that turned over', () => {
  it('is noticed, or changes no answer', verifies('KEL-FAULT-06'), async () => {
    await expectShortRun(bitFlips);
  });
});
