import { ledgerBackup, type LedgerBackup } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { bytesText, fileMistake, grouped, showLedgerFailure, showMistake, tenantMistake, type LedgerOptions } from './ledger-shown.ts';

export async function backUpLedger(surface: Surface, file: string, { tenant, json }: LedgerOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant), fileMistake(file)], asJson);
  if (mistaken !== undefined) return mistaken;
  const outcome = await surface.client.call(ledgerBackup, { tenant, file }, { signal: surface.signal });
  if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
  await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderBackup(outcome.value));
  return EXIT.ok;
}

function renderBackup({ tenant, file, head, bytes }: LedgerBackup): string {
  return [
    `Wrote and verified ${file}: tenant ${tenant} up to entry ${grouped(head.position)}, ${bytesText(bytes)}.`,
    `Head ${head.chain_hash}`,
    `To restore it: keelson ledger restore ${quoted(file)}${tenant === 'default' ? '' : ` --tenant ${tenant}`}`,
    '',
  ].join('\n');
}

/** A line to copy must survive the shell it is pasted into. */
function quoted(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
