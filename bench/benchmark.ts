/** One line of a benchmark's table. */
export interface BenchRow {
  readonly label: string;
  readonly figures: Readonly<Record<string, number | string>>;
}

/** A stated goal with what came out; figures are ratios to a floor or peer of the same run, or exact counts. */
export interface BenchGoal {
  readonly name: string;
  readonly actual: number | string;
  readonly limit: string;
  readonly ok: boolean;
}

export interface BenchResult {
  readonly rows: readonly BenchRow[];
  readonly goals: readonly BenchGoal[];
}

export interface BenchOptions {
  readonly quick: boolean;
  /** For what draws by chance: the same seed draws the same. A benchmark that draws picks one and prints it when none is given. */
  readonly seed?: number;
  /** The one part to run, for a benchmark that has parts. */
  readonly only?: string;
}

export interface Benchmark {
  readonly name: string;
  run(options: BenchOptions): Promise<BenchResult>;
}

/** The middle of a list of measurements: one slow moment of the machine does not move it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
