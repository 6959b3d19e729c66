import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { overdue } from './waits.ts';

const limits = { connectMs: 10, firstByteMs: 20, idleMs: 30, totalMs: 100, bytesMax: 1 };

describe('a wait', () => {
  it.each([
    ['connect', 10, 'connect_timeout', 'no connection was made for 10 ms (h)'],
    ['first_byte', 20, 'first_byte_timeout', 'no answer came for 20 ms (h)'],
    ['idle', 30, 'idle_timeout', 'nothing more of the answer came for 30 ms (h)'],
  ] as const)('to %s ends after %s ms', verifies('KEL-HTTP-09'), (phase, limitMs, fault, message) => {
    const at = (waitedMs: number, totalMs: number) => overdue({ limits, host: 'h', phase, waitedMs, totalMs });
    expect(at(limitMs - 1, 99)).toBeUndefined();
    expect(at(limitMs, 99)).toMatchObject({ fault, message });
    expect(at(limitMs, 100)).toMatchObject({ fault: 'total_timeout', message: 'the answer was not whole after 100 ms (h)' });
    expect(at(Number.NEGATIVE_INFINITY, 100)).toMatchObject({ fault: 'total_timeout' });
    expect(at(Number.NEGATIVE_INFINITY, 99)).toBeUndefined();
  });
});
