import { ledgerPreviewRestore, ledgerRestore, type LedgerPresent, type LedgerRestored, type LedgerRestorePreview } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { grouped, type LedgerOptions } from './ledger-shown.ts';

export interface LedgerRestoreOptions extends LedgerOptions {
  readonly yes?: boolean;
}

/** Shows what would be replaced, and replaces it only when a person says so. */
export async function restoreLedger(surface: Surface, file: string, { tenant, json, yes }: LedgerRestoreOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const preview = await client.call(ledgerPreviewRestore, { tenant, file }, { signal });
  if (!preview.ok) return showFailure(surface, preview.error, asJson);
  const { present, backup, confirmation } = preview.value;
  await terminal.writeError(renderPreview(preview.value));
  if (yes !== true && !(await isConfirmed(surface))) {
    await terminal.writeError('Nothing was changed. Add --yes to restore without being asked.\n');
    return signal.aborted ? EXIT.interrupted : EXIT.failed;
  }
  const request = {
    tenant,
    file,
    present_position: present.state === 'readable' ? present.head.position : null,
    backup_position: backup.head.position,
  };
  const restored = await client.call(ledgerRestore, request, { signal, idempotencyKey: confirmation });
  if (!restored.ok) return showFailure(surface, restored.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(restored.value)}\n` : renderRestored(restored.value));
  return EXIT.ok;
}

/** Only a whole "yes" from a person at a terminal counts. */
async function isConfirmed({ terminal, signal }: Surface): Promise<boolean> {
  if (!terminal.isInteractive) return false;
  await terminal.writeError('Replace it? Type yes to go on: ');
  for await (const line of terminal.readLines(signal)) return line.trim().toLowerCase() === 'yes';
  return false;
}

function renderPreview({ tenant, present, backup }: LedgerRestorePreview): string {
  return [
    `Tenant ${tenant}, ${present.file}`,
    `  now:    ${presentText(present)}`,
    `  backup: entry ${grouped(backup.head.position)}, head ${backup.head.chain_hash.slice(0, 12)}…, ${backup.file}`,
    ...lossText(present, backup.head.position),
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

function lossText(present: LedgerPresent, backupPosition: number): string[] {
  const lost = present.state === 'readable' ? present.head.position - backupPosition : 0;
  return lost > 0 ? [`  ${lost === 1 ? 'One entry' : `${grouped(lost)} entries`} after the backup would no longer be in the ledger; the present files are kept aside.`] : [];
}

function renderRestored({ tenant, file, head, kept_aside }: LedgerRestored): string {
  return [
    `Restored tenant ${tenant} to entry ${grouped(head.position)} in ${file}.`,
    `Head ${head.chain_hash}`,
    kept_aside === null ? 'There was nothing to keep aside.' : `What was there is kept as ${kept_aside}.`,
    '',
  ].join('\n');
}
