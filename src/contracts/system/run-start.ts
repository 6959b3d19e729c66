import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { NonEmptyText, RunId } from '../core/index.ts';
import { ApprovalMode, Attendance } from '../oversight/index.ts';
import { TerminationRecord } from '../runs/index.ts';

export const RunStartRequest = z.strictObject({
  /** The task in the person's own words. */
  request: NonEmptyText,
  workspace: NonEmptyText.optional(),
  /** For this run; the configured one when left out. */
  mode: ApprovalMode.optional(),
  attendance: Attendance.default('attended'),
});
export type RunStartRequest = z.infer<typeof RunStartRequest>;

export const RunStartReport = z.strictObject({
  run_id: RunId,
  /** What the model said last; nothing has checked it. */
  answer: z.string(),
  /** How often a person was asked. */
  prompts: z.int().min(0),
  termination: TerminationRecord,
});
export type RunStartReport = z.infer<typeof RunStartReport>;

export const runStart = defineCommand({
  id: 'run.start',
  request: ['RunStartRequest', RunStartRequest],
  response: ['RunStartReport', RunStartReport],
  durableWrite: 'required',
  policyChecks: ['tool_policy', 'role_contract', 'approval', 'taint', 'budget'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'model.settings_invalid', 'model.route_refused', 'model.call_failed', 'model.unknown', 'sandbox.unavailable', 'counter.exhausted', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'A model that answers nothing ends the run with nothing, and says so.',
    blocked: 'What the policy never allows is refused to the model, which may find another way.',
    degraded: 'Without a model it says which were looked for.',
    error: 'Shows the error with its code and what to do next; what was done is recorded.',
  },
});
