import { runToolEnded, runToolRefused, runToolStarted, ToolId, toolUsed, type ApprovalId, type CounterAmounts, type JsonObject, type RoleId, type RunId, type StreamId, type ToolCallDecision, type ToolCallEvidence, type ToolCallOutcome, type ToolCallStage } from '../../contracts/index.ts';
import { canonicalJson, hasCode, KeelsonError, sha256Hex, type Clock } from '../../kernel/index.ts';
import { errorWithoutSecrets, valueWithoutSecrets, withoutSecrets } from '../../redaction/index.ts';
import { recordOnce, type AttemptEnd, type Blobs, type CounterOperations, type Journal, type LogWriter, type NewEvent, type Settlement, type Timer } from '../../ledger/index.ts';
import { demandAvailable } from '../registry/availability.ts';
import type { ToolCatalogue } from '../registry/catalogue.ts';
import type { Tool, ToolPlace } from '../registry/tool.ts';
import type { ApprovalPort } from './approvals.ts';
import { callEffect, type CallParts } from './call-effect.ts';
import { approveEffect, decideEffect, isBlocked, reasonsToAsk, refuseBlocked, type Decided } from './decide-call.ts';
import { evidenceOf } from './evidence.ts';
import type { Judges } from './judge-intentions.ts';
import { toldChanges } from './keep-before.ts';
import { decisionOn, judgeCall, prepare, type Prepared } from './prepare-call.ts';
import type { CallInQuestion, ProvenancePort } from './provenance.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { actionFor, holdToConstraints, holdToRates, type RoleActions } from './role-rules.ts';

/** A call as somebody asks for it. */
export interface ToolCall {
  readonly toolId: string;
  readonly arguments: JsonObject;
  /** The first of the tool's allowed roles when left out. */
  readonly roleId?: RoleId;
  /** Where in the journal it is made, and the journal of the run. */
  readonly key: string;
  readonly journal: Journal;
  /** Where in the whole run, when the journal is one below a step. */
  readonly path?: string;
  /** The counters that pay for it: the run's, and those above it. */
  readonly counters: readonly StreamId[];
  /** How often a person raised a limit. What was refused before that is asked for once more after it. */
  timesRaised?(): Promise<number>;
  readonly signal?: AbortSignal;
  /** What comes of it goes to a model at once: what it only read becomes durable with that question. */
  readonly isAskedWith?: boolean;
  /** Whose call it is when it is not a model's at work: the plan's own, which looks whether a criterion is met. */
  readonly typedBy?: 'plan';
  /** Why whoever asks for it wants a yes first, as a rule and a sentence. */
  readonly askFirst?: string;
}

export interface ToolCallResult {
  readonly decision: ToolCallDecision;
  readonly outcome: ToolCallOutcome;
  readonly evidence: ToolCallEvidence;
}

/** The only place that executes tools; one for each run. */
export interface ToolRunner {
  /**
   * Schema, role, policy, approval, budget, intent, sandbox, result, evidence, statistics: in this order, each recorded.
   * Rejects with the KeelsonError of the stage that refused it; a tool that fails is a result with the status `failed`.
   */
  call(call: ToolCall): Promise<ToolCallResult>;
}

export interface ToolRunnerPorts {
  readonly runId: RunId;
  readonly catalogue: ToolCatalogue;
  readonly place: ToolPlace;
  readonly judges: Judges;
  readonly roles: RoleActions;
  readonly approvals: ApprovalPort;
  readonly provenance: ProvenancePort;
  readonly limiter: RateLimiter;
  readonly log: Pick<LogWriter, 'append'>;
  readonly counters: Pick<CounterOperations, 'reserve' | 'commit' | 'release'>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** What the hands of a call are made of, beside what is in the call. */
  readonly world: Pick<CallParts, 'openFiles' | 'contentNow' | 'programs' | 'snapshot' | 'turns' | 'fetch' | 'ask' | 'todos' | 'delegate' | 'askClient' | 'whenRunEnds'>;
}

