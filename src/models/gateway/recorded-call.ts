import {
  runExceptionRaised,
  runLlmEnded,
  runLlmStarted,
  runPromptPrefixChanged,
  type CostVector,
  type ModelAttempt,
  type ModelCallRecord,
  type ModelId,
  type ModelResponse,
  type PrefixChange,
  type RunId,
  type TokenCalibration,
} from '../../contracts/index.ts';
import { hasCode, KeelsonError, timestamp, type Clock } from '../../kernel/index.ts';
import { recordOnce, type Journal, type LogWriter, type NewEvent } from '../../ledger/index.ts';
import { NO_USAGE } from '../adapters/read-usage.ts';
import { requestHash } from '../cassettes/request-hash.ts';
import { costVectorFor } from '../money/cost-vector.ts';
import type { PrefixWatch } from '../stability/prefix-watch.ts';
import { utcDay } from '../stability/compose-prompt.ts';
import { calibrate, calibratedEvent, uncalibrated } from '../tokens/calibration.ts';
import { estimateRequest } from '../tokens/estimate.ts';
import type { Gateway, GatewayCall } from './gateway.ts';
import type { FailoverAnswer, MadeTry } from './failover.ts';
import { spendingOf, withoutDearest, type Budgets, type Spending } from './spending.ts';
import { tryEffect } from './try-effect.ts';

export interface RecordedCall extends GatewayCall {
  readonly runId: RunId;
  /** Where in the journal it is given: the path below which its tries are recorded. */
  readonly key: string;
  /** Where in the whole run, if the journal it is given is one below a step. */
  readonly path?: string;
  /** Calls of one conversation share their beginning. */
  readonly conversation: string;
  /** How many messages, from the first, are to stay as they are. */
  readonly stable?: number;
  readonly budgets: Budgets;
  /** What else becomes durable together with an answer. */
  alsoTold?(response: ModelResponse): readonly NewEvent[];
}

type Answer = Pick<FailoverAnswer, 'response' | 'attempt'>;

export interface RecorderOfCalls {
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly log: Pick<LogWriter, 'append'>;
  readonly prefixes: PrefixWatch;
  readonly clock: Clock;
  calibrationOf(modelId: ModelId): Promise<TokenCalibration | undefined>;
}

/**
 * A call as part of a run: reserved, tried, settled and told as events. Each try is a step of the journal with a
 * reservation of its own, so that nothing is spent unreserved and a resumed run meets its own tries again.
 */
