import { ledgerAcceptLoss, ledgerPreviewLoss, type LedgerLoss, type LedgerLossAccepted, type LedgerLossPreview } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { grouped, isConfirmed, showLedgerFailure, showMistake, showUnconfirmed, tenantMistake, type LedgerOptions } from './ledger-shown.ts';

export interface LedgerAcceptLossOptions extends LedgerOptions {
  readonly yes?: boolean;
}

/** The way on for a ledger that has lost its end and of which there is no backup: says what is lost, and takes it so. */
export async function acceptLedgerLoss(surface: Surface, { tenant, json, yes }: LedgerAcceptLossOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant)], asJson);
  if (mistaken !== undefined) return mistaken;
  const preview = await client.call(ledgerPreviewLoss, { tenant }, { signal });
  if (!preview.ok) return showLedgerFailure(surface, preview.error, asJson);
  const { loss, confirmation } = preview.value;
  await terminal.writeError(renderLoss(preview.value));
  if (yes !== true && !(await isConfirmed(surface, 'Go on without it?'))) return showUnconfirmed(surface, { operation: 'ledger.accept_loss', toDo: 'accept the loss' }, asJson);
  const accepted = await client.call(ledgerAcceptLoss, { tenant, loss }, { signal, idempotencyKey: confirmation });
  if (!accepted.ok) return showLedgerFailure(surface, accepted.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(accepted.value)}\n` : renderAccepted(accepted.value));
  return EXIT.ok;
}

function renderLoss({ tenant, detail, loss }: LedgerLossPreview): string {
  return `Tenant ${tenant}: ${detail}\n  Lost for good: ${lossText(loss)}.\n  A backup may still hold it: keelson ledger restore FILE\n`;
}

function lossText(loss: LedgerLoss): string {
  if (loss.kind === 'other_history') return `the log that had entry ${grouped(loss.differs_at)} as the head knew it, from there on at the latest`;
  const { reached, found } = loss;
  if (reached === found) return `changes made at entry ${grouped(reached)}`;
  return reached === found + 1 ? `entry ${grouped(reached)}` : `entries ${grouped(found + 1)} to ${grouped(reached)}`;
}

function renderAccepted({ tenant, file, loss, head, record }: LedgerLossAccepted): string {
  return [`Tenant ${tenant} goes on from entry ${grouped(head.position)} in ${file}, without ${lossText(loss)}.`, `Head ${head.chain_hash}`, `This is recorded in ${record}.`, ''].join('\n');
}
