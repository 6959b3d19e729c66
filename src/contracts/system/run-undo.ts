import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { CommandInstanceId, NonEmptyText, RunId } from '../core/index.ts';
import { UndoneChange } from '../tools/index.ts';
import { LedgerTenant } from './ledger-tenant.ts';

export const RunUndoRequest = z.strictObject({
  tenant: LedgerTenant,
  run_id: RunId,
  /** Puts back also what somebody changed since. */
  force: z.boolean().default(false),
  /** Where the folder is by now; where the run worked when left out. */
  workspace: NonEmptyText.optional(),
});
export type RunUndoRequest = z.infer<typeof RunUndoRequest>;

export const RunUndoReport = z.strictObject({
  run_id: RunId,
  workspace: NonEmptyText,
  changes: z.array(UndoneChange),
  /** Files that only have another name: two of the changes each. */
  renames: z.array(z.strictObject({ from: NonEmptyText, to: NonEmptyText })).optional(),
  /** True when programs ran: what anybody changed while they did cannot be told from what they changed. */
  ran_programs: z.boolean(),
  /** True when the run did something of which nothing was kept. */
  is_incomplete: z.boolean(),
});
export type RunUndoReport = z.infer<typeof RunUndoReport>;

/** What taking it back would come to, as things stand. */
export const RunUndoPreview = RunUndoReport.extend({
  /** The idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type RunUndoPreview = z.infer<typeof RunUndoPreview>;

const failureCodes = ['input.invalid', 'tool.nothing_to_undo', 'ledger.absent', 'ledger.folder_unusable', 'ledger.busy', 'ledger.read_only', 'path.denied', 'path.missing'];

export const runPreviewUndo = defineQuery({
  id: 'run.preview_undo',
  request: ['RunUndoRequest', RunUndoRequest],
  response: ['RunUndoPreview', RunUndoPreview],
  failureCodes,
  behaviours: {
    empty: 'A run that changed no file has nothing to take back, and says so.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Says when the run did something of which nothing was kept.',
    error: 'A file that cannot be looked at is named with the reason.',
  },
});

export const runUndo = defineCommand({
  id: 'run.undo',
  request: ['RunUndoRequest', RunUndoRequest],
  response: ['RunUndoReport', RunUndoReport],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'RunDiff'],
  failureCodes: [...failureCodes, 'operation.idempotency_key_missing', 'ledger.disk_full'],
  behaviours: {
    empty: 'A run that changed no file has nothing to take back, and says so.',
    blocked: 'A file that somebody changed after the run is left alone and named, unless it is forced.',
    degraded: 'Says when the run did something of which nothing was kept.',
    error: 'A file that cannot be put back is named with the reason; the others are put back all the same.',
  },
});
