import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { NonEmptyText, SessionId } from '../core/index.ts';
import { ApprovalMode, Attendance } from '../oversight/index.ts';
import { ClientFunctions } from '../tools/client-function.ts';
import { OnLimit, ResourceBudget, RunEngine } from '../runs/index.ts';
import { RunStartReport } from './run-report.ts';

export const RunStartRequest = z.strictObject({
  /** The task in the person's own words. */
  request: NonEmptyText,
  workspace: NonEmptyText.optional(),
  /** For this run; the configured one when left out. */
  mode: ApprovalMode.optional(),
  attendance: Attendance.default('attended'),
  /** The conversation it belongs to; what was said there before is known to it. */
  session_id: SessionId.optional(),
  /** Where a result that is a success is also to be written. It leaves the run by that, so the policy of this way out is asked. */
  save_as: NonEmptyText.optional(),
  /** Models when there is one, else the engine that asks none; a tool that the whole request means comes before both. */
  engine: RunEngine.exclude(['tool']).optional(),
  /** Functions of whoever starts it, which a model at work may have called: it waits until `function_call.answer` says what they gave. */
  functions: ClientFunctions.optional(),
  /** What comes of a limit that is reached; the run ends when left out. */
  on_limit: OnLimit.optional(),
  /** Other limits than the configured ones. */
  budget: ResourceBudget.shape.per_run.partial().optional(),
});
export type RunStartRequest = z.infer<typeof RunStartRequest>;

export const runStart = defineCommand({
  id: 'run.start',
  request: ['RunStartRequest', RunStartRequest],
  response: ['RunStartReport', RunStartReport],
  durableWrite: 'required',
  policyChecks: ['tool_policy', 'role_contract', 'approval', 'taint', 'budget'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'model.settings_invalid', 'model.route_refused', 'model.call_failed', 'model.unknown', 'sandbox.unavailable', 'counter.exhausted', 'run.waits_for_budget', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'A task that comes to nothing ends with what was tried, and says so.',
    blocked: 'What the policy never allows is refused to the model, which may find another way.',
    degraded: 'Without a model the offline engine does what it can, and says what it cannot.',
    error: 'Shows the error with its code and what to do next; what was done is recorded.',
  },
});
