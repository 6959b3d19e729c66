import { runModelRouted, type ModelCallRecord, type ModelId, type ModelResponse, type RouteDecision } from '../../contracts/index.ts';
import { hasCode, KeelsonError, timestamp, type Clock } from '../../kernel/index.ts';
import { recordOnce, type EffectContext, type Journal, type LogWriter, type NewEvent } from '../../ledger/index.ts';
import { requestHash } from '../cassettes/request-hash.ts';
import { askUntilReadable } from '../decode/correct-answer.ts';
import { decodeAnswer } from '../decode/decode-answer.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { callRecorded } from '../gateway/recorded-call.ts';
import { askTogether } from '../routing/ask-together.ts';
import type { ModelMeasures } from '../routing/read-measures.ts';
import { reliabilityEvent } from '../routing/reliability.ts';
import type { PrefixWatch } from '../stability/prefix-watch.ts';
import type { Question } from './question.ts';
import { togetherEffect, type Answered } from './together-effect.ts';
import { routeEffect, routingRequest, type RoutingResult } from './route-effect.ts';

export interface DeskPorts {
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly log: Pick<LogWriter, 'append'>;
  readonly prefixes: PrefixWatch;
  readonly clock: Clock;
  readonly defaultModel: ModelId | undefined;
  readonly cloud: 'allow' | 'forbid';
  measuresOf(modelId: ModelId): Promise<ModelMeasures>;
}

export interface DeskAnswer extends Answered {
  readonly route: RouteDecision;
}

/** Where the roles of a run ask models: routed, asked, corrected, escalated and measured, all of it recorded. */
export interface ModelDesk {
  ask(question: Question): Promise<DeskAnswer>;
}

export function createModelDesk(ports: DeskPorts): ModelDesk {
  const { gateway, journal, log, prefixes, clock } = ports;
  type MeasuresOf = DeskPorts['measuresOf'];

  const routeOf = (question: Question, measuresOf: MeasuresOf): Promise<RoutingResult> =>
    journal.step(`${question.key}/route`, routeEffect(question, { ...ports, measuresOf, models: gateway.models, unwell: gateway.unwell, now: () => timestamp(clock) }), routingRequest(question), {
      signal: question.signal,
      rides: () => true,
      settle: (end) => (end.ok ? { events: [{ type: runModelRouted.type, streamId: question.runId, payload: { run_id: question.runId, call: question.key, decision: end.result.decision } }] } : {}),
    });

  /** How an answer fared against its schema is kept for each model and role; words alone say nothing about that, nor does a refusal. */
  const measured = ({ request, roleId }: Question, response: ModelResponse, known: ReadonlyMap<ModelId, ModelMeasures>): NewEvent[] => {
    const { model_id: modelId, message, stop_reason } = response;
    const isMeasured = request.output !== null || message.content.some(({ type }) => type === 'tool_call');
    if (!isMeasured || stop_reason === 'refusal') return [];
    return [reliabilityEvent({ modelId, roleId, wasValid: decodeAnswer(request, response).problems.length === 0 }, known.get(modelId)?.reliability[roleId])];
  };

  /** `below` is where in the run the journal begins that it is given. */
  const askModels = async (question: Question, key: string, candidates: readonly ModelId[], context: Pick<EffectContext, 'journal' | 'signal'>, measuresOf: MeasuresOf, below = ''): Promise<Answered> => {
    const records: ModelCallRecord[] = [];
    const answer = await askUntilReadable(question.request, async (request, attempt) => {
      const path = `${below}${key}/ask-${attempt}`;
      const known = new Map<ModelId, ModelMeasures>();
      // What was measured since an answer that could not be read counts for the next.
      for (const modelId of candidates) known.set(modelId, await (attempt === 1 ? measuresOf : ports.measuresOf)(modelId));
      const alsoTold = (response: ModelResponse): NewEvent[] => measured(question, response, known);
      const { response, record, isTold } = await callRecorded({ ...question, request, key: `${key}/ask-${attempt}`, path, candidates, signal: context.signal, alsoTold }, { gateway, journal: context.journal, log, prefixes, clock, calibrationOf: async (modelId) => known.get(modelId)?.calibration });
      const events = isTold ? [] : alsoTold(response);
      if (events.length > 0) await recordOnce(log, 'llm', `${question.runId}:${path}:reliability`, events);
      records.push(record);
      return response;
    });
    return { ...answer, records };
  };

  /** Which answer counts is settled by a race, so it is recorded as one step; the calls are steps below it. */
  const askSideBySide = async (question: Question, route: RouteDecision): Promise<Answered> => {
    const models = [route.model, ...(route.parallel?.models ?? [])].map(({ model_id }) => model_id);
    const settle = async ({ journal: inner, signal }: EffectContext): Promise<Answered> => {
      const outcome = await askTogether({
        attempts: models.map((modelId, at) => (stop) => askModels(question, `model-${at + 1}`, [modelId], { journal: inner, signal: stop }, ports.measuresOf, `${question.key}/together/`)),
        rule: route.parallel?.quorum ?? 'first_valid',
        judge: ({ output, calls }) => (question.request.output === null || output !== undefined || calls.length > 0 ? { isValid: true, output: output ?? calls } : { isValid: false, why: 'the model refused' }),
        signal,
      });
      await outcome.losers;
      if (outcome.kind === 'agreed') return outcome.answer;
      const [first] = outcome.reasons;
      throw first?.error instanceof KeelsonError ? first.error : noAgreement(models, outcome.reasons.map(({ why }) => why));
    };
    const kept = await journal.step(`${question.key}/together`, togetherEffect(settle), { models, asked: requestHash(question.request, 'any') }, { signal: question.signal });
    return { ...decodeAnswer(question.request, kept.response), ...kept };
  };

  return {
    async ask(question) {
      const measuresOf = readOnce(ports.measuresOf);
      const { decision, fallbacks } = await routeOf(question, measuresOf);
      try {
        const candidates = [decision.model, ...fallbacks].map(({ model_id }) => model_id);
        const answered = await (decision.parallel === null ? askModels(question, question.key, candidates, { journal, signal: question.signal }, measuresOf) : askSideBySide(question, decision));
        return { ...answered, route: decision };
      } catch (error) {
        if (decision.escalation?.when !== 'repairs_exhausted' || !hasCode(error, 'model.output_undecodable')) throw error;
        const answered = await askModels(question, `${question.key}/escalated`, [decision.escalation.to.model_id], { journal, signal: question.signal }, ports.measuresOf);
        return { ...answered, route: decision };
      }
    },
  };
}

/** The route and the question that follows it at once rest on the same measures. */
function readOnce<Value>(read: (modelId: ModelId) => Promise<Value>): (modelId: ModelId) => Promise<Value> {
  const known = new Map<ModelId, Promise<Value>>();
  return (modelId) => {
    const reading = known.get(modelId) ?? read(modelId);
    known.set(modelId, reading);
    return reading;
  };
}

function noAgreement(models: readonly ModelId[], reasons: readonly string[]): KeelsonError {
  return new KeelsonError('model.no_agreement', {
    message: `${models.join(' and ')} came to no answer that counts: ${reasons.join('; ')}.`,
    nextStep: 'Ask again, ask for less at once, or let a person decide between them.',
    data: { models: [...models], reasons: [...reasons] },
  });
}
