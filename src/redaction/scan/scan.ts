import type { SensitiveSpan } from '../../contracts/index.ts';
import type { Detector, Extent } from '../detector.ts';
import { charKind, CharKind } from './characters.ts';
import type { DetectionPlan, Ranked } from './detection-plan.ts';
import { DigitRun, readDigitRun, RUN_GROUPS_MAX } from './digit-run.ts';
import { DIGITS_MAX, GROUPS_MAX } from './limits.ts';

/** A span with the place of its detector, for settling overlaps. */
export interface Finding extends SensitiveSpan {
  readonly rank: number;
}

function record(findings: Finding[], extent: Extent, { detector, rank }: Ranked<Detector>): void {
  findings.push({ start: extent.start, end: extent.end, type: detector.type, severity: detector.severity, rank });
}

/** Asks about every stretch of the run; returns where the pass may start the next run. */
function inspectRun(run: DigitRun, plan: DetectionPlan, findings: Finding[]): number {
  const isCut = run.count === RUN_GROUPS_MAX;
  const firstMax = isCut ? run.count - GROUPS_MAX : run.count;
  for (let first = 0; first < firstMax; first += 1) {
    let digitCount = 0;
    for (let last = first; last < run.count && last < first + GROUPS_MAX; last += 1) {
      digitCount += run.digitCount(last);
      if (digitCount > DIGITS_MAX) break;
      for (const ranked of plan.numbers[digitCount] ?? []) {
        const extent = ranked.detector.find(run, first, last);
        if (extent !== undefined) record(findings, extent, ranked);
      }
    }
  }
  return isCut ? run.start(firstMax) : run.end(run.count - 1);
}

/**
 * One pass over the text. Every unit is classified once; detectors are asked only at what triggers them. What a word
 * or mark announces is passed over once found, so a long token is never read again from its middle.
 */
export function scan(text: string, plan: DetectionPlan): Finding[] {
  const findings: Finding[] = [];
  const run = new DigitRun();
  let runsReadTo = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const kind = charKind(unit);
    if (kind === CharKind.OTHER || kind === CharKind.INVISIBLE) {
      let resumeAt = at + 1;
      for (const ranked of plan.marks.get(unit)) {
        const extent = ranked.detector.find(text, at);
        if (extent === undefined) continue;
        record(findings, extent, ranked);
        if (extent.start >= at && extent.end > resumeAt) resumeAt = extent.end;
      }
      at = resumeAt;
      continue;
    }
    let end = at + 1;
    let hasDigit = kind === CharKind.DIGIT;
    let hasLetter = !hasDigit;
    for (; end < text.length; end += 1) {
      const next = charKind(text.charCodeAt(end));
      if (next === CharKind.OTHER) break;
      if (next === CharKind.DIGIT) hasDigit = true;
      else if (next === CharKind.LETTER) hasLetter = true;
    }
    if (kind === CharKind.DIGIT && at >= runsReadTo) {
      readDigitRun(text, at, run);
      runsReadTo = inspectRun(run, plan, findings);
    }
    let resumeAt = end;
    const words = hasLetter ? (hasDigit ? plan.lettered : plan.plain) : plan.digitsOnly;
    for (const ranked of words.get(unit)) {
      const extent = ranked.detector.find(text, at, end);
      if (extent === undefined) continue;
      record(findings, extent, ranked);
      if (extent.end > resumeAt) resumeAt = extent.end;
    }
    at = resumeAt;
  }
  return findings;
}
