import type { ShownEntry } from '../../../live/live-log.ts';
import { dollars, words } from '../../../ui/format.ts';
import type { EventName, ModelCallView, RoundView, RunView, Said, SubtaskView, ToolCallView } from './run-view.ts';

/** The same, open to be changed while one batch is folded into it. */
type Draft = { -readonly [Key in keyof RunView]: RunView[Key] extends ReadonlyMap<infer K, infer V> ? Map<K, V> : RunView[Key] extends readonly (infer Item)[] ? Item[] : RunView[Key] };

/** Steps of the journal hold whole conversations; they are read again when somebody opens one. */
export const isJournalStep = (type: string): boolean => type.startsWith('run.step_');

/** Folds what came into what is known. Entries that came before are passed over, so that nothing counts twice. */
export function foldRun(view: RunView, entries: readonly ShownEntry[]): RunView {
  const fresh = entries.filter(({ position }) => position > view.lastPosition);
  if (fresh.length === 0) return view;
  const draft: Draft = {
    ...view,
    entries: [...view.entries],
    phases: [...view.phases],
    rounds: [...view.rounds],
    routes: new Map(view.routes),
    modelCalls: new Map(view.modelCalls),
    toolCalls: new Map(view.toolCalls),
    packets: new Map(view.packets),
    makers: new Map(view.makers),
    compactions: [...view.compactions],
    steering: [...view.steering],
    notes: [...view.notes],
    todos: [...view.todos],
  };
  for (const entry of fresh) {
    draft.entries.push(isJournalStep(entry.event.type) ? withoutPayload(entry) : entry);
    draft.lastPosition = entry.position;
    if (entry.event.payload !== null && entry.event.payload !== undefined) FOLDS[entry.event.type]?.(draft, entry.event.payload as never, entry.event.recorded_at);
  }
  return draft;
}

function withoutPayload(entry: ShownEntry): ShownEntry {
  const { payload: _payload, ...event } = entry.event;
  return { ...entry, event };
}

type Fold<Payload> = (draft: Draft, said: Payload, at: string) => void;
/** Ties a fold to the definition whose words it reads. */
const reads = <Name extends EventName>(_name: Name, fold: Fold<Said<Name>>): Fold<never> => fold as Fold<never>;

