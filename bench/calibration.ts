import { calibrate } from '../src/loops/index.ts';
import { cameOf, recordedIn, tasksOf, WORLDS, type Came, type World } from './calibration/simulated-world.ts';
import { rounded, type BenchGoal, type Benchmark, type BenchRow } from './benchmark.ts';

const TASKS = { quick: 400, whole: 1_500 };
const SEED = 1;
/** Seeds of tasks that nothing was fitted on lie this far from those on record. */
const FRESH_FROM = 1_000_000;

export interface StudiedWorld {
  readonly name: string;
  readonly left_out: number;
  readonly isProposed: boolean;
  /** On fresh tasks: as the runs on record were done, and as the fit would have them done. */
  readonly before: Came;
  readonly after: Came;
}

/** Fits on what the real solver left on record in a world, and lets it drive fresh tasks of that world. */
export function studyWorld(world: World, tasks: number, seed: number): StudiedWorld {
  const drawn = tasksOf(world, tasks, seed);
  const courses = recordedIn(drawn, world.from);
  const { parameters, isBetter } = calibrate(courses, world.from, drawn.length - courses.length);
  const fresh = tasksOf(world, tasks, seed + FRESH_FROM);
  return { name: world.name, left_out: drawn.length - courses.length, isProposed: isBetter, before: cameOf(fresh, world.from), after: cameOf(fresh, parameters) };
}

function rowsOf({ name, left_out, isProposed, before, after }: StudiedWorld): BenchRow[] {
  const figures = ({ solved, rounds, wastedRounds, falselyAbandoned, falseSuccesses, cost }: Came) => ({ solved, rounds: rounded(rounds), 'wasted rounds': rounded(wastedRounds), 'falsely abandoned': falselyAbandoned, 'false successes': falseSuccesses, cost: rounded(cost, 4) });
  return [
    { label: `${name}: on record`, figures: { ...figures(before), 'left out': left_out } },
    { label: `${name}: fitted`, figures: { ...figures(after), proposed: isProposed ? 'yes' : 'no' } },
  ];
}

export function goalsOf(worlds: readonly StudiedWorld[]): BenchGoal[] {
  const proposed = worlds.filter(({ isProposed }) => isProposed);
  const worse = proposed.filter(({ before, after }) => after.cost > before.cost);
  const falseSuccesses = worlds.reduce((sum, { after }) => sum + after.falseSuccesses, 0);
  return [
    { name: 'worlds in which a set was proposed', actual: proposed.length, limit: '≥ 1', ok: proposed.length >= 1 },
    { name: 'proposed sets that cost more on fresh tasks', actual: worse.length, limit: '0', ok: worse.length === 0 },
    { name: 'false successes of fitted sets', actual: falseSuccesses, limit: '0', ok: falseSuccesses === 0 },
    { name: 'runs on record that cannot be explained', actual: worlds.reduce((sum, { left_out: left }) => sum + left, 0), limit: '0', ok: worlds.every(({ left_out: left }) => left === 0) },
  ];
}

/** Whether a set that was fitted to recorded runs does better on tasks that it never saw. */
const benchmark: Benchmark = {
  name: 'calibration',
  async run({ quick, seed = SEED }) {
    const worlds = WORLDS.map((world) => studyWorld(world, quick ? TASKS.quick : TASKS.whole, seed));
    return { rows: worlds.flatMap(rowsOf), goals: goalsOf(worlds) };
  },
};

export default benchmark;
