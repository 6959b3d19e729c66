import type { Extent } from '../detector.ts';
import type { Finding } from './scan.ts';

function outranks(candidate: Finding, kept: Finding): boolean {
  const byLength = candidate.end - candidate.start - (kept.end - kept.start);
  return byLength > 0 || (byLength === 0 && candidate.rank < kept.rank);
}

/**
 * The one rule for overlaps: of two findings that share a unit the longer stays, of equally long ones the one whose
 * detector comes first in the list, else the earlier. What touches a protected stretch is dropped.
 */
export function settleOverlaps(findings: readonly Finding[], protectedExtents: readonly Extent[]): Finding[] {
  const ordered = findings.toSorted((left, right) => left.start - right.start);
  const settled: Finding[] = [];
  let nextProtected = 0;
  for (const finding of ordered) {
    while ((protectedExtents[nextProtected]?.end ?? Infinity) <= finding.start) nextProtected += 1;
    if ((protectedExtents[nextProtected]?.start ?? Infinity) < finding.end) continue;
    const kept = settled.at(-1);
    if (kept === undefined || kept.end <= finding.start) settled.push(finding);
    else if (outranks(finding, kept)) settled[settled.length - 1] = finding;
  }
  return settled;
}
