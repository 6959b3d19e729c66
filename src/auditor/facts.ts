import type { AuditFacts } from '../contracts/index.ts';
import { canonicalHash, sha256Hex } from '../kernel/index.ts';

type Payload = Readonly<Record<string, unknown>>;
type Draw = (payload: Payload) => AuditFacts[string] | undefined;

/** Longer than any id or name of ours; what is longer is known by its hash. */
const FACT_CHARS_MAX = 200;

/** A value by its path; only what is a name, a figure or a yes or no can be a fact. */
function at(path: string): Draw {
  const steps = path.split('.');
  return (payload) => {
    const value = steps.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Payload)[step] : undefined), payload);
    if (typeof value === 'string') return value.length > FACT_CHARS_MAX ? sha256Hex(value) : value;
    return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
  };
}

function valueAt(path: string, payload: Payload): unknown {
  return path.split('.').reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Payload)[step] : undefined), payload);
}

function listAt(path: string, payload: Payload): readonly Payload[] {
  const value = valueAt(path, payload);
  return Array.isArray(value) ? (value as readonly Payload[]) : [];
}

/** A table of names and versions as one short hash: enough to see that it changed. */
function versionsAt(path: string): Draw {
  return (payload) => {
    const value = valueAt(path, payload);
    return value === undefined ? undefined : canonicalHash(value).slice(0, VERSION_CHARS);
  };
}
const VERSION_CHARS = 16;

const has = (path: string): Draw => (payload) => (valueAt(path, payload) ?? null) !== null;
const count = (path: string): Draw => (payload) => listAt(path, payload).length;

/** How many required criteria are in a list of those not met. */
const required = (path: string): Draw => (payload) => listAt(path, payload).filter((criterion) => criterion['required'] !== false).length;

const decisionsOf = (payload: Payload): unknown[] => listAt('decision.intentions', payload).map((intention) => valueAt('verdict.decision', intention));

/** What is drawn from the payload of each type. Types that are not here are counted and chained like all others. */
const FACTS: Readonly<Record<string, Readonly<Record<string, Draw>>>> = {
  'run.started': {
    task_id: at('task_id'),
    prompts: versionsAt('pinned_versions.prompts'),
    contracts: versionsAt('pinned_versions.contracts'),
    formulas: versionsAt('pinned_versions.formulas'),
    tools: versionsAt('pinned_versions.tools'),
    server_tools: versionsAt('pinned_versions.server_tools'),
    policy: versionsAt('pinned_versions.policy'),
    models: versionsAt('pinned_versions.models'),
  },
  'run.phase_exited': { phase: at('phase'), exit: at('exit.exit'), has_gate: has('gate'), gates_failed: (payload) => listAt('gate.checks', payload).filter(({ result }) => result === 'failed').length },
  'run.plan_made': { round: at('round') },
  'run.subtask_dispatched': { round: at('round'), subtask_id: at('subtask_id'), attempt: at('attempt'), role_id: at('role_id') },
  'run.execution_returned': { round: at('round'), subtask_id: at('result.subtask_id'), attempt: at('attempt'), status: at('result.status') },
  'run.correction_ordered': { round: at('round'), subtask_id: at('signal.subtask_id'), failure_class: at('signal.failure_class') },
  'run.subtask_judged': { round: at('round'), subtask_id: at('outcome.subtask_id'), status: at('outcome.status') },
  'run.outcome_accepted': { round: at('round'), verdicts: count('outcome.criteria_verdicts') },
  'run.replan_requested': { round: at('round') },
  'run.directive_issued': { round: at('round'), directive: at('directive.directive'), distance: at('directive.loss.D'), gradient: at('directive.grad_q') },
  'run.result_given': { directive: at('result.directive'), distance: at('result.loss.D'), unmet_required: required('result.unmet_criteria') },
  'run.terminated': { reason: at('termination.reason'), unmet_required: required('termination.unmet_criteria') },
  'run.tool_answered': { tool_id: at('tool_id') },
  'run.tool_started': {
    call: at('call'),
    tool_id: at('decision.tool_id'),
    role_id: at('decision.role_id'),
    definition_hash: at('decision.definition_hash'),
    approval_id: at('decision.approval_id'),
    needs_yes: (payload) => decisionsOf(payload).some((decision) => decision === 'ask' || decision === 'gate'),
    is_forbidden: (payload) => decisionsOf(payload).some((decision) => decision === 'block' || decision === 'deny'),
  },
  'run.tool_ended': { call: at('call'), tool_id: at('evidence.tool_id'), status: at('outcome.status'), is_undoable: at('outcome.is_undoable'), changes: count('outcome.changes') },
  'run.tool_refused': { tool_id: at('tool_id'), role_id: at('role_id'), stage: at('stage') },
  'run.llm_started': { call: at('call'), model_id: at('model_id') },
  'run.llm_ended': { call: at('call'), attempts: count('record.attempts'), model_id: at('record.model_id'), is_reused: at('record.is_reused'), has_failed: has('record.error') },
  'run.prompt_prefix_changed': { conversation: at('change.conversation') },
  'run.step_intended': { key: at('intent.key'), side_effect: at('intent.side_effect') },
  'run.step_completed': { key: at('result.key'), effect: at('result.effect'), has_intent: has('result.intent') },
  'run.step_cancelled': { key: at('cancellation.key'), has_intent: has('cancellation.intent') },
  'run.step_diverged': { key: at('divergence.key') },
  'approval.requested': { run_id: at('record.run_id') },
  'approval.resolved': { by: at('resolution.by'), answer: at('resolution.approval.statement.answer') },
  'approval.consumed': { run_id: at('run_id'), call: at('call') },
  'approval.refused': { run_id: at('run_id'), rule: at('rule') },
  'approval.decided_automatically': { approval_id: at('approval_id'), run_id: at('run_id'), answer: at('answer'), rule: at('rule') },
  'approval.remembered': { approval_id: at('approval.statement.approval_id') },
  'counter.reserved': { reservation_id: at('reservation_id') },
  'counter.settled': { reservation_id: at('reservation_id'), how: at('how'), overrun: count('overrun') },
  'registry.tools_published': { definitions_hash: at('definitions_hash') },
  'registry.roles_published': { contracts_hash: at('contracts_hash') },
  'tool.used': { was_successful: at('was_successful') },
  'tool.pinned': { definition_hash: at('definition_hash') },
  'ledger.payload_erased': { erased: count('erased') },
};

/** The facts of one event; null when its payload is gone. */
export function factsOf(type: string, payload: Payload | null): AuditFacts | null {
  if (payload === null) return null;
  const facts: AuditFacts = {};
  for (const [name, draw] of Object.entries(FACTS[type] ?? {})) {
    const value = draw(payload);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

/** Whether anything is drawn from events of this type; of the others the payload is never even parsed. */
export function drawsFacts(type: string): boolean {
  return type in FACTS;
}