/** What one call costs, whatever it does; the unit is that of the budget's `max_tool_calls`. */
const ONE_CALL: CounterAmounts = { tool_calls: 1 };

export function createToolRunner(ports: ToolRunnerPorts): ToolRunner {
  return { call: (call) => runCall(call, ports) };
}

async function runCall(call: ToolCall, ports: ToolRunnerPorts): Promise<ToolCallResult> {
  const { catalogue, roles, limiter } = ports;
  const stage = stagesOf(call, ports);
  const tool = await stage('schema', () => catalogue.get(call.toolId));
  await stage('schema', () => demandAvailable(tool, { place: ports.place, hasProgram: ports.world.programs.hasProgram }));
  const roleId = call.roleId ?? (tool.definition.allowed_roles[0] as RoleId);
  let prepared = await stage('schema', () => prepare(tool, call.arguments, ports.place));
  const constraints = await stage('role', () => actionFor(tool, roleId, roles));
  const admit = (): void => holdToConstraints(tool, roleId, constraints, { intentions: prepared.intentions, inputBytes: Buffer.byteLength(canonicalJson(prepared.arguments)), place: ports.place });
  await stage('role', admit);
  await stage('role', () => holdToRates(tool, roleId, constraints, limiter));
  const needsApproval = constraints.requires_approval === true;
  // A verdict that lets the call be made at once is recorded together with its beginning.
  const isFree = (verdict: Decided): boolean => !isBlocked(verdict) && reasonsToAsk(tool, verdict, needsApproval).length === 0;
  let decided = await stage('policy', () => decide(prepared, roleId, { typedBy: call.typedBy ?? 'model' }, `${call.key}/decide`, call, ports, isFree));
  let decision = decisionOn(prepared, roleId, decided, ports.place);
  const reasons = reasonsToAsk(tool, decided, needsApproval);
  if (reasons.length > 0) {
    const answer = await stage('approval', () => approve(decision, reasons, decided, tool, call, ports));
    if (answer.answer === 'edited') {
      prepared = await stage('schema', () => prepare(tool, answer.arguments, ports.place));
      await stage('role', admit);
      decided = await stage('policy', () => decide(prepared, roleId, { typedBy: 'owner', approvalId: answer.approval_id }, `${call.key}/decide-edited`, call, ports));
      await stage('approval', () => refuseEdited(tool, decided));
      decision = decisionOn(prepared, roleId, decided, ports.place);
    }
    decision = { ...decision, approval_id: answer.approval_id };
  }
  return execute(prepared, decision, call, ports, stage);
}

function inQuestion({ tool, arguments: given, intentions }: Prepared, typedBy: CallInQuestion['typedBy'], call: ToolCall, { runId, place }: ToolRunnerPorts): CallInQuestion {
  return { runId, call: call.path ?? call.key, tool, arguments: given, typedBy, intentions, place };
}

/** Whose the arguments are: the model's, or those of a person in the answer to a question. */
type Typed = { readonly typedBy: 'model' | 'plan' } | { readonly typedBy: 'owner'; readonly approvalId: ApprovalId };

async function decide(prepared: Prepared, roleId: RoleId, typed: Typed, key: string, call: ToolCall, ports: ToolRunnerPorts, rides: (verdict: Decided) => boolean = () => false): Promise<Decided> {
  const { place, judges, world, provenance, approvals } = ports;
  const { tool } = prepared;
  const judge = async (): Promise<Decided> => {
    const decided = await judgeCall(prepared, place, judges, world.snapshot);
    const { judged, origins } = await provenance.judge(inQuestion(prepared, typed.typedBy, call, ports));
    const all = { ...decided, intentions: [...decided.intentions, ...judged], origins: [...origins] };
    const { approval_id: _none, ...decision } = decisionOn(prepared, roleId, all, place);
    const toJudge = { decision, reasons: reasonsToAsk(tool, all, false), isUndoable: all.is_undoable, origins, touches: tool.touches };
    const alsoAsked = await approvals.alsoAsks?.(toJudge);
    const refused = typed.typedBy === 'owner' ? await approvals.whyNotEdited?.(toJudge, typed.approvalId) : undefined;
    return { ...all, also_asked: [...(alsoAsked ?? []), ...(call.askFirst === undefined ? [] : [call.askFirst])], ...(refused !== undefined && { edit_refused: refused }) };
  };
  const request = { tool_id: tool.definition.tool_id, role_id: roleId, arguments: prepared.arguments, definition_hash: prepared.definitionHash, action_hash: prepared.actionHash };
  const decided = await call.journal.step(key, decideEffect(judge), request, { ...(call.signal && { signal: call.signal }), rides });
  refuseBlocked(tool, decided.intentions);
  return decided;
}

