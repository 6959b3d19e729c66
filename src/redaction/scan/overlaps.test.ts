import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { settleOverlaps } from './overlaps.ts';
import type { Finding } from './scan.ts';

function finding(start: number, end: number, rank: number): Finding {
  return { start, end, rank, type: `T${rank}`, severity: 'low' };
}

describe('settleOverlaps', () => {
  it('keeps what only touches, in order of position', verifies('KEL-REDACTION-06'), () => {
    expect(settleOverlaps([finding(5, 9, 0), finding(0, 5, 1)], [])).toEqual([finding(0, 5, 1), finding(5, 9, 0)]);
  });

  it('keeps the longer of two that share a unit, whichever comes first', verifies('KEL-REDACTION-06'), () => {
    expect(settleOverlaps([finding(0, 5, 0), finding(4, 10, 9)], [])).toEqual([finding(4, 10, 9)]);
    expect(settleOverlaps([finding(0, 6, 9), finding(5, 10, 0)], [])).toEqual([finding(0, 6, 9)]);
  });

  it('keeps the more specific of equally long ones, then the earlier', verifies('KEL-REDACTION-06'), () => {
    expect(settleOverlaps([finding(0, 5, 3), finding(0, 5, 2)], [])).toEqual([finding(0, 5, 2)]);
    expect(settleOverlaps([finding(0, 5, 3), finding(2, 7, 2)], [])).toEqual([finding(2, 7, 2)]);
    expect(settleOverlaps([finding(0, 5, 2), finding(2, 7, 2)], [])).toEqual([finding(0, 5, 2)]);
  });

  it('compares lengths, not places', verifies('KEL-REDACTION-06'), () => {
    expect(settleOverlaps([finding(100, 105, 0), finding(104, 110, 9)], [])).toEqual([finding(104, 110, 9)]);
    expect(settleOverlaps([finding(100, 106, 9), finding(105, 110, 0)], [])).toEqual([finding(100, 106, 9)]);
  });

  it('takes the longest of those that start together', verifies('KEL-REDACTION-06'), () => {
    expect(settleOverlaps([finding(0, 5, 0), finding(0, 9, 1), finding(0, 7, 2)], [])).toEqual([finding(0, 9, 1)]);
  });

  it('drops what shares a unit with a protected stretch and nothing else', verifies('KEL-REDACTION-06', 'KEL-REDACTION-03'), () => {
    const protectedExtents = [
      { start: 10, end: 20 },
      { start: 30, end: 40 },
    ];
    const findings = [finding(0, 10, 0), finding(5, 11, 1), finding(19, 22, 2), finding(20, 30, 3), finding(29, 31, 4), finding(35, 36, 5), finding(40, 50, 6)];
    expect(settleOverlaps([finding(12, 14, 0)], protectedExtents)).toEqual([]);
    expect(settleOverlaps(findings, protectedExtents)).toEqual([finding(0, 10, 0), finding(20, 30, 3), finding(40, 50, 6)]);
  });
});
