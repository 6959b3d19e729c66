import { z } from 'zod';
import { defineCommand, defineQuery, ReadModelKind } from '../commands/operation.ts';
import { CommandInstanceId, Count, Name, Timestamp } from '../core/index.ts';
import { LedgerHead, LedgerTenant } from './ledger-tenant.ts';

/** What the head beside a database says is no longer in it. */
export const LedgerLoss = z.discriminatedUnion('kind', [
  /** It had reached `reached` and now ends at `found`; with both alike, only changes without an entry are gone. */
  z.strictObject({ kind: z.literal('tail_cut'), reached: Count, found: Count }),
  /** From this entry on at the latest it is another log than the head knew. */
  z.strictObject({ kind: z.literal('other_history'), differs_at: Count }),
]);
export type LedgerLoss = z.infer<typeof LedgerLoss>;

export const LedgerLossPreviewRequest = z.strictObject({ tenant: LedgerTenant });
export type LedgerLossPreviewRequest = z.infer<typeof LedgerLossPreviewRequest>;

export const LedgerLossPreview = z.strictObject({
  tenant: Name,
  file: z.string(),
  loss: LedgerLoss,
  /** What is wrong, in words. */
  detail: z.string(),
  /** Confirms exactly this loss: the idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type LedgerLossPreview = z.infer<typeof LedgerLossPreview>;

export const ledgerPreviewLoss = defineQuery({
  id: 'ledger.preview_loss',
  request: ['LedgerLossPreviewRequest', LedgerLossPreviewRequest],
  response: ['LedgerLossPreview', LedgerLossPreview],
  failureCodes: ['input.invalid', 'ledger.absent', 'ledger.nothing_lost', 'ledger.folder_unusable', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.busy', 'ledger.read_only'],
  behaviours: {
    empty: 'Says that there is no ledger, or that it has lost nothing.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'None: the loss is known from the head or it is not.',
    error: 'A ledger that cannot be opened for another reason is answered with that reason.',
  },
});

export const LedgerAcceptLossRequest = z.strictObject({
  tenant: LedgerTenant,
  /** The loss that the person was shown. Refused when it is another one now. */
  loss: LedgerLoss,
});
export type LedgerAcceptLossRequest = z.infer<typeof LedgerAcceptLossRequest>;

export const LedgerLossAccepted = z.strictObject({
  tenant: Name,
  file: z.string(),
  loss: LedgerLoss,
  head: LedgerHead,
  accepted_at: Timestamp,
  /** The file beside the ledger that says what was lost and accepted. */
  record: z.string(),
});
export type LedgerLossAccepted = z.infer<typeof LedgerLossAccepted>;

export const ledgerAcceptLoss = defineCommand({
  id: 'ledger.accept_loss',
  request: ['LedgerAcceptLossRequest', LedgerAcceptLossRequest],
  response: ['LedgerLossAccepted', LedgerLossAccepted],
  durableWrite: 'required',
  policyChecks: ['person_confirmed_loss'],
  invalidates: ReadModelKind.options,
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'ledger.absent', 'ledger.nothing_lost', 'ledger.loss_outdated', 'ledger.folder_unusable', 'ledger.busy', 'ledger.corrupt', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'Refuses where there is no ledger, and where nothing was lost.',
    blocked: 'Refuses without a confirmation, and when the loss is not the one that was shown.',
    degraded: 'None: the ledger is taken as it is, or it stays refused.',
    error: 'Says what is wrong; the files stay as they were.',
  },
});
