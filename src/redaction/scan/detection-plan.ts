import type { Detector, MarkDetector, NumberDetector, WordDetector } from '../detector.ts';
import { DIGITS_MAX } from './limits.ts';

const ASCII_LIMIT = 0x80;
const NONE: readonly never[] = [];

/** A detector with its place in the list: earlier ones are more specific and win between equal spans. */
export interface Ranked<Kind extends Detector> {
  readonly detector: Kind;
  readonly rank: number;
}

/** Detectors by the unit that triggers them. Beyond ASCII there are few, so they are kept apart. */
export class TriggerTable<Kind extends Detector> {
  private readonly ascii: (readonly Ranked<Kind>[])[] = Array.from({ length: ASCII_LIMIT }, () => []);
  private readonly wide = new Map<number, readonly Ranked<Kind>[]>();

  add(units: string, ranked: Ranked<Kind>): void {
    for (let at = 0; at < units.length; at += 1) {
      const unit = units.charCodeAt(at);
      const list = [...this.get(unit), ranked];
      if (unit < ASCII_LIMIT) this.ascii[unit] = list;
      else this.wide.set(unit, list);
    }
  }

  get(unit: number): readonly Ranked<Kind>[] {
    return (unit < ASCII_LIMIT ? this.ascii[unit] : this.wide.get(unit)) ?? NONE;
  }
}

/** The detectors arranged by what triggers them, so that the pass asks only those that could answer. */
export interface DetectionPlan {
  /** By the number of digits in the stretch. */
  readonly numbers: readonly (readonly Ranked<NumberDetector>[])[];
  /** By the first unit of a word: one with letters and digits, with letters only, with digits only. */
  readonly lettered: TriggerTable<WordDetector>;
  readonly plain: TriggerTable<WordDetector>;
  readonly digitsOnly: TriggerTable<WordDetector>;
  readonly marks: TriggerTable<MarkDetector>;
}

function wordTables(plan: DetectionPlan, { on }: WordDetector): readonly TriggerTable<WordDetector>[] {
  switch (on) {
    case 'lettered':
      return [plan.lettered];
    case 'plain':
      return [plan.plain];
    case 'word':
      return [plan.lettered, plan.plain, plan.digitsOnly];
  }
}

export function planDetection(detectors: readonly Detector[]): DetectionPlan {
  const numbers: Ranked<NumberDetector>[][] = Array.from({ length: DIGITS_MAX + 1 }, () => []);
  const plan: DetectionPlan = {
    numbers,
    lettered: new TriggerTable(),
    plain: new TriggerTable(),
    digitsOnly: new TriggerTable(),
    marks: new TriggerTable(),
  };
  for (const [rank, detector] of detectors.entries()) {
    if (detector.on === 'number') for (const count of detector.digitCounts) numbers[count]?.push({ detector, rank });
    else if (detector.on === 'mark') plan.marks.add(detector.marks, { detector, rank });
    else for (const table of wordTables(plan, detector)) table.add(detector.initials, { detector, rank });
  }
  return plan;
}