async function approve({ approval_id: _none, ...decision }: ToolCallDecision, reasons: readonly string[], { is_undoable, origins }: Decided, { touches }: Tool, call: ToolCall, { approvals, runId }: ToolRunnerPorts) {
  const request = { decision, reasons: [...reasons], is_undoable, ...(origins.length > 0 && { origins }) };
  const answer = await call.journal.step(`${call.key}/approve`, approveEffect(approvals, runId, call.path ?? call.key, touches), request, { ...(call.signal && { signal: call.signal }) });
  if (answer.answer !== 'denied') return answer;
  // Nothing else asked: what is refused is this one way, and work may go on by another.
  if (reasons.every((reason) => reason === call.askFirst)) throw leftInDoubt(decision.tool_id, answer.reason);
  throw approvalDenied(decision.tool_id, `User rejected tool execution: ${answer.reason}`, answer.reason);
}

/** Words of a person are held to the same policies and approvers as those they replaced. */
function refuseEdited({ definition: { tool_id: toolId } }: Tool, { edit_refused: reason }: Decided): void {
  if (reason !== undefined) throw approvalDenied(toolId, `What the person put in its place may not be done: ${reason}`, reason);
}

function approvalDenied(toolId: ToolId, message: string, reason: string): KeelsonError<'tool.approval_denied'> {
  return new KeelsonError('tool.approval_denied', { message, nextStep: 'Do not try the same again; find another way, or ask the person what they would accept.', data: { tool_id: toolId, reason } });
}

function leftInDoubt(toolId: ToolId, reason: string): KeelsonError<'tool.left_in_doubt'> {
  return new KeelsonError('tool.left_in_doubt', { message: `Earlier runs leave it in doubt whether ${toolId} is right for this, and nobody said that it may be used all the same: ${reason}`, nextStep: 'Do it in another way, or on something else.', data: { tool_id: toolId, reason } });
}

