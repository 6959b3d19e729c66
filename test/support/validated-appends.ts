import { eventCatalogue, type Governance, type JsonObject, type Sha256 } from '../../src/contracts/index.ts';
import { canonicalHash, createIds, fixedClock, KeelsonError, seededRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createDecider, recordName, type Decision, type LedgerRequest, type LedgerSetup, type NewEvent, type LedgerOperation, type StoredRecord } from '../../src/ledger/index.ts';
import { prepareAppend } from '../../src/ledger/log/prepare.ts';

export const TIME = '2026-11-15T09:00:00.000Z';
export const RUN = 'run_01JCQZ9Y5D0000000000000001';
export const RECEIPT = 'rcp_01JCQZ9Y5D0000000000000001';
export const INTERNAL: Governance = { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false };
/** The log that every append of these tests meets has this many entries. */
export const HEAD = 9;

/** Current records that stand before the append, by key, with the entry each was last folded from. */
export type Standing = Readonly<Record<string, number>>;

export interface World {
  readonly standing?: Standing;
  readonly setup?: LedgerSetup;
  readonly operations?: readonly LedgerOperation[];
  readonly blobs?: readonly Sha256[];
}

export type Verdict =
  | { readonly written: number; readonly warnings: readonly string[] }
  | { readonly refused: readonly { readonly code: string; readonly type: string; readonly detail: string }[] };

/** Takes an append the whole way: its schemas, then the decision over exactly what was planned. Throws what it is refused with. */
export function decided(events: readonly NewEvent[], { setup = BUILTIN_SETUP, standing = {}, operations = [], blobs = [] }: World = {}): Decision {
  const decider = createDecider(setup);
  const ids = createIds({ clock: fixedClock(1_800_000_000_000), random: seededRandom(1) });
  const ports = { catalogue: eventCatalogue(setup.events), ids, author: { actor: 'mother', governance: INTERNAL }, recordedAt: TIME };
  // Documents are folded by the ledger alone; here a test plays its part.
  const request: LedgerRequest = { ...prepareAppend({ key: 'append-1', events }, ports), operations, ...(events.length === 0 && { append: null }) };
  const planned = new Set(decider.plan(request).records.map(recordName));
  return decider.decide(request, {
    time: { epoch: 'boot-1', monotonicMs: 0, wallMs: 0 },
    head: { position: HEAD, chainHash: 'a'.repeat(64) },
    streams: new Map(),
    records: new Map([...standingRecords(setup, standing)].filter(([name]) => planned.has(name))),
    due: [],
    blobs: new Set(blobs),
    entries: new Map(),
  });
}

export function verdictOn(events: readonly NewEvent[], world?: World): Verdict {
  try {
    const { reply } = decided(events, world);
    return { written: reply.appended.length, warnings: reply.warnings };
  } catch (error) {
    if (!(error instanceof KeelsonError) || error.code !== 'ledger.validation_failed') throw error;
    return { refused: (error.data as { findings: { code: string; type: string; detail: string }[] }).findings };
  }
}

/** Where the projection called `behind` stands, which is being folded again. */
export const BEHIND = { version: 1, rebuilt_to: 0, generation: 1 };

function standingRecords({ projections }: LedgerSetup, standing: Standing): Map<string, StoredRecord> {
  const states = projections.map(({ name, version }): StoredRecord => ({ space: 'projection', key: name, body: { version, rebuilt_to: null, generation: 1 }, dueMs: null, position: null, source: null }));
  states.push({ space: 'projection', key: 'behind', body: BEHIND, dueMs: null, position: null, source: null });
  const documents = Object.entries(standing).map(([key, position]): StoredRecord => ({ space: 'document', key, body: { key }, dueMs: null, position, source: 'artifact@2' }));
  return new Map([...states, ...documents].map((record) => [recordName(record), record]));
}

/** A formula receipt that proves the value. */
export function receiptOf(value: unknown, changes: JsonObject = {}): JsonObject {
  return {
    receipt_id: RECEIPT,
    formula_id: 'stats.mean',
    formula_semantic_version: '1.0.0',
    producer_ref: 'mother',
    input_refs: [],
    input_manifest_hash: '1'.repeat(64),
    input_value_hash: '2'.repeat(64),
    outcome: value === null ? 'indeterminate' : 'value',
    output_value_hash: canonicalHash(value),
    omitted_input_names: [],
    finite_number_check: 'passed',
    validation_codes: [],
    computed_at: TIME,
    schema_version: '1.0',
    ...changes,
  };
}

const RECEIPT_REF = { kind: 'receipt', key: RECEIPT };

export function rolledUp(value: JsonObject[string], receipt: JsonObject = receiptOf(value)): NewEvent {
  const rollup = {
    rollup_id: 'rol_01JCQZ9Y5D0000000000000001',
    metric_id: 'run-duration',
    subject_scope_ref: { kind: 'document', key: 'tenant:default' },
    measurement_window: { start: TIME, end: TIME },
    included_observation_refs: [],
    excluded_observation_refs: [],
    formula_eval_receipt_ref: RECEIPT_REF,
    sample_size: 0,
    value,
    created_at: TIME,
    schema_version: '1.0',
  };
  return { type: 'metric.rolled_up', streamId: 'run-duration', payload: { rollup, receipt } };
}

