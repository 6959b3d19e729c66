import { ledgerVerify, type LedgerFault, type LedgerVerified } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import type { Surface } from '../surface.ts';
import { counted, endUnprovenLines, fileMistake, finishLongWork, grouped, showMistake, tenantMistake, type LedgerOptions } from './ledger-shown.ts';

export interface LedgerVerifyOptions extends LedgerOptions {
  readonly file?: string;
}

/** Verifies a tenant's ledger, or a backup. */
export async function verifyLedger(surface: Surface, { tenant, json, file }: LedgerVerifyOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant), ...(file === undefined ? [] : [fileMistake(file)])], asJson);
  if (mistaken !== undefined) return mistaken;
  const finished = await finishLongWork(surface, {
    doing: 'Verifying',
    asJson,
    ask: (resume) => surface.client.call(ledgerVerify, { tenant, ...(file !== undefined && { file }), ...(resume !== undefined && { resume }) }, { signal: surface.signal }),
  });
  if ('exitCode' in finished) return finished.exitCode;
  const { report } = finished;
  const { terminal } = surface;
  await terminal.writeOut(asJson ? `${JSON.stringify(report)}\n` : renderVerified(report, terminal.columns, style(terminal.colour)));
  return report.faults.length === 0 ? EXIT.ok : EXIT.failed;
}

export function renderVerified(report: LedgerVerified, columns: number, paint: Style): string {
  const faults = report.faults.map((fault) => renderFault(fault, columns, paint)).join('');
  const erased = report.erased === 0 ? '' : ` (${grouped(report.erased)} of them erased)`;
  const summary = [
    `${report.tenant === null ? `Backup ${report.file}` : `Tenant ${report.tenant}`}: ${counted(report.entries, 'entry', 'entries')}${erased}, ${counted(report.documents, 'document')} and ${counted(report.blobs, 'blob')} checked.`,
    `Head ${grouped(report.head.position)}, ${report.head.chain_hash}`,
    ...report.projections_not_compared.map((name) => `Not compared: the documents of "${name}", which are not folded up to the head; \`keelson ledger rebuild ${name}\` folds them.`),
    ...(report.is_whole ? [] : ['There are so many faults that the rest was not looked at.']),
    ...endUnprovenLines(report.end_unproven, '', columns, paint),
    verdict(report.faults.length, paint),
  ];
  return `${faults}${faults === '' ? '' : '\n'}${summary.join('\n')}\n`;
}

function verdict(faults: number, paint: Style): string {
  if (faults === 0) return paint.green('No fault was found.');
  return paint.red(faults === 1 ? 'One fault was found.' : `${grouped(faults)} faults were found.`);
}

function renderFault({ code, position, subject, detail, means, what_to_do }: LedgerFault, columns: number, paint: Style): string {
  const at = position === null ? '' : ` at entry ${grouped(position)}`;
  return [`${paint.red(code)}${at} (${subject}): ${detail}`, wrapText(means, columns, '    '), wrapText(what_to_do, columns, '    ')].join('\n') + '\n';
}
