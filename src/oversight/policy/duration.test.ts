import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Duration } from '../../contracts/index.ts';
import { durationMs } from './duration.ts';

describe('how long a duration lasts', () => {
  it.each([
    ['PT2H', 7_200_000],
    ['PT30M', 1_800_000],
    ['PT1.5S', 1_500],
    ['PT0,25S', 250],
    ['P1D', 86_400_000],
    ['P2W', 14 * 86_400_000],
    ['P1M', 30 * 86_400_000],
    ['P1Y', 365 * 86_400_000],
    ['P1Y2M3DT4H5M6S', (365 + 60 + 3) * 86_400_000 + 4 * 3_600_000 + 5 * 60_000 + 6_000],
    ['PT0S', 0],
  ])('%s is %d ms', verifies('KEL-POLICY-05'), (duration, expected) => {
    expect([Duration.safeParse(duration).success, durationMs(duration)]).toEqual([true, expected]);
  });

  it('is the sum of its parts', verifies('KEL-POLICY-05'), () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    fc.assert(fc.property(upTo(99), upTo(99), upTo(99), upTo(99), (days, hours, minutes, seconds) => void expect(durationMs(`P${days}DT${hours}H${minutes}M${seconds}S`)).toBe((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000)));
  });
});
