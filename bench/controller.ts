import { driveTask, type Driven } from './controller/drive-task.ts';
import { DIFFICULTIES, simulatedTask, type Difficulty } from './controller/simulated-task.ts';
import { rounded, type BenchGoal, type Benchmark, type BenchRow } from './benchmark.ts';

/** The gradient of the whole loss, as it was first written, and that of its quality alone; each with the time it was first given and with that of a run. */
export const VARIANTS = [
  { name: 'gradient 0.8.0, 300 s', gradientVersion: '0.8.0', hyperparameters: { time_budget_ms: 300_000 } },
  { name: 'gradient 1.0.0, 300 s', gradientVersion: '1.0.0', hyperparameters: { time_budget_ms: 300_000 } },
  { name: 'gradient 0.8.0, 1,800 s', gradientVersion: '0.8.0', hyperparameters: { time_budget_ms: 1_800_000 } },
  { name: 'gradient 1.0.0, 1,800 s', gradientVersion: '1.0.0', hyperparameters: { time_budget_ms: 1_800_000 } },
] as const;
type Variant = (typeof VARIANTS)[number];
/** What the product does, and what it would do by the first gradient. */
export const [, , AS_WRITTEN, AS_DECIDED] = VARIANTS;

const TASKS = 2_000;
const QUICK_TASKS = 360;
const SEED = 1;
/** Of the normal distribution, for an interval that holds in 95 of 100 cases. */
const Z95 = 1.96;

export interface StudyLine {
  readonly difficulty: Difficulty | 'all';
  readonly variant: Variant['name'];
  readonly tasks: number;
  readonly solved: number;
  readonly falselyAbandoned: number;
  readonly falseSuccesses: number;
  readonly rounds: number;
  readonly wastedRounds: number;
  readonly minutes: number;
}

/** Both versions on the very same tasks. */
export function study(tasks: number, seed: number): StudyLine[] {
  const drawn = Array.from({ length: tasks }, (_, at) => simulatedTask(seed + at));
  const driven = VARIANTS.map(({ name, ...parts }) => ({ name, ends: drawn.map((task) => ({ difficulty: task.difficulty, end: driveTask(task, parts) })) }));
  return [...DIFFICULTIES, 'all' as const].flatMap((difficulty) => driven.map(({ name, ends }) => lineOf(difficulty, name, ends.filter((one) => difficulty === 'all' || one.difficulty === difficulty).map(({ end }) => end))));
}

function lineOf(difficulty: StudyLine['difficulty'], variant: Variant['name'], ends: readonly Driven[]): StudyLine {
  const count = (holds: (end: Driven) => boolean): number => ends.filter(holds).length;
  const mean = (value: (end: Driven) => number): number => ends.reduce((sum, end) => sum + value(end), 0) / Math.max(1, ends.length);
  return { difficulty, variant, tasks: ends.length, solved: count(({ isSolved }) => isSolved), falselyAbandoned: count(({ isFalselyAbandoned }) => isFalselyAbandoned), falseSuccesses: count(({ isFalseSuccess }) => isFalseSuccess), rounds: mean(({ rounds }) => rounds), wastedRounds: mean((end) => end.wastedRounds), minutes: mean(({ activeMs }) => activeMs) / 60_000 };
}

/** Wilson's interval of a share, as people read it. */
function share(count: number, of: number): string {
  if (of === 0) return '-';
  const p = count / of;
  const spread = (Z95 * Math.sqrt((p * (1 - p)) / of + Z95 ** 2 / (4 * of ** 2))) / (1 + Z95 ** 2 / of);
  const centre = (p + Z95 ** 2 / (2 * of)) / (1 + Z95 ** 2 / of);
  const percent = (value: number): string => (100 * Math.min(1, Math.max(0, value))).toFixed(1);
  return `${percent(p)} % (${percent(centre - spread)}–${percent(centre + spread)})`;
}

function rowOf({ difficulty, variant, tasks, solved, falselyAbandoned, falseSuccesses, rounds, wastedRounds, minutes }: StudyLine): BenchRow {
  return { label: `${difficulty}: ${variant}`, figures: { tasks, solved: share(solved, tasks), 'falsely abandoned': share(falselyAbandoned, tasks), 'false successes': falseSuccesses, rounds: rounded(rounds), 'wasted rounds': rounded(wastedRounds), 'active minutes': rounded(minutes, 1) } };
}

/** The controller of a task's loop, in its two versions, on tasks of known difficulty. */
const benchmark: Benchmark = {
  name: 'controller',
  async run({ quick, seed = SEED }) {
    const lines = study(quick ? QUICK_TASKS : TASKS, seed);
    return { rows: lines.map(rowOf), goals: goalsOf(lines) };
  },
};

export default benchmark;

export function goalsOf(lines: readonly StudyLine[]): BenchGoal[] {
  const all = ({ name }: Variant): StudyLine => lines.find(({ difficulty, variant }) => difficulty === 'all' && variant === name) as StudyLine;
  const [written, decided] = [all(AS_WRITTEN), all(AS_DECIDED)];
  const falseSuccesses = lines.reduce((sum, line) => sum + line.falseSuccesses, 0);
  return [
    { name: 'false successes of all variants', actual: falseSuccesses, limit: '0', ok: falseSuccesses === 0 },
    { name: 'false abandons, 1.0.0 to 0.8.0', actual: rounded(decided.falselyAbandoned / Math.max(1, written.falselyAbandoned)), limit: 'at most 1', ok: decided.falselyAbandoned <= written.falselyAbandoned },
    { name: 'solved tasks, 1.0.0 to 0.8.0', actual: rounded(decided.solved / written.solved, 3), limit: 'at least 1', ok: decided.solved >= written.solved },
  ];
}
