import { ledgerAcceptLoss, ledgerPreviewLoss, type LedgerLoss, type Name } from '../contracts/index.ts';
import { canonicalJson, hasCode, invariant, KeelsonError, timestamp, type Clock, type Ids } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import { headOf } from './ledger-verify.ts';

/** Serves `ledger.preview_loss`: what a ledger has lost that is refused for it. */
export function ledgerPreviewLossBinding(admin: LedgerAdmin, { ids }: { readonly ids: Ids }): Binding {
  return bind(ledgerPreviewLoss, async ({ tenant }) => {
    const { loss, detail } = await lossOf(admin, tenant);
    return { tenant, file: admin.fileOf(tenant), loss, detail, confirmation: ids.mint('cmd') };
  });
}

/** Serves `ledger.accept_loss`. Only the very loss that was shown is accepted. */
export function ledgerAcceptLossBinding(admin: LedgerAdmin, { clock }: { readonly clock: Clock }): Binding {
  return bind(ledgerAcceptLoss, async ({ tenant, loss }, { idempotencyKey }) => {
    invariant(idempotencyKey !== undefined, 'the dispatcher demands a key');
    const before = await admin.acceptedLoss(tenant, idempotencyKey);
    const { record, ...accepted } = before ?? (await accept(admin, tenant, loss, { key: idempotencyKey, clock }));
    const store = await admin.open(tenant);
    invariant(store !== undefined, 'what was accepted is open');
    return { tenant, file: admin.fileOf(tenant), loss: accepted.loss, head: headOf(await store.head()), accepted_at: accepted.acceptedAt, record };
  });
}

async function accept(admin: LedgerAdmin, tenant: Name, shown: LedgerLoss, { key, clock }: { readonly key: string; readonly clock: Clock }) {
  const { loss } = await lossOf(admin, tenant);
  if (canonicalJson(loss) !== canonicalJson(shown)) {
    throw new KeelsonError('ledger.loss_outdated', {
      message: `What the ledger of tenant ${tenant} has lost is not what was confirmed; nothing was changed.`,
      nextStep: 'Look again at what is lost, and confirm that.',
      data: { tenant },
    });
  }
  const accepted = { loss, acceptedAt: timestamp(clock) };
  return { ...accepted, record: await admin.acceptLoss(tenant, key, accepted) };
}

async function lossOf(admin: LedgerAdmin, tenant: Name): Promise<{ readonly loss: LedgerLoss; readonly detail: string }> {
  const file = admin.fileOf(tenant);
  try {
    if ((await admin.open(tenant)) === undefined) throw ledgerAbsent(tenant, file, 'accept');
  } catch (error) {
    if (hasCode(error, 'ledger.tail_cut')) return { loss: { kind: 'tail_cut', reached: error.data.head, found: error.data.found }, detail: error.message };
    if (hasCode(error, 'ledger.head_mismatch')) return { loss: { kind: 'other_history', differs_at: error.data.position }, detail: error.message };
    throw error;
  }
  throw new KeelsonError('ledger.nothing_lost', {
    message: `The ledger of tenant ${tenant} (${file}) has lost nothing, so there is nothing to accept.`,
    nextStep: 'Go on as usual; `keelson ledger verify` checks it whole.',
    data: { tenant, file },
  });
}
