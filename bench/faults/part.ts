import type { BenchGoal, BenchRow } from '../benchmark.ts';
import { FINDING_KINDS, type Findings } from './findings.ts';

export interface PartOptions {
  readonly seed: number;
  /** How many rounds; what a round is, the part says. */
  readonly rounds: number;
  /** Processes at once. */
  readonly width: number;
}

export interface PartResult {
  readonly rows: readonly BenchRow[];
  readonly goals: readonly BenchGoal[];
  /** What was found wrong, with the seed of the round, for a person to read. */
  readonly details: readonly string[];
}

/** One kind of fault, and what it may not do. */
export interface FaultPart {
  readonly name: string;
  /** Rounds of a full run, of a quick one, and of the short test. */
  readonly full: number;
  readonly quick: number;
  readonly short: number;
  run(options: PartOptions): Promise<PartResult>;
}

/** An exact count: anything else is a fault. */
export function exactly(name: string, actual: number, limit: number): BenchGoal {
  return { name, actual, limit: `exactly ${limit}`, ok: actual === limit };
}

const NAMES: Readonly<Record<keyof Findings, string>> = {
  lost: 'acknowledged lost',
  broken: 'gaps and broken logs',
  doubled: 'doubled effects',
  stuck: 'stuck runs',
  miscounted: 'counters wrong',
  other: 'other failures',
};

/** The result of a part whose rounds gather findings. */
export function findingsResult(label: string, figures: BenchRow['figures'], findings: Findings, extra: readonly BenchGoal[] = []): PartResult {
  const counts = Object.fromEntries(FINDING_KINDS.map((kind) => [NAMES[kind], findings[kind].length]));
  return {
    rows: [{ label, figures: { ...figures, ...counts } }],
    goals: [...extra, ...FINDING_KINDS.map((kind) => exactly(`${label}: ${NAMES[kind]}`, findings[kind].length, 0))],
    details: FINDING_KINDS.flatMap((kind) => findings[kind].map((finding) => `${label}, ${NAMES[kind]}: ${finding}`)),
  };
}

/** What a machine cannot do is said and counted, and fails nothing. */
export function skippedResult(label: string, rounds: number, reason: string): PartResult {
  return { rows: [{ label, figures: { skipped: rounds, reason } }], goals: [], details: [`${label}: ${rounds} rounds skipped: ${reason}`] };
}
