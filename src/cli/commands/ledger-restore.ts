import { ledgerPreviewRestore, ledgerRestore, type LedgerPresent, type LedgerRestored, type LedgerRestorePreview } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { counted, fileMistake, grouped, isConfirmed, showLedgerFailure, showMistake, showUnconfirmed, tenantMistake, type LedgerOptions } from './ledger-shown.ts';

export interface LedgerRestoreOptions extends LedgerOptions {
  readonly yes?: boolean;
  readonly otherLog?: boolean;
}

/** Shows what would be replaced, and replaces it only when a person says so. */
export async function restoreLedger(surface: Surface, file: string, { tenant, json, yes, otherLog }: LedgerRestoreOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant), fileMistake(file)], asJson);
  if (mistaken !== undefined) return mistaken;
  const asked = { tenant, file, accept_other_log: otherLog === true };
  const preview = await client.call(ledgerPreviewRestore, asked, { signal });
  if (!preview.ok) return showLedgerFailure(surface, preview.error, asJson);
  const { present, backup, confirmation } = preview.value;
  await terminal.writeError(renderPreview(preview.value));
  if (yes !== true && !(await isConfirmed(surface, 'Replace it?'))) return showUnconfirmed(surface, { operation: 'ledger.restore', toDo: 'restore' }, asJson);
  const request = { ...asked, present_head: present.state === 'readable' ? present.head : null, backup_head: backup.head };
  const restored = await client.call(ledgerRestore, request, { signal, idempotencyKey: confirmation });
  if (!restored.ok) return showLedgerFailure(surface, restored.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(restored.value)}\n` : renderRestored(restored.value));
  return EXIT.ok;
}

function renderPreview(preview: LedgerRestorePreview): string {
  const { tenant, present, backup } = preview;
  return [
    `Tenant ${tenant}, ${present.file}`,
    `  now:    ${presentText(present)}`,
    `  backup: entry ${grouped(backup.head.position)}, head ${backup.head.chain_hash.slice(0, 12)}…, ${backup.file}`,
    ...lossLines(preview).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

function presentText(present: LedgerPresent): string {
  switch (present.state) {
    case 'absent':
      return 'nothing has been recorded yet';
    case 'readable':
      return `entry ${grouped(present.head.position)}, head ${present.head.chain_hash.slice(0, 12)}…`;
    case 'unreadable':
      return `cannot be read: ${present.detail} [${present.code}]`;
  }
}

function lossLines({ present, history, loss }: LedgerRestorePreview): string[] {
  const { entries, counter_events, erased_again } = loss;
  if (present.state === 'unreadable') return ['What was erased after the backup was made cannot be seen, and would be there again: erase it anew after the restore.'];
  return [
    ...(history === 'other' ? ['The backup is of another log: nothing of the present one would be left.'] : []),
    ...(entries === 0 ? [] : [`${entries === 1 ? 'One entry' : `${grouped(entries)} entries`} ${history === 'other' ? 'in all' : 'after the backup'} would no longer be in the ledger; the present files are kept aside.`]),
    ...(counter_events === 0 ? [] : [`${grouped(counter_events)} of these ${counter_events === 1 ? 'says' : 'say'} what was allowed, reserved or spent: budgets would not know of it.`]),
    ...(erased_again === 0 ? [] : [`${counted(erased_again, 'payload')} erased since the backup would be erased again.`]),
  ];
}

function renderRestored({ tenant, file, head, kept_aside, erased_again }: LedgerRestored): string {
  return [
    `Restored tenant ${tenant} to entry ${grouped(head.position)} in ${file}.`,
    `Head ${head.chain_hash}`,
    ...(erased_again === 0 ? [] : [`Erased again: ${counted(erased_again, 'payload')} that ${erased_again === 1 ? 'was' : 'were'} erased after the backup was made.`]),
    kept_aside === null ? 'There was nothing to keep aside.' : `What was there is kept as ${kept_aside}.`,
    '',
  ].join('\n');
}
