import type { ErrorCode, SuggestedAction, TerminationReason } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { Ending } from './ending.ts';

/** A reason with what to do next; `interrupts` leaves the run as it is, to be gone on with. */
type Stop = 'interrupts' | readonly [TerminationReason, SuggestedAction];

type Family = ErrorCode extends infer Code ? (Code extends `${infer Prefix}.${string}` ? Prefix : never) : never;

const BROKEN: Stop = ['catastrophic_error', 'abandon'];
const BLOCKED: Stop = ['blocked', 'user_input'];
const NO_ROOM: Stop = ['context_budget_exceeded', 'escalate_model'];
const FORBIDDEN: Stop = ['policy_violation', 'user_input'];
const NO_EVIDENCE: Stop = ['insufficient_evidence', 'broaden_scope'];
const TRIED_ENOUGH: Stop = ['retries_exhausted', 'retry'];

/**
 * Why a run ends that an error stopped, by the family of its code. Every family has a row, and the compiler insists: a new
 * kind of error cannot fall into a reason by default. Storage and leases are no reasons: the run goes on when they do.
 */
const BY_FAMILY: Readonly<Record<Family, Stop>> = {
  invariant: BROKEN,
  input: BLOCKED,
  internal: BROKEN,
  operation: BROKEN,
  server: 'interrupts',
  requirements: BROKEN,
  json: BROKEN,
  pattern: BROKEN,
  schema: BROKEN,
  formula: BROKEN,
  model: BLOCKED,
  cassette: BROKEN,
  network: TRIED_ENOUGH,
  scenario: BROKEN,
  ledger: 'interrupts',
  lease: 'interrupts',
  blob: BROKEN,
  counter: BROKEN,
  work: BROKEN,
  journal: 'interrupts',
  tool: BLOCKED,
  config: BLOCKED,
  approval: ['approval_denied', 'user_input'],
  policy: FORBIDDEN,
  function_call: BLOCKED,
  hard_call: BLOCKED,
  run: BLOCKED,
  role: BROKEN,
  phase: TRIED_ENOUGH,
  plan: ['retries_exhausted', 'escalate_model'],
  conflict: ['conflicting_agents', 'user_input'],
  context: NO_ROOM,
  retrieval: NO_EVIDENCE,
  offline: BLOCKED,
  taint: FORBIDDEN,
  externalization: FORBIDDEN,
  mcp: BLOCKED,
  sandbox: BLOCKED,
  path: BLOCKED,
  archive: FORBIDDEN,
  id: BROKEN,
  session: BLOCKED,
  memory: BROKEN,
  artifact: BROKEN,
  schedule: BROKEN,
  audit: BROKEN,
  calibration: BROKEN,
  key: BROKEN,
  response: BROKEN,
};

/** Codes that mean something else than the rest of their family. */
const BY_CODE: Partial<Readonly<Record<ErrorCode, Stop>>> = {
  'model.cancelled': 'interrupts',
  'model.call_failed': TRIED_ENOUGH,
  'model.no_agreement': ['conflicting_agents', 'user_input'],
  'model.output_undecodable': ['retries_exhausted', 'escalate_model'],
  'counter.exhausted': ['budget_exhausted', 'broaden_scope'],
  'tool.approval_denied': ['approval_denied', 'user_input'],
  'tool.left_in_doubt': ['approval_denied', 'user_input'],
  'tool.role_not_allowed': FORBIDDEN,
  'tool.refused_by_policy': FORBIDDEN,
  'tool.arguments_not_allowed': FORBIDDEN,
  'tool.stopped': 'interrupts',
  'run.timed_out': ['timeout', 'broaden_scope'],
  'run.limit_reached': ['budget_exhausted', 'broaden_scope'],
  'run.waits_for_budget': 'interrupts',
  'run.waits_for_child': 'interrupts',
  'run.deadline_passed': ['timeout', 'broaden_scope'],
  'run.circuit_open': ['budget_exhausted', 'retry'],
  'run.cancelled': 'interrupts',
  'phase.timed_out': ['timeout', 'broaden_scope'],
  'role.disabled': BLOCKED,
  'role.unknown': BLOCKED,
  'role.envelope_invalid': TRIED_ENOUGH,
  'journal.diverged': BROKEN,
  'journal.erased': BROKEN,
  'journal.key_in_use': BROKEN,
  'journal.value_invalid': BROKEN,
  'ledger.validation_failed': BROKEN,
  // What is handed over is too large for the record: going on would meet it again.
  'ledger.payload_too_large': BLOCKED,
  'ledger.append_too_large': BLOCKED,
  'ledger.event_invalid': BROKEN,
  'sandbox.failed': TRIED_ENOUGH,
};

/** Faults of a model call that no further try mends, because a person has to. */
const FOR_A_PERSON: ReadonlySet<unknown> = new Set(['authentication', 'payment', 'not_found', 'bad_request', 'content_filtered']);

/** How a run ends that this stopped; undefined for what only interrupts it. What is no error of ours is a defect. */
export function endingOfError(error: unknown): Ending | undefined {
  const stop = error instanceof KeelsonError ? stopOf(error) : BROKEN;
  if (stop === 'interrupts') return undefined;
  const [reason, suggestedAction] = stop;
  return {
    reason,
    suggestedAction,
    details: error instanceof KeelsonError ? withoutSecrets(`${error.message} ${error.nextStep}`) : `Something in Keelson itself went wrong: ${withoutSecrets(error instanceof Error ? error.message : String(error))}`,
    factors: error instanceof KeelsonError ? [error.code, ...markOf(error)] : ['internal.unexpected'],
    canRetry: reason !== 'policy_violation',
    unmet: [],
  };
}

/** What kind of help is missing, where whoever stopped it says so. */
function markOf({ data }: KeelsonError): string[] {
  const { mark } = data as { mark?: unknown };
  return typeof mark === 'string' ? [mark] : [];
}

function stopOf({ code, data }: KeelsonError): Stop {
  const { reason, fault, mark } = data as { reason?: unknown; fault?: unknown; mark?: unknown };
  if (mark === 'insufficient_evidence') return NO_EVIDENCE;
  if (reason === 'context_too_small' || fault === 'context_too_long') return NO_ROOM;
  if (FOR_A_PERSON.has(fault)) return BLOCKED;
  if (code === 'phase.retries_exhausted' && (data as { on_exceed?: unknown }).on_exceed === 'approval_denied') return ['approval_denied', 'user_input'];
  if (code === 'phase.retries_exhausted') return (data as { on_exceed?: unknown }).on_exceed === 'blocked' || (data as { on_exceed?: unknown }).on_exceed === 'approval_required' ? BLOCKED : ['retries_exhausted', 'escalate_model'];
  return BY_CODE[code] ?? BY_FAMILY[code.slice(0, code.indexOf('.')) as Family];
}
