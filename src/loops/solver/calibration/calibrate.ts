import { CALIBRATION_RUNS_MIN, type CalibrationEvidence, type SolverParameters } from '../../../contracts/index.ts';
import { invariant, seededRandom, sha256Hex } from '../../../kernel/index.ts';
import { fitSet } from './fit-set.ts';
import type { RecordedCourse } from './recorded-course.ts';
import { courseCost, meanCost, totalOf, type CourseCost } from './set-cost.ts';
import { whatCameOfIt } from './what-came-of-it.ts';

/** One run in so many is not fitted on. */
const HELD_OUT_EVERY = 5;
/** Drawings from the held-out runs, to see how often the better set is the better one by luck. */
const DRAWINGS = 500;
const BETTER_IN_MIN = 0.9;
const DRAW_LIMIT = 2 ** 32;
const LOT_CHARS = 8;

export interface Calibrated {
  readonly parameters: SolverParameters;
  readonly evidence: CalibrationEvidence;
  /** Whether it holds on runs that it was not fitted on: only then is it worth a person's time. */
  readonly isBetter: boolean;
}

/** Fits on four runs of five and judges by the fifth. Whoever calls has seen that there are enough. */
export function calibrate(courses: readonly RecordedCourse[], from: SolverParameters, leftOut: number): Calibrated {
  const [first, last] = [courses[0], courses.at(-1)];
  invariant(courses.length >= CALIBRATION_RUNS_MIN && first !== undefined && last !== undefined, 'there are enough runs to calibrate from');
  const heldOut = courses.filter(isHeldOut);
  const fitted = courses.filter((course) => !isHeldOut(course));
  const parameters = fitSet(fitted, from);
  const seen = whatCameOfIt(fitted);
  const costs = (of: readonly RecordedCourse[], under: SolverParameters): CourseCost[] => of.map((course) => courseCost(course, under, seen));
  const [before, after] = [costs(heldOut, from), costs(heldOut, parameters)];
  const betterIn = shareOfBetter(before, after);
  const evidence: CalibrationEvidence = {
    runs: { fitted: fitted.length, held_out: heldOut.length, left_out: leftOut, first: first.runId, last: last.runId },
    fitted: { before: meanCost(costs(fitted, from)), after: meanCost(costs(fitted, parameters)) },
    held_out: { before: meanCost(before), after: meanCost(after) },
    better_in: betterIn,
    decisions: { all: after.reduce((sum, { taken }) => sum + taken, 0), otherwise: after.filter(({ isOtherwise }) => isOtherwise).length, unseen: after.filter(({ isUnseen }) => isUnseen).length, lost: after.filter(({ isLost }) => isLost).length },
  };
  const { before: was, after: is } = evidence.held_out;
  return { parameters, evidence, isBetter: betterIn >= BETTER_IN_MIN && totalOf(is) < totalOf(was) && is.decisions <= was.decisions };
}

/** By lot, and the same lot each time: whoever counted every fifth run would meet the rhythm of somebody's days. */
function isHeldOut({ runId }: RecordedCourse): boolean {
  return Number.parseInt(sha256Hex(runId).slice(0, LOT_CHARS), 16) % HELD_OUT_EVERY === 0;
}

/** Draws as many runs as there are, again and again, with the same luck for the same runs. */
function shareOfBetter(before: readonly CourseCost[], after: readonly CourseCost[]): number {
  const gains = before.map((cost, at) => totalOf(cost) - totalOf(after[at] ?? cost));
  const random = seededRandom(BigInt(gains.length));
  let better = 0;
  for (let drawing = 0; drawing < DRAWINGS; drawing += 1) {
    const bytes = random.bytes(4 * gains.length);
    const drawn = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let gained = 0;
    for (let at = 0; at < gains.length; at += 1) gained += gains[Math.floor((drawn.getUint32(4 * at) / DRAW_LIMIT) * gains.length)] ?? 0;
    if (gained > 0) better += 1;
  }
  return better / DRAWINGS;
}
