import {
  CALIBRATION_RUNS_MAX,
  CALIBRATION_RUNS_MIN,
  CALIBRATION_STREAM,
  calibrationApplied,
  calibrationProposed,
  calibrationWithdrawn,
  DEFAULT_TENANT,
  PUBLISHED_SOLVER_SET,
  type CalibrationApplyRequest,
  type CalibrationChangeReport,
  type CalibrationProposal,
  type CalibrationProposeReport,
  type CalibrationShowReport,
  type CalibrationState,
  type CalibrationWithdrawRequest,
  type SolverSet,
} from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';
import { calibrate, recordedCourse, type RecordedCourse } from '../loops/index.ts';
import { appendKnowing } from './append-knowing.ts';
import { runCourses } from './run-courses.ts';
import { parametersOf, readCalibration, setOf } from './solver-sets.ts';
import type { OpenTools } from './tools-ports.ts';

const STREAM = { aggregate: 'calibration', id: CALIBRATION_STREAM } as const;
const NOTHING: Pick<Documents, 'get' | 'list'> = { get: async () => undefined, list: async () => [] };

/** Fits a set to the latest runs, and keeps it as a proposal when it holds on those that it was not fitted on. */
export async function proposeSet(idempotencyKey: string, openTools: OpenTools): Promise<CalibrationProposeReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  const documents = runs?.ledger.documents ?? NOTHING;
  const key = `calibration.propose:${idempotencyKey}`;
  const before = await runs?.ledger.log.appended(key);
  const made = before?.[0]?.event.payload;
  if (made !== undefined && made !== null) return { outcome: 'proposed', proposal: calibrationProposed.payload.parse(made).proposal };
  const state = await readCalibration(documents);
  const { courses, leftOut } = await usableCourses(documents, state);
  if (runs === undefined || courses.length < CALIBRATION_RUNS_MIN) throw tooFew(courses.length, leftOut);
  const current = currentSet(state);
  const { parameters, evidence, isBetter } = calibrate(courses, current.parameters, leftOut);
  if (!isBetter) return { outcome: 'no_better', current, evidence };
  const proposal: CalibrationProposal = { version: nextVersion(state), parameters, based_on: current, evidence, proposed_at: timestamp(ports.clock), proposed_by: ports.userId };
  await appendKnowing(runs, STREAM, key, calibrationProposed.type, { proposal });
  return { outcome: 'proposed', proposal };
}

export async function showCalibration(openTools: OpenTools): Promise<CalibrationShowReport> {
  const documents = (await (await openTools()).existingLedger(DEFAULT_TENANT))?.ledger.documents ?? NOTHING;
  const state = await readCalibration(documents);
  const { courses } = await usableCourses(documents, state);
  return { current: currentSet(state), published: PUBLISHED_SOLVER_SET, proposals: state.proposals.toReversed(), usable_runs: courses.length, needed_runs: CALIBRATION_RUNS_MIN };
}

/** From now on runs begin with this set. Those that have begun keep theirs. */
export async function applySet({ version, reason }: CalibrationApplyRequest, idempotencyKey: string, openTools: OpenTools): Promise<CalibrationChangeReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  const state = await readCalibration(runs?.ledger.documents ?? NOTHING);
  const wanted = setOf(state, version);
  if (runs === undefined || wanted === undefined) throw unknownSet(version, state);
  const key = `calibration.apply:${idempotencyKey}`;
  const current = currentSet(state);
  if ((await runs.ledger.log.appended(key)).length > 0) return { current, before: setBefore(state) };
  if (state.applied.includes(version)) throw notPossible(version, 'in_force');
  await appendKnowing(runs, STREAM, key, calibrationApplied.type, { version, replaces: current.version, applied_by: ports.userId, reason });
  return { current: wanted, before: current };
}

/** The set in force goes, and the one of before is back. */
export async function withdrawSet({ reason }: CalibrationWithdrawRequest, idempotencyKey: string, openTools: OpenTools): Promise<CalibrationChangeReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  const state = await readCalibration(runs?.ledger.documents ?? NOTHING);
  const key = `calibration.withdraw:${idempotencyKey}`;
  const [done] = (await runs?.ledger.log.appended(key)) ?? [];
  if (done !== undefined) return { current: currentSet(state), before: setOf(state, calibrationWithdrawn.payload.parse(done.event.payload).version) ?? PUBLISHED_SOLVER_SET };
  const current = currentSet(state);
  if (runs === undefined || state.applied.length === 0) throw notPossible(current.version, 'published');
  const before = setBefore(state);
  await appendKnowing(runs, STREAM, key, calibrationWithdrawn.type, { version: current.version, back_to: before.version, withdrawn_by: ports.userId, reason });
  return { current: before, before: current };
}

function currentSet(state: CalibrationState): SolverSet {
  return setOf(state, state.applied.at(-1)) ?? PUBLISHED_SOLVER_SET;
}

function setBefore(state: CalibrationState): SolverSet {
  return setOf(state, state.applied.at(-2)) ?? PUBLISHED_SOLVER_SET;
}

/** The published set is 1.0.0; whatever is fitted comes after it, each once. */
function nextVersion({ proposed }: Pick<CalibrationState, 'proposed'>): string {
  return `1.${proposed + 1}.0`;
}

/** The latest runs that something can be learnt from, and how many others there are beside them. */
async function usableCourses(documents: Pick<Documents, 'list'>, state: CalibrationState): Promise<{ readonly courses: readonly RecordedCourse[]; readonly leftOut: number }> {
  let courses: RecordedCourse[] = [];
  let leftOut = 0;
  for await (const page of runCourses(documents, 0)) {
    const ended = page.filter(({ course }) => course.reason !== null && course.engine === 'model');
    const usable = ended.flatMap(({ course }) => recordedCourse(course, parametersOf(state, course.solver_version)) ?? []);
    leftOut += ended.length - usable.length;
    courses = [...courses, ...usable].slice(-CALIBRATION_RUNS_MAX);
  }
  return { courses, leftOut };
}

function tooFew(runs: number, leftOut: number): KeelsonError<'calibration.too_few_runs'> {
  const missing = CALIBRATION_RUNS_MIN - runs;
  return new KeelsonError('calibration.too_few_runs', {
    message: `A calibration needs ${CALIBRATION_RUNS_MIN} runs that ended by their own work; ${runs} ${runs === 1 ? 'is' : 'are'} on record, so ${missing} ${missing === 1 ? 'is' : 'are'} missing.${leftOut === 0 ? '' : ` ${leftOut} more ended for other reasons, or cannot be explained, and do not count.`}`,
    nextStep: 'Go on working; the set in force stays as it is. `keelson calibrate show` says how many runs count.',
    data: { runs, needed: CALIBRATION_RUNS_MIN, left_out: leftOut },
  });
}

function unknownSet(version: string, { proposals }: Pick<CalibrationState, 'proposals'>): KeelsonError<'calibration.unknown'> {
  return new KeelsonError('calibration.unknown', { message: `No set ${version} was proposed here.`, nextStep: proposals.length === 0 ? '`keelson calibrate` proposes one when there are enough runs.' : '`keelson calibrate show` lists those that were.', data: { version, known: proposals.map(({ proposal }) => proposal.version) } });
}

function notPossible(version: string, because: 'in_force' | 'published'): KeelsonError<'calibration.not_possible'> {
  return new KeelsonError('calibration.not_possible', {
    message: because === 'in_force' ? `The set ${version} is applied already.` : 'The published set is in force: there is nothing to take back.',
    nextStep: '`keelson calibrate show` says which sets there are and which one is in force.',
    data: { version, because },
  });
}
