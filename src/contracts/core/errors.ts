import { z } from 'zod';

/**
 * Every expected failure and the data it carries. Codes are stable: people script against them.
 * Add a line here before you throw a new one; never change the meaning of an old one.
 */
export interface ErrorData {
  'invariant.broken': { detail: string };
  'input.invalid': { issues: { path: string; message: string }[] };
  'input.too_large': { limit: number };
  'internal.unexpected': { detail: string };
  'operation.unknown': { operation: string; known: string[]; validation_code: string };
  'operation.unserved': { faults: { code: string; operation: string }[] };
  'operation.idempotency_key_missing': { operation: string; validation_code: string };
  'operation.resume_unknown': { resume: string };
  'operation.not_confirmed': { operation: string };
  'server.unreachable': { detail: string };
  'server.unreadable_answer': { status: number; detail: string };
  'requirements.unreadable': { file: string; detail: string };
  'json.non_finite_number': { path: string; value: string };
  'json.not_serialisable': { path: string; type: string };
  'json.lone_surrogate': { path: string };
  'json.too_deep': { limit: number };
  'json.too_large': { limit: number; size: number };
  'json.undecodable': { offset: number };
  'json.incomplete': { offset: number };
  'pattern.rejected': { pattern: string; reason: string };
  'pattern.too_large': { limit: number; size: number };
  'pattern.too_costly': { limit: number };
  'schema.refused': { detail: string };
  'formula.refused': { problems: { formula: string; code: string; detail: string }[] };
  'formula.unknown': { formula_id: string; version?: string };
  'model.unknown': { model_id: string; known: string[] };
  'model.route_refused': { reason: 'cloud_forbidden' | 'capability_missing' | 'context_too_small' | 'no_model_left'; detail: string };
  'model.call_failed': { fault: string; model_id: string; attempts: number; detail: string };
  'model.cancelled': { model_id: string };
  'model.no_agreement': { models: string[]; reasons: string[] };
  'model.output_undecodable': { corrections: number; problems: string[] };
  'model.key_unavailable': { provider: string; source: string; detail: string };
  'model.settings_invalid': { file: string; issues: { path: string; message: string }[] };
  'model.start_failed': { provider: string; detail: string };
  'model.plugin_unsupported': { model_id: string; version: string };
  'cassette.missing': { request_hash: string };
  'cassette.unreadable': { file: string; line: number; detail: string };
  'network.refused': { host: string; rule: string };
  'network.unresolved': { host: string; detail: string };
  'network.unreachable': { host: string; detail: string };
  'network.timed_out': { host: string; wait: 'connect' | 'idle' | 'total'; limit_ms: number };
  'network.answer_unreadable': { host: string; detail: string };
  'network.proxy_failed': { detail: string };
  'scenario.invalid': { file: string; issues: { path: string; message: string }[] };
  'scenario.unreadable': { file: string; detail: string };
  'scenario.port_unavailable': { port: number; detail: string };
  'scenario.server_unknown': { server: string };
  'scenario.too_many_servers': { limit: number };
  'ledger.stream_invalid': { stream: string };
  'ledger.event_invalid': { type: string; fault: string; detail: string };
  'ledger.payload_too_large': { type: string; bytes: number; limit: number };
  'ledger.append_empty': { key: string };
  'ledger.append_too_large': { events: number; limit: number };
  'ledger.sequence_conflict': { stream: string; expected: number; actual: number };
  'ledger.key_reused': { key: string; position: number };
  'ledger.document_final': { key: string; type: string };
  'ledger.validation_failed': { codes: string[]; findings: { code: string; type: string; detail: string }[] };
  'ledger.projection_newer': { projection: string; stored: number; known: number };
  'ledger.projection_moved': { projection: string };
  'ledger.projection_stale': { projection: string; rebuilt_to: number; validation_code: string };
  'ledger.not_erasable': { position: number; reason: string };
  'ledger.closed': { store: string };
  'ledger.busy': { file: string; attempts: number };
  'ledger.corrupt': { file: string; detail: string };
  'ledger.foreign_file': { file: string; detail: string };
  'ledger.newer_schema': { file: string; found: number; known: number };
  'ledger.read_only': { file: string };
  'ledger.disk_full': { file: string };
  'ledger.storage_failed': { file: string; detail: string };
  'ledger.tail_cut': { file: string; head: number; found: number };
  'ledger.head_mismatch': { file: string; position: number };
  'ledger.target_exists': { file: string };
  'ledger.target_refused': { file: string; reason: 'data_folder' | 'sqlite_name' };
  'ledger.folder_unusable': { file: string; detail: string };
  'ledger.absent': { tenant: string; file: string };
  'ledger.backup_missing': { file: string };
  'ledger.backup_unreadable': { file: string; detail: string };
  'ledger.backup_unsound': { file: string; faults: number; first: string };
  'ledger.restore_outdated': { tenant: string; present_position: number | null; backup_position: number };
  'ledger.restore_other_log': { tenant: string; file: string; backup: string; present_position: number; backup_position: number; differs_at: number };
  'ledger.restore_interrupted': { tenant: string };
  'ledger.restore_failed': { file: string; detail: string; is_put_back: boolean; kept_aside: string };
  'ledger.nothing_lost': { tenant: string; file: string };
  'ledger.loss_outdated': { tenant: string };
  'ledger.log_unsound': { tenant: string; file: string; faults: number; first: string };
  'lease.held': { lease: string; owner: string; token: number };
  'lease.lost': { lease: string; token: number };
  'blob.missing': { sha256: string };
  'blob.corrupt': { sha256: string };
  'blob.too_large': { bytes: number; limit: number };
  'counter.unknown': { counter: string };
  'counter.exists': { counter: string };
  'counter.closed': { counter: string };
  'counter.exhausted': { counter: string; unit: string; asked: number; available: number };
  'counter.reservation_exists': { counter: string; reservation_id: string };
  'counter.reservation_unknown': { counter: string; reservation_id: string };
  'counter.invalid': { counter: string; detail: string };
  'work.exists': { queue: string; id: string };
  'work.lost': { queue: string; id: string; token: number };
  'journal.key_in_use': { key: string };
  'journal.diverged': { key: string; recorded: string; met: string };
  'journal.unresolved': { key: string; attempt: number; effect: string; idempotency_key: string; started_at: string; request: unknown };
  'journal.nothing_to_resolve': { key: string; attempt: number };
  'journal.settlement_failed': { key: string; detail: string };
  'journal.cancelled': { key: string; may_have_happened: boolean };
  'journal.not_recorded': { key: string };
  'journal.value_invalid': { key: string; effect: string; part: 'key' | 'request' | 'result'; issues: { path: string; message: string }[] };
  'journal.run_unknown': { run_id: string };
  'journal.erased': { run_id: string; sequences: number[] };
  'journal.versions_unavailable': { missing: { kind: string; name: string; version: string }[] };
  'tool.unknown': { tool_id: string; similar: string[] };
  'tool.unavailable': { tool_id: string; reason: string };
  'tool.arguments_invalid': { tool_id: string; issues: { path: string; message: string }[] };
  'tool.output_invalid': { tool_id: string; issues: { path: string; message: string }[] };
  'tool.role_not_allowed': { tool_id: string; role_id: string };
  'tool.arguments_not_allowed': { tool_id: string; role_id: string; detail: string };
  'tool.rate_limited': { tool_id: string; rate_limit: string };
  'tool.too_many_bytes': { tool_id: string; bytes: number; limit: number };
  'tool.refused_by_policy': { tool_id: string; rule: string; decision: string };
  'tool.approval_denied': { tool_id: string; reason: string };
  'tool.not_decided': { tool_id: string; subject: string };
  'tool.timed_out': { tool_id: string; timeout_ms: number };
  'tool.failed': { tool_id: string; detail: string };
  'tool.definition_invalid': { tool_id: string; issues: { path: string; message: string }[] };
  'tool.definition_changed': { tool_id: string; server: string };
  'tool.nobody_to_ask': { question: string };
  'sandbox.unavailable': { backend: string | null; considered: { backend: string; detail: string }[] };
  'sandbox.failed': { backend: string; program: string; detail: string };
  'path.denied': { path: string; rule: string };
  'path.gated': { path: string; rule: string; op: string };
  'path.missing': { path: string };
  'path.exists': { path: string };
  'path.wrong_kind': { path: string; expected: string; found: string };
  'path.too_large': { path: string; bytes: number; limit: number };
  'path.failed': { path: string; detail: string };
  'archive.refused': { archive: string; rule: string; entry: string | null };
  'id.invalid': { prefix: string; value: string };
}

export type ErrorCode = keyof ErrorData;

/** A failure as it crosses a process: what happened, in which terms, and what to do next. */
export const ErrorBody = z.strictObject({
  code: z.string(),
  message: z.string(),
  next_step: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