const FOLDS: Readonly<Record<string, Fold<never>>> = {
  'run.plan_made': reads('runPlanMade', (draft, { round, plan, why, under }) => {
    const subtasks = plan.subtasks.map((subtask): SubtaskView => ({ id: subtask.subtask_id, sequence: subtask.sequence, role: subtask.role_id, intent: subtask.intent, standing: 'waiting', attempts: 0, corrections: [], verdicts: [], failure: null, output: '' }));
    draft.rounds.push({ round, why, under, subtasks, review: 'open', reviewSays: '', decided: null });
  }),
  'run.phase_exited': reads('runPhaseExited', (draft, { phase, exit, gate }, at) => {
    draft.phases.push({ phase, exit: exit.exit, reason: exit.reason, gates: gate?.checks ?? [], at });
  }),
  'run.subtask_dispatched': reads('runSubtaskDispatched', (draft, { round, subtask_id, attempt }) => inSubtask(draft, round, subtask_id, (subtask) => ({ ...subtask, standing: 'working', attempts: Math.max(subtask.attempts, attempt) }))),
  'run.execution_returned': reads('runExecutionReturned', (draft, { round, result }) => inSubtask(draft, round, result.subtask_id, (subtask) => ({ ...subtask, standing: 'returned', output: result.output }))),
  'run.correction_ordered': reads('runCorrectionOrdered', (draft, { round, signal }) =>
    inSubtask(draft, round, signal.subtask_id, (subtask) => ({ ...subtask, standing: 'correcting', corrections: [...subtask.corrections, { wrong: signal.what_was_wrong, instead: signal.what_to_do, failureClass: signal.failure_class }] })),
  ),
  'run.subtask_judged': reads('runSubtaskJudged', (draft, { round, outcome }) => inSubtask(draft, round, outcome.subtask_id, (subtask) => ({ ...subtask, standing: outcome.status, verdicts: outcome.criteria_verdicts, failure: outcome.failure_reason }))),
  'run.outcome_accepted': reads('runOutcomeAccepted', (draft, { round, outcome }) => inRound(draft, round, (one) => ({ ...one, review: 'accepted', reviewSays: outcome.summary }))),
  'run.replan_requested': reads('runReplanRequested', (draft, { round, request }) => inRound(draft, round, (one) => ({ ...one, review: 'refused', reviewSays: request.gap_summary }))),
  'run.directive_issued': reads('runDirectiveIssued', (draft, { round, directive }) => inRound(draft, round, (one) => ({ ...one, decided: { says: directive.directive, why: directive.rationale, loss: directive.loss, gradL: directive.grad_l, gradQ: directive.grad_q } }))),
  'run.result_given': reads('runResultGiven', (draft, { result }) => inRound(draft, draft.rounds.length, (one) => ({ ...one, decided: { says: result.directive, why: result.summary, loss: result.loss, gradL: result.grad_l, gradQ: result.grad_q } }))),
  'run.model_routed': reads('runModelRouted', (draft, { call, decision }) => void draft.routes.set(call, decision.rationale)),
  'run.llm_started': reads('runLlmStarted', (draft, { call, model_id }, at) => void draft.modelCalls.set(call, { ...modelCall(draft, call, at), modelId: model_id, isRunning: true, why: nearest(draft.routes, call) ?? '' })),
  'run.llm_ended': reads('runLlmEnded', (draft, { call, record }, at) => {
    const known = modelCall(draft, call, at);
    const { usage, cost, attempts, error } = record;
    const durationMs = attempts.reduce((sum, one) => sum + one.duration_ms + one.waited_ms, 0);
    draft.modelCalls.set(call, { ...known, modelId: record.model_id ?? known.modelId, isRunning: false, inputTokens: usage.input_tokens ?? 0, cachedTokens: usage.cached_input_tokens ?? 0, outputTokens: usage.output_tokens ?? 0, usd: cost.components.usd?.expected ?? 0, durationMs, attempts: attempts.length, error: error?.message ?? null });
  }),
  'run.tool_started': reads('runToolStarted', (draft, { call, decision }, at) => {
    draft.toolCalls.set(call, { call, toolId: decision.tool_id, role: decision.role_id, at, arguments: decision.arguments, intentions: decision.intentions, approvalId: decision.approval_id, standing: 'running', ended: null, refusal: null });
  }),
  'run.tool_ended': reads('runToolEnded', (draft, { call, evidence, outcome }, at) => {
    const known: ToolCallView = draft.toolCalls.get(call) ?? { call, toolId: evidence.tool_id, role: '', at, arguments: null, intentions: [], approvalId: null, standing: 'running', ended: null, refusal: null };
    draft.toolCalls.set(call, { ...known, standing: outcome.status, ended: outcome });
  }),
  'run.tool_refused': reads('runToolRefused', (draft, { call, tool_id, role_id, stage, error }, at) => {
    draft.toolCalls.set(call, { call, toolId: tool_id, role: role_id, at, arguments: null, intentions: [], approvalId: null, standing: 'refused', ended: null, refusal: { stage, message: error.message, nextStep: error.next_step } });
  }),
  'run.context_composed': reads('runContextComposed', (draft, { call, role_id, receipt, activation }) => void draft.packets.set(call, { call, role_id, receipt, activation })),
  'run.envelope_returned': reads('runEnvelopeReturned', (draft, { subtask_id: subtaskId, envelope: { role_id: role, artifacts } }) => {
    for (const { artifact_id: id } of artifacts) draft.makers.set(id, { role, subtaskId });
  }),
  'run.context_compacted': reads('runContextCompacted', (draft, said) => void draft.compactions.push(said)),
  'run.todos_written': reads('runTodosWritten', (draft, { items }) => void (draft.todos = [...items])),
  'run.steered': reads('runSteered', (draft, { message }, at) => void draft.steering.push({ id: message.message_id, at, text: message.text, isTaken: false })),
  'run.steering_taken': reads('runSteeringTaken', (draft, { messages }) => {
    const taken = new Set<string>(messages.map(({ message_id }) => message_id));
    draft.steering = draft.steering.map((one) => (taken.has(one.id) ? { ...one, isTaken: true } : one));
  }),
  'run.budget_warned': reads('runBudgetWarned', (draft, { resource, consumed, limit }, at) => void draft.notes.push({ at, tone: 'warn', says: `${words(resource)}: ${figure(resource, consumed)} of ${figure(resource, limit)} used` })),
  'run.limit_reached': reads('runLimitReached', (draft, { resource, consumed, limit }, at) => void draft.notes.push({ at, tone: 'bad', says: `${words(resource)}: the limit of ${figure(resource, limit)} does not hold what comes next; ${figure(resource, consumed)} used` })),
  'run.exception_raised': reads('runExceptionRaised', (draft, { during, error }, at) => void draft.notes.push({ at, tone: 'bad', says: `${during}: ${error.message}` })),
  'run.suspended': reads('runSuspended', (draft, { why }, at) => void draft.notes.push({ at, tone: 'warn', says: why })),
  'run.retry_taken': reads('runRetryTaken', (draft, { phase, why, remaining }, at) => void draft.notes.push({ at, tone: 'calm', says: `${phase} once more: ${why} (${remaining} left)` })),
  'run.conflict_resolved': reads('runConflictResolved', (draft, { tried }, at) => void draft.notes.push({ at, tone: 'warn', says: `A conflict: ${tried.map(({ strategy, came_to }) => `${words(strategy)}: ${came_to}`).join('; ')}` })),
  'run.terminated': reads('runTerminated', (draft, { termination }, at) => void (draft.ended = { reason: termination.reason, at })),
};

const figure = (resource: string, value: number): string => (resource === 'cost' ? dollars(value) : value.toLocaleString('en', { maximumFractionDigits: 0 }));

function inRound(draft: Draft, round: number, change: (round: RoundView) => RoundView): void {
  draft.rounds = draft.rounds.map((one) => (one.round === round ? change(one) : one));
}

function inSubtask(draft: Draft, round: number, id: string, change: (subtask: SubtaskView) => SubtaskView): void {
  inRound(draft, round, (one) => ({ ...one, subtasks: one.subtasks.map((subtask) => (subtask.id === id ? change(subtask) : subtask)) }));
}

function modelCall(draft: Draft, call: string, at: string): ModelCallView {
  return draft.modelCalls.get(call) ?? { call, modelId: '', startedAt: at, isRunning: true, inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0, durationMs: 0, attempts: 0, error: null, why: '' };
}

/** What belongs to a call or, failing that, to the closest one above it: calls are named by their path. */
export function nearest<Value>(values: ReadonlyMap<string, Value>, call: string): Value | undefined {
  for (let path = call; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const found = values.get(path);
    if (found !== undefined) return found;
  }
  return undefined;
}