export async function callRecorded(call: RecordedCall, { gateway, journal, log, prefixes, clock, calibrationOf }: RecorderOfCalls): Promise<{ readonly response: ModelResponse; readonly record: ModelCallRecord; readonly isTold: boolean }> {
  const { request, candidates, runId, key, path = key } = call;
  const [first = ''] = candidates;
  const calibrations = new Map<ModelId, TokenCalibration>();
  for (const modelId of candidates) calibrations.set(modelId, (await calibrationOf(modelId)) ?? uncalibrated(modelId));
  const spending = spendingOf(request, candidates, call.budgets, { models: gateway.models, calibrations, day: utcDay(timestamp(clock)) });
  const prefix = prefixes.note(call.conversation, request, first, call.stable);
  const hash = requestHash(request, first);
  const tries: ModelAttempt[] = [];
  /** Whether some try of it has begun: one that no limit held was never made. */
  let hasBegun = false;
  let isTold = false;
  const record = (end: Partial<ModelCallRecord> & Pick<ModelCallRecord, 'cost'>): ModelCallRecord => ({
    request_hash: hash,
    prefix_hash: prefix.hash,
    model_id: null,
    provider_response_id: null,
    attempts: tries,
    stop_reason: null,
    usage: NO_USAGE,
    estimated_input_tokens: estimateRequest(request, first, { calibration: calibrations.get(first) }).calibrated,
    is_reused: false,
    error: null,
    ...end,
  });
  // A call that no limit held has not been made, and may be once a person has raised it: its end is still to come.
  const endedKey = (it: ModelCallRecord): string => (it.error?.code === 'counter.exhausted' ? 'llm_refused' : 'llm_ended');
  const endEvent = (it: ModelCallRecord): NewEvent => ({ type: runLlmEnded.type, streamId: runId, payload: { run_id: runId, call: path, record: it } });
  const ended = (it: ModelCallRecord, more: readonly NewEvent[]): Promise<void> => recordOnce(log, 'llm', `${runId}:${path}:${endedKey(it)}`, [endEvent(it), ...more]);
  const answeredWith = ({ response: given, attempt }: Answer, before: readonly ModelAttempt[]): { readonly response: ModelResponse; readonly record: ModelCallRecord; readonly events: readonly NewEvent[] } => {
    const response = { ...given, usage: spending.believed(given) };
    const it = record({ attempts: [...before, attempt], model_id: response.model_id, provider_response_id: response.provider_response_id, stop_reason: response.stop_reason, usage: response.usage, is_reused: attempt.outcome === 'reused', cost: costOf({ response, attempt }, spending, path) });
    return { response, record: it, events: attempt.outcome === 'reused' ? [] : calibration(request, response, calibrations.get(response.model_id)) };
  };
  const makeTry = async (step: string, asked: readonly ModelId[], leftMs: number): Promise<MadeTry> => {
    let isRecorded = true;
    const effect = tryEffect({ asked: request, gateway, before: tries, leftMs, onEvent: call.onEvent, onMade: () => void (isRecorded = false) });
    const before = [...tries];
    const endOf = (answer: Answer): NewEvent[] => {
      const { record: it, events } = answeredWith(answer, before);
      return [endEvent(it), ...events, ...(call.alsoTold?.(answer.response) ?? [])];
    };
    const outcome = await journal.step(`${key}/${step}`, effect, { request, candidates: [...asked] }, {
      signal: call.signal,
      reserve: (attempt) => spending.reserve(`${runId}:${path}/${step}:${attempt}`, asked),
      announce: (attempt) => (hasBegun || attempt > 1 ? [] : startEvents(call, path, hash, prefix.change)),
      settle: (end, attempt) => ({ operations: spending.settle(`${runId}:${path}/${step}:${attempt}`, asked, end), events: end.ok && end.result.kind === 'answered' ? endOf(end.result) : [] }),
    });
    hasBegun = true;
    isTold = outcome.kind === 'answered' && outcome.told === true;
    return { outcome, isRecorded };
  };
  /** A refusal is recorded and met again, so whoever goes on under a raised limit asks under another name. */
  const tryUnderLimits = async (step: string, asked: readonly ModelId[], leftMs: number, raises = 0): Promise<MadeTry> => {
    try {
      return await tryWithinBudget(raises === 0 ? step : `${step}-raised-${raises}`, asked, leftMs);
    } catch (error) {
      if (!hasCode(error, 'counter.exhausted') || raises >= ((await call.budgets.timesRaised?.()) ?? 0)) throw error;
      return tryUnderLimits(step, asked, leftMs, raises + 1);
    }
  };
  /** A budget that cannot hold the dearest of them may still hold the others. */
  const tryWithinBudget = async (step: string, asked: readonly ModelId[], leftMs: number): Promise<MadeTry> => {
    try {
      return await makeTry(step, asked, leftMs);
    } catch (error) {
      const cheaper = hasCode(error, 'counter.exhausted') ? withoutDearest(asked, spending.worst) : undefined;
      if (cheaper === undefined) throw error;
      return tryWithinBudget(`${step}-cheaper`, cheaper, leftMs);
    }
  };

  try {
    const answer = await gateway.failover({ ...call, onEvent: (event) => (event.type === 'restarted' && tries.push(event.failed), call.onEvent?.(event)) }, (left, before, leftMs) => tryUnderLimits(`try-${before.length + 1}`, left, leftMs));
    const { response, record: it, events } = answeredWith(answer, tries);
    if (!isTold) await ended(it, events);
    return { response, record: it, isTold };
  } catch (error) {
    // A stop is no end: the run may be resumed, and then the call goes on.
    if (!(error instanceof KeelsonError) || hasCode(error, 'model.cancelled') || hasCode(error, 'journal.cancelled')) throw error;
    await ended(record({ cost: noAnswerCost(path, tries), error: error.toBody() }), [{ type: runExceptionRaised.type, streamId: runId, payload: { run_id: runId, during: path, error: error.toBody() } }]);
    throw error;
  }
}

function startEvents({ runId, candidates }: RecordedCall, path: string, hash: string, change: PrefixChange | null): NewEvent[] {
  const event = (type: string, payload: Record<string, unknown>): NewEvent => ({ type, streamId: runId, payload: { run_id: runId, ...payload } });
  return [
    event(runLlmStarted.type, { call: path, model_id: candidates[0], request_hash: hash }),
    ...(change === null ? [] : [event(runPromptPrefixChanged.type, { change })]),
  ];
}

/** What was not answered has no figures of its own; what it cost stands in the counters. */
function noAnswerCost(key: string, tries: readonly ModelAttempt[]): CostVector {
  return {
    cost_vector_id: key,
    components: { wall_clock_ms: { expected: tries.reduce((sum, { duration_ms }) => sum + duration_ms, 0), unit: 'wall_clock_ms' } },
    basis: 'measured_actual',
    estimator_confidence: 'uncalibrated',
    assumptions: ['No model answered; what was charged for the tries stands in the counters.'],
    schema_version: '1.0',
  };
}

function costOf({ response, attempt }: Pick<FailoverAnswer, 'response' | 'attempt'>, spending: Spending, key: string): CostVector {
  return costVectorFor({ costVectorId: key, usage: response.usage, charged: spending.charged(response), pricing: spending.pricing(response.model_id), durationMs: attempt.duration_ms });
}

function calibration(request: RecordedCall['request'], { model_id, usage }: ModelResponse, current: TokenCalibration = uncalibrated(model_id)): NewEvent[] {
  const next = calibrate(current, estimateRequest(request, model_id), usage);
  return next === current ? [] : [calibratedEvent(next)];
}