/** A source of a view: a document as it was read. */
export function source(key: string, seq: number, changes: JsonObject = {}): JsonObject {
  return {
    canonical_event_ref: { kind: 'event', key: String(seq) },
    current_projection_ref: { kind: 'document', key },
    projection_event_seq: seq,
    projection_valid_at: TIME,
    schema_version: '1.0',
    ...changes,
  };
}

export const ARTIFACT_ID = 'art_01JCQZ9Y5D0000000000000001';
export const ARTIFACT = `artifact:${ARTIFACT_ID}`;
/** The artifact that views are derived from stands at entry 3, and their manifest at entry 4. */
export const STANDING: Standing = { [ARTIFACT]: 3, 'manifest:1': 4 };

/** A health card with everything behind it, given `STANDING`. Fields set to null are left out. */
export function view(record: JsonObject = {}, payload: JsonObject = {}): NewEvent {
  const whole = {
    read_model_id: 'health-1',
    read_model_kind: 'TaskHealthCard',
    input_manifest_ref: { kind: 'document', key: 'manifest:1' },
    derivation_policy_ref: { kind: 'document', key: 'policy:health' },
    formula_eval_receipt_refs: [RECEIPT_REF],
    valid_from_event_seq: 3,
    created_at: TIME,
    schema_version: '1.0',
    ...record,
  };
  const given = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)) as JsonObject;
  return { type: 'read_model.derived', streamId: 'health-1', payload: { record: given, sources: [source(ARTIFACT, 3)], receipts: [receiptOf(0.5)], ...payload } };
}

const CONFIRMATION = { kind: 'event', key: 'evt_01JCQZ9Y5D0000000000000002' };
export const REQUEST_HASH = '5'.repeat(64);
export const STEP = { run_id: RUN, key: 'execute/1/ask', request_hash: REQUEST_HASH };

/** An export that a policy covers in every respect. */
export function externalized({ receipt = {}, policy = {}, payload = {}, governance = INTERNAL }: { receipt?: JsonObject; policy?: JsonObject; payload?: JsonObject; governance?: Governance } = {}): NewEvent {
  const kind = receipt['externalization_kind'] ?? 'export_bundle';
  return {
    type: 'externalization.recorded',
    streamId: 'workspace-1',
    governance,
    payload: {
      receipt: {
        receipt_id: RECEIPT,
        externalization_kind: kind,
        workspace_id: 'workspace-1',
        source_record_refs: ['source:1'],
        policy_ref: 'outside',
        user_confirmation_ref: CONFIRMATION,
        redaction_preview_ref: CONFIRMATION,
        status: 'completed',
        irreversible_disclosure_possible: true,
        created_at: TIME,
        schema_version: '1.0',
        ...receipt,
      },
      policy: {
        policy_id: 'outside',
        externalization_kind: kind,
        requires_user_confirmation: true,
        requires_redaction_preview: true,
        allowed_data_classes: ['internal', 'privileged', 'local_only'],
        allowed_taint_classes: ['owner_typed'],
        max_cost_vector_ref: { kind: 'document', key: 'cost:1' },
        provider_logging_warning_required: false,
        receipt_required: true,
        replay_policy: 'reuse_recorded_output',
        warning_text: '',
        schema_version: '1.0',
        ...policy,
      },
      step: STEP,
      ...payload,
    },
  };
}

/** The fields of an object but these. */
export function without(value: Readonly<Record<string, unknown>>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** An event without some fields of one part of its payload. */
export function lacking(event: NewEvent, part: string, ...names: string[]): NewEvent {
  return { ...event, payload: { ...event.payload, [part]: without(event.payload[part] as JsonObject, ...names) } };
}

export const STEP_IDEMPOTENCY_KEY = {
  run_id: RUN,
  plan_id: 'plan-1',
  step_id: 'step-1',
  step_kind: 'edit_artifact',
  target_ref_hash: '6'.repeat(64),
  input_payload_hash: '7'.repeat(64),
  attempt_class: 'first',
  schema_version: '1.0',
} as const;

export function intentOf(effect: string, value: JsonObject = {}): JsonObject {
  return {
    key: STEP.key,
    effect,
    side_effect: 'read_only',
    request_hash: REQUEST_HASH,
    request: { value },
    idempotency_key: 'key-1',
    execution: '8'.repeat(32),
    started_at: TIME,
  };
}

export const accepted = (written = 1): Verdict => ({ written, warnings: [] });

/** Refused by one code, with these details. */
export const refused = (code: string, type: string, ...details: string[]): Verdict => ({ refused: details.map((detail) => ({ code, type, detail })) });

export function stepIntended(effect: string, value: JsonObject = {}): NewEvent {
  return { type: 'run.step_intended', streamId: RUN, payload: { run_id: RUN, intent: intentOf(effect, value) } };
}

export function stepCompleted(effect: string, value: JsonObject = {}): NewEvent {
  const outcome = { ok: true, result: { value: null } };
  return { type: 'run.step_completed', streamId: RUN, payload: { run_id: RUN, result: { key: STEP.key, effect, request_hash: REQUEST_HASH, intent: intentOf(effect, value), outcome } } };
}
