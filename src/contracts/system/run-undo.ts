import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { NonEmptyText, RunId } from '../core/index.ts';
import { UndoneChange } from '../tools/index.ts';
import { LedgerTenant } from './ledger-tenant.ts';

export const RunUndoRequest = z.strictObject({
  tenant: LedgerTenant,
  run_id: RunId,
  /** Puts back also what somebody changed since. */
  force: z.boolean().default(false),
});
export type RunUndoRequest = z.infer<typeof RunUndoRequest>;

export const RunUndoReport = z.strictObject({
  run_id: RunId,
  workspace: NonEmptyText,
  changes: z.array(UndoneChange),
  /** True when the run did something of which nothing was kept. */
  is_incomplete: z.boolean(),
});
export type RunUndoReport = z.infer<typeof RunUndoReport>;

export const runUndo = defineCommand({
  id: 'run.undo',
  request: ['RunUndoRequest', RunUndoRequest],
  response: ['RunUndoReport', RunUndoReport],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'RunDiff'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'tool.nothing_to_undo', 'ledger.absent', 'ledger.folder_unusable', 'ledger.busy', 'ledger.read_only', 'path.denied'],
  behaviours: {
    empty: 'A run that changed no file has nothing to take back, and says so.',
    blocked: 'A file that somebody changed after the run is left alone and named, unless it is forced.',
    degraded: 'Says when the run did something of which nothing was kept.',
    error: 'A file that cannot be put back is named with the reason; the others are put back all the same.',
  },
});
