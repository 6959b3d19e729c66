import { PUBLISHED_SOLVER_SET, type RunCourse, type SolverParameters } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../../src/kernel/index.ts';
import { recordedCourse, type RecordedCourse } from '../../src/loops/index.ts';
import { driveTask, type Driven } from '../controller/drive-task.ts';
import { DIFFICULTIES, simulatedTask, type Difficulty, type SimulatedTask } from '../controller/simulated-task.ts';

/** A place whose tasks are of a known mix: of each difficulty so many parts. */
export interface World {
  readonly name: string;
  readonly parts: Readonly<Partial<Record<Difficulty, number>>>;
  /** What the runs on record were done with. */
  readonly from: SolverParameters;
}

const EVEN = Object.fromEntries(DIFFICULTIES.map((one) => [one, 1]));
const { parameters: PUBLISHED } = PUBLISHED_SOLVER_SET;

export const WORLDS: readonly World[] = [
  { name: 'every difficulty alike', parts: EVEN, from: PUBLISHED },
  { name: 'most that fails cannot be done', parts: { 'done at once': 3, 'a little better each round': 2, impossible: 8, 'only partly possible': 3 }, from: PUBLISHED },
  { name: 'every difficulty alike, from a set that counts time too dearly', parts: EVEN, from: { ...PUBLISHED, replan_share: 0.2, time_share: 0.8, abandon_threshold: 0.35 } },
];

/** The tasks of a world, each from a seed of its own. */
export function tasksOf({ parts }: World, count: number, seed: number): SimulatedTask[] {
  const wanted = DIFFICULTIES.flatMap((difficulty, at) => Array.from({ length: parts[difficulty] ?? 0 }, () => at));
  return Array.from({ length: count }, (_, at) => simulatedTask((seed + at) * DIFFICULTIES.length + (wanted[at % wanted.length] ?? 0)));
}

const START_MS = Date.parse('2026-11-16T09:00:00.000Z');

/** What the ledger would keep of these tasks, each done as a run. */
export function recordedIn(tasks: readonly SimulatedTask[], from: SolverParameters): RecordedCourse[] {
  const ids = createIds({ clock: fixedClock(START_MS), random: seededRandom(1) });
  return tasks.flatMap((task) => {
    const rounds: RunCourse['rounds'] = [];
    const { isSolved } = driveTask(task, { hyperparameters: from }, ({ course: round }) => void rounds.push(round));
    const course: RunCourse = { run_id: ids.mint('run'), started_at: new Date(START_MS).toISOString(), engine: 'model', solver_version: '1.0.0', plans: rounds.length, is_recalled: false, corrections: { logical: 0, environmental: 0 }, tools: { calls: 0, failed: 0 }, executions_failed: 0, rounds, ended_at: new Date(START_MS).toISOString(), reason: isSolved ? 'success' : 'retries_exhausted' };
    return recordedCourse(course, from) ?? [];
  });
}

export interface Came {
  readonly solved: number;
  readonly rounds: number;
  readonly wastedRounds: number;
  readonly falselyAbandoned: number;
  readonly falseSuccesses: number;
  /** As calibration counts it: 1 for each that is not solved and a twentieth for each round, in the mean. */
  readonly cost: number;
}

/** The real solver under a set, on tasks of which nothing was recorded. */
export function cameOf(tasks: readonly SimulatedTask[], parameters: SolverParameters): Came {
  const ends: Driven[] = tasks.map((task) => driveTask(task, { hyperparameters: parameters }));
  const mean = (value: (end: Driven) => number): number => ends.reduce((sum, end) => sum + value(end), 0) / Math.max(1, ends.length);
  return {
    solved: ends.filter(({ isSolved }) => isSolved).length,
    rounds: mean(({ rounds }) => rounds),
    wastedRounds: mean(({ wastedRounds }) => wastedRounds),
    falselyAbandoned: ends.filter(({ isFalselyAbandoned }) => isFalselyAbandoned).length,
    falseSuccesses: ends.filter(({ isFalseSuccess }) => isFalseSuccess).length,
    cost: mean(({ isSolved, rounds }) => (isSolved ? 0 : 1) + rounds / 20),
  };
}
