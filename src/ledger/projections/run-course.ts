import {
  DEFAULT_LOSS_HYPERPARAMETERS,
  documentKey,
  PUBLISHED_SOLVER_SET,
  RunId,
  runCorrectionOrdered,
  runDirectiveIssued,
  runExecutionReturned,
  runPlanMade,
  runPrepared,
  runReplanRequested,
  runResultGiven,
  runStarted,
  runTerminated,
  type CorrectionSignal,
  type CourseDecision,
  type CourseRound,
  type ExecutionResult,
  type FinalResult,
  type PinnedVersions,
  type PlanDirective,
  type ReplanRequest,
  type RunCourse,
  type RunEngine,
  type SolverParameters,
  type TerminationRecord,
} from '../../contracts/index.ts';
import { COURSE_ROUNDS_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** While a run goes on it also says what the round that is being judged left open, and how its time is reckoned. */
interface OpenCourse extends RunCourse {
  readonly shares?: Pick<SolverParameters, 'replan_share' | 'time_share'>;
  readonly refused?: { readonly round: number; readonly is_required_open: boolean };
}

/** The course of a run in figures, so that what many runs came to can be read without reading their events. */
export const runCourseProjection: Projection = {
  name: 'run_course',
  version: 1,
  types: [runStarted.type, runPrepared.type, runPlanMade.type, runCorrectionOrdered.type, runExecutionReturned.type, runReplanRequested.type, runDirectiveIssued.type, runResultGiven.type, runTerminated.type],
  key: ({ streamId }) => documentKey.runCourse(RunId.parse(streamId)),
  fold: (current, event) => {
    if (event.type === runStarted.type) return begun(event) as unknown as DocumentBody;
    const course = current as OpenCourse | undefined;
    // Of a run whose start was erased nothing is known that could be counted.
    return (course?.run_id === undefined ? {} : goneOn(course, event)) as DocumentBody;
  },
  isOfOneStream: true,
};

function begun({ payload, recordedAt }: FoldedEvent): OpenCourse {
  const set = (payload['pinned_versions'] as PinnedVersions).solver_set ?? PUBLISHED_SOLVER_SET;
  const { replan_share, time_share } = set.parameters;
  return { run_id: payload['run_id'] as RunId, started_at: recordedAt, engine: null, solver_version: set.version, plans: 0, is_recalled: false, corrections: { logical: 0, environmental: 0 }, tools: { calls: 0, failed: 0 }, executions_failed: 0, rounds: [], ended_at: null, reason: null, shares: { replan_share, time_share } };
}

function goneOn(course: OpenCourse, { type, payload }: FoldedEvent): OpenCourse {
  switch (type) {
    case runPrepared.type:
      return { ...course, engine: payload['engine'] as RunEngine };
    case runPlanMade.type:
      return { ...course, plans: course.plans + 1, is_recalled: course.is_recalled || (payload['calibration'] as readonly unknown[]).length > 0 };
    case runCorrectionOrdered.type: {
      const { failure_class: failed } = payload['signal'] as CorrectionSignal;
      return { ...course, corrections: { ...course.corrections, [failed]: course.corrections[failed] + 1 } };
    }
    case runExecutionReturned.type: {
      const { status, tool_calls: calls } = payload['result'] as ExecutionResult;
      return { ...course, executions_failed: course.executions_failed + (status === 'failed' ? 1 : 0), tools: { calls: course.tools.calls + calls.length, failed: course.tools.failed + calls.filter(({ outcome }) => outcome === 'failed').length } };
    }
    case runReplanRequested.type: {
      const { failed_outcomes: failed, criteria_verdicts: verdicts } = payload['request'] as ReplanRequest;
      return { ...course, refused: { round: payload['round'] as number, is_required_open: failed.length > 0 || verdicts.some(({ required, verdict }) => required && verdict !== 'pass') } };
    }
    case runDirectiveIssued.type: {
      const directive = payload['directive'] as PlanDirective;
      return withRound(course, payload['round'] as number, directive, directive.directive, { is_required_open: course.refused?.is_required_open ?? true, is_accepted: false });
    }
    case runResultGiven.type: {
      const result = payload['result'] as FinalResult;
      const isOpen = result.unmet_criteria.some(({ required }) => required) || (result.directive === 'abandon' && course.refused?.is_required_open === true);
      const isAccepted = result.directive !== 'abandon' && course.refused?.round !== result.replans + 1;
      return withRound(course, result.replans + 1, result, result.directive, { is_required_open: isOpen, is_accepted: isAccepted });
    }
    default: {
      const { reason, timestamp } = payload['termination'] as TerminationRecord;
      const { shares: _shares, refused: _refused, ...rest } = course;
      return { ...rest, ended_at: timestamp, reason };
    }
  }
}

function withRound(course: OpenCourse, round: number, { loss, grad_q: gradient }: Pick<PlanDirective, 'loss' | 'grad_q'>, decided: CourseDecision, judged: Pick<CourseRound, 'is_required_open' | 'is_accepted'>): OpenCourse {
  const told: CourseRound = { round, loss, gradient, time_used: timeUsed(loss.Omega, round, course.shares ?? PUBLISHED_SOLVER_SET.parameters), ...judged, decided };
  return { ...course, rounds: [...course.rounds, told].slice(-COURSE_ROUNDS_MAX) };
}

/** Ω is w₁ times the share of replans and w₂ times that of time; the first is known, so the second follows. */
function timeUsed(omega: number, round: number, { replan_share: ofReplans, time_share: ofTime }: NonNullable<OpenCourse['shares']>): number {
  const replans = Math.min(1, (round - 1) / DEFAULT_LOSS_HYPERPARAMETERS.max_replans);
  return ofTime === 0 ? 0 : Math.min(1, Math.max(0, (omega - ofReplans * replans) / ofTime));
}
