import { ToolCallDecision, type ReplayDivergenceKind, type StepKey, type TaskReplayRequest, type ToolApprovalAnswer, type ToolCallOutcome } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { EffectDefinition, EffectHandler, RecordedStep } from '../../ledger/index.ts';

/** Something that a rerun could not do as the run had done it, or that came out otherwise. */
export interface RerunDivergence {
  readonly kind: ReplayDivergenceKind;
  /** Where in the run; its start when left out. */
  readonly key?: StepKey;
  readonly explanation: string;
  readonly originalHash?: string;
  readonly replayHash?: string;
}

export interface RerunRules {
  readonly steps: readonly RecordedStep[];
  readonly request: Pick<TaskReplayRequest, 'allow_external_queries' | 'model_reexecution_policy'>;
  onDivergence(divergence: RerunDivergence): void;
}

/** What follows from the course of the rerun itself, and would be wrong if it were taken from the run. */
const ALWAYS_ANEW: ReadonlySet<string> = new Set(['model.together', 'run.decide_end', 'run.answer', 'phase.leave', 'counter.read', 'artifact.patch']);

/**
 * Asks the models again and lets the run take its course, but does nothing to the world: what changes something answers
 * from the record, and says so where there is none. What is only read is taken from the record where the same was asked.
 */
export function askedAgain(recorded: EffectHandler, { steps, request: { allow_external_queries: mayQuery, model_reexecution_policy: policy }, onDivergence }: RerunRules): EffectHandler {
  const known = new Map(steps.filter(({ isCompleted }) => isCompleted).map((step) => [step.key, step]));
  return <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>): EffectDefinition<Request, Result> => {
    const fromRecord = recorded(key, effect);
    const perform: EffectDefinition<Request, Result>['perform'] = async (request, context) => {
      const step = known.get(key);
      const isRecorded = step !== undefined && step.effect === effect.name && step.requestHash === canonicalHash(request);
      const tell = (kind: ReplayDivergenceKind, explanation: string, was?: unknown, is?: unknown): void => onDivergence({ kind, key, explanation, ...(was !== undefined && { originalHash: canonicalHash(was) }), ...(is !== undefined && { replayHash: canonicalHash(is) }) });
      // What had failed then is no answer to hold another against.
      const inRecord = (): Promise<unknown> => fromRecord.perform(request, context).catch(() => undefined);
      if (ALWAYS_ANEW.has(effect.name)) return effect.perform(request, context);
      if (effect.name === 'model.route') return isRecorded && policy === 'same_model_if_available' ? fromRecord.perform(request, context) : effect.perform(request, context);
      if (effect.name === 'model.call') {
        const was = isRecorded ? wordsOf(await inRecord()) : undefined;
        const is = await effect.perform(request, context);
        const words = wordsOf(is);
        if (was !== undefined && words === undefined) tell('capability_unavailable', 'The model gave no answer this time.', was);
        else if (was !== undefined && canonicalHash(was) !== canonicalHash(words)) tell('model_output_drift', 'The model answered otherwise.', was, words);
        return is;
      }
      if (effect.name === 'tool.call' && effect.sideEffect === 'read_only' && mayQuery) {
        const was = isRecorded ? saidBy(await inRecord()) : undefined;
        const is = await effect.perform(request, context);
        if (was !== undefined && canonicalHash(was) !== canonicalHash(saidBy(is))) tell('tool_output_drift', 'The tool gave something else.', was, saidBy(is));
        return is;
      }
      if (isRecorded) return fromRecord.perform(request, context);
      if (effect.name === 'tool.call') {
        tell(effect.sideEffect === 'read_only' ? 'capability_unavailable' : 'non_replayable_side_effect', `${String(ToolCallDecision.safeParse(request).data?.tool_id)} was not called like this in the run, and a replay does not call it.`);
        return effect.result.parse(NOT_CALLED);
      }
      if (effect.name === 'tool.approve') {
        tell('non_replayable_side_effect', 'Nobody was asked about this in the run, and a replay asks nobody.');
        return effect.result.parse(NOT_ASKED);
      }
      if (effect.sideEffect !== 'read_only') tell('non_replayable_side_effect', `${effect.name} was not done like this in the run, and a replay does not do it.`);
      return effect.perform(request, context);
    };
    return { ...effect, perform };
  };
}

const NOT_CALLED_WORDS = 'This is a replay of an earlier run: the tool was not called, because the run has no result of such a call.';

/** A result like that of any tool that failed, so that the model can go on from it. */
const NOT_CALLED: ToolCallOutcome = {
  status: 'failed',
  output: null,
  shown: { text: NOT_CALLED_WORDS, total_chars: NOT_CALLED_WORDS.length, whole: null },
  changes: [],
  is_undoable: true,
  taint_class: 'owner_typed',
  sandbox: null,
  attempts: 1,
  duration_ms: 0,
  error: { code: 'run.replay_refused', message: NOT_CALLED_WORDS, next_step: 'Go on with what is known.', data: {} },
};

const NOT_ASKED: ToolApprovalAnswer = { answer: 'denied', reason: 'a replay asks nobody' };

/** What was said, without what providers number it by; undefined when there was no answer. */
function wordsOf(outcome: unknown): unknown {
  const { response } = (outcome ?? {}) as { readonly response?: { readonly message: { readonly content: readonly Readonly<Record<string, unknown>>[] } } };
  return response?.message.content.map(({ call_id: _id, id: _other, signature: _signature, ...said }) => said);
}

function saidBy(outcome: unknown): unknown {
  if (outcome === undefined) return undefined;
  const { status, output, shown } = outcome as ToolCallOutcome;
  return { status, output, shown };
}
