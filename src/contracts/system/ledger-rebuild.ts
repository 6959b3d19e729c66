import { z } from 'zod';
import { defineCommand, defineQuery, ReadModelKind } from '../commands/operation.ts';
import { CommandInstanceId, Count, Name, NonEmptyText } from '../core/index.ts';
import { LedgerProjectionState } from './ledger-stats.ts';
import { LedgerHead, LedgerResume, LedgerRunning, LedgerTenant } from './ledger-tenant.ts';

/** Without a projection all of them are meant. */
export const LedgerRebuildPreviewRequest = z.strictObject({ tenant: LedgerTenant, projection: NonEmptyText.optional() });
export type LedgerRebuildPreviewRequest = z.infer<typeof LedgerRebuildPreviewRequest>;

export const LedgerRebuildPreview = z.strictObject({
  tenant: Name,
  file: z.string(),
  head: LedgerHead,
  /** What would be folded, and where it stands; one that is not folded up to the head is gone on with. */
  projections: z.array(LedgerProjectionState),
  /** The idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type LedgerRebuildPreview = z.infer<typeof LedgerRebuildPreview>;

export const ledgerPreviewRebuild = defineQuery({
  id: 'ledger.preview_rebuild',
  request: ['LedgerRebuildPreviewRequest', LedgerRebuildPreviewRequest],
  response: ['LedgerRebuildPreview', LedgerRebuildPreview],
  failureCodes: ['input.invalid', 'ledger.absent', 'ledger.folder_unusable', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut', 'ledger.busy', 'ledger.read_only'],
  behaviours: {
    empty: 'Refuses where nothing has been recorded: there is nothing to fold.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'A projection that is not folded up to the head is shown with how far it is.',
    error: 'Says which projections there are when another one is named.',
  },
});

export const LedgerRebuildRequest = LedgerRebuildPreviewRequest.extend({ resume: LedgerResume.optional() });
export type LedgerRebuildRequest = z.infer<typeof LedgerRebuildRequest>;

export const LedgerRebuilt = z.strictObject({
  state: z.literal('done'),
  tenant: Name,
  file: z.string(),
  head: LedgerHead,
  /** What was folded, and where it stands now. */
  projections: z.array(LedgerProjectionState),
  /** Documents of these that did not say what the log says, as far as they could be compared before. */
  disagreed: Count,
});
export type LedgerRebuilt = z.infer<typeof LedgerRebuilt>;

export const LedgerRebuildReport = z.discriminatedUnion('state', [LedgerRunning, LedgerRebuilt]);
export type LedgerRebuildReport = z.infer<typeof LedgerRebuildReport>;

export const ledgerRebuild = defineCommand({
  id: 'ledger.rebuild',
  request: ['LedgerRebuildRequest', LedgerRebuildRequest],
  response: ['LedgerRebuildReport', LedgerRebuildReport],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: ReadModelKind.options,
  failureCodes: [
    'input.invalid',
    'operation.idempotency_key_missing',
    'operation.resume_unknown',
    'ledger.absent',
    'ledger.log_unsound',
    'ledger.projection_newer',
    'ledger.folder_unusable',
    'ledger.corrupt',
    'ledger.foreign_file',
    'ledger.newer_schema',
    'ledger.tail_cut',
    'ledger.busy',
    'ledger.disk_full',
    'ledger.read_only',
  ],
  behaviours: {
    empty: 'Refuses where nothing has been recorded: there is nothing to fold.',
    blocked: 'Refuses to fold from a log that does not verify, and the documents of a newer Keelson.',
    degraded: 'While a projection is being folded its documents are not handed out; what is folded when it stops is kept, and it goes on from there.',
    error: 'Shows the error with its code and what to do next; the log itself is never changed.',
  },
});