async function execute(prepared: Prepared, decision: ToolCallDecision, call: ToolCall, ports: ToolRunnerPorts, stage: Stages): Promise<ToolCallResult> {
  const { tool, input, intentions } = prepared;
  const { runId, counters: operations, clock, timer, world, blobs, place, log, provenance } = ports;
  const question = inQuestion(prepared, 'model', call, ports);
  const path = call.path ?? call.key;
  const evidence = (outcome: ToolCallOutcome): ToolCallEvidence => evidenceOf(decision.tool_id, decision.arguments, outcome, runId, path);
  /** Appended by itself, for a stopped journal records nothing more; what it changed can be taken back all the same. */
  const onStopped = async (outcome: ToolCallOutcome): Promise<void> => {
    const told = toldChanges(outcome.changes);
    const [ended] = endEvents(runId, path, decision, evidence(outcome), { ...outcome, is_undoable: outcome.is_undoable && told.length === outcome.changes.length });
    if (ended !== undefined) await recordOnce(log, 'tool', `${runId}:${path}:tool_stopped:${sha256Hex(canonicalJson(told))}`, [ended]);
  };
  const effect = callEffect({ ...world, caller: { runId, roleId: decision.role_id, call: path }, tool, input, intentions, place, blobs, clock, timer, onStopped, taintClass: () => provenance.classOf(question), timeoutMs: tool.definition.timeout_ms });
  const cost: CounterAmounts = { ...ONE_CALL, ...tool.alsoCosts };
  const reservation = (attempt: number): string => `${runId}:${path}:${attempt}`;
  const settle = (end: AttemptEnd<ToolCallOutcome>, attempt: number): Settlement => ({
    events: end.ok ? [...endEvents(runId, path, decision, evidence(end.result), end.result), ...provenance.eventsFor(question, end.result, decision), ...(end.result.output === null ? [] : (tool.alsoTells?.(end.result.output, { runId, call: path }) ?? []))] : [],
    operations: call.counters.map((counter) => ('stopped' in end && !end.hasBegun ? operations.release(counter, reservation(attempt)) : operations.commit(counter, reservation(attempt), cost))),
  });
  /** A refusal is recorded and met again, so whoever goes on under a raised limit asks under another name. */
  const made = async (raises = 0): Promise<ToolCallOutcome> => {
    try {
      return await call.journal.step(raises === 0 ? `${call.key}/call` : `${call.key}/call-raised-${raises}`, effect, decision, {
        ...(call.signal && { signal: call.signal }),
        reserve: (attempt) => call.counters.map((counter) => operations.reserve(counter, reservation(attempt), cost)),
        // What was refused its budget has not begun, so whoever begins after that is the first to say so.
        announce: (attempt) => (attempt > 1 ? [] : [{ type: runToolStarted.type, streamId: runId, payload: { run_id: runId, call: path, decision: recordable(decision) } }]),
        rides: ({ status }) => call.isAskedWith === true && status === 'completed',
        settle,
      });
    } catch (error) {
      if (!hasCode(error, 'counter.exhausted') || raises >= ((await call.timesRaised?.()) ?? 0)) throw error;
      return made(raises + 1);
    }
  };
  const outcome = await stage('budget', () => made());
  await provenance.observe(question, outcome);
  return { decision, outcome, evidence: evidence(outcome) };
}

/** The journal holds the arguments as they are, local and erasable; the event that everybody reads holds no secrets. */
function recordable(decision: ToolCallDecision): ToolCallDecision {
  return { ...decision, arguments: valueWithoutSecrets(decision.arguments), intentions: decision.intentions.map((one) => ({ ...one, subject: withoutSecrets(one.subject) })) };
}

/** The output and a very long list of changes are too much for an event; the journal holds all of both. */
function endEvents(runId: RunId, path: string, decision: ToolCallDecision, evidence: ToolCallEvidence, { output: _output, ...outcome }: ToolCallOutcome): NewEvent[] {
  return [
    { type: runToolEnded.type, streamId: runId, payload: { run_id: runId, call: path, action_hash: decision.action_hash, evidence, outcome: { ...outcome, changes: toldChanges(outcome.changes) } } },
    { type: toolUsed.type, streamId: decision.tool_id, payload: { tool_id: decision.tool_id, was_successful: outcome.status !== 'failed', execution_ms: outcome.duration_ms, run_id: runId } },
  ];
}

type Stages = <Value>(stage: ToolCallStage, work: () => Value | Promise<Value>) => Promise<Value>;

/** A refusal is recorded with the stage that made it; stops and defects are not refusals. */
function stagesOf(call: ToolCall, { runId, log, catalogue }: ToolRunnerPorts): Stages {
  return async (stage, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeelsonError) || error.code.startsWith('journal.')) throw error;
      const path = call.path ?? call.key;
      const known = catalogue.tools.find(({ definition }) => definition.tool_id === call.toolId);
      const roleId = call.roleId ?? known?.definition.allowed_roles[0];
      if (roleId !== undefined && ToolId.safeParse(call.toolId).success) {
        const payload = { run_id: runId, call: path, tool_id: call.toolId, role_id: roleId, stage, arguments_hash: sha256Hex(canonicalJson(call.arguments)), error: errorWithoutSecrets(error.toBody()) };
        await call.journal.flush();
        await recordOnce(log, 'tool', `${runId}:${path}:tool_refused`, [{ type: runToolRefused.type, streamId: runId, payload }]);
      }
      throw error;
    }
  };
}
