import { ledgerStats, type LedgerClockBehind, type LedgerCounted } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import type { Surface } from '../surface.ts';
import { bytesText, counted, endUnprovenLines, finishLongWork, grouped, showAbsent, showMistake, tenantMistake, type LedgerOptions } from './ledger-shown.ts';

export async function showLedgerStats(surface: Surface, { tenant, json }: LedgerOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant)], asJson);
  if (mistaken !== undefined) return mistaken;
  const finished = await finishLongWork(surface, {
    doing: 'Counting',
    asJson,
    ask: (resume) => surface.client.call(ledgerStats, { tenant, ...(resume !== undefined && { resume }) }, { signal: surface.signal }),
  });
  if ('exitCode' in finished) return finished.exitCode;
  const { report } = finished;
  if (report.state === 'absent') return showAbsent(surface, report, asJson);
  const { terminal } = surface;
  await terminal.writeOut(asJson ? `${JSON.stringify(report)}\n` : renderStats(report, terminal.columns, style(terminal.colour)));
  return EXIT.ok;
}

export function renderStats(report: LedgerCounted, columns: number, paint: Style): string {
  const lines = [
    paint.bold(`Tenant ${report.tenant} in ${report.file}`),
    `  ${counted(report.head.position, 'event')} in ${counted(report.streams, 'stream')}, ${counted(report.documents, 'document')}, ${counted(report.blobs, 'blob')}, ${bytesText(report.bytes)}`,
    ...(report.erased === 0 ? [] : [`  ${counted(report.erased, 'payload')} erased`]),
    ...(report.first_at === null || report.last_at === null ? [] : [`  from ${report.first_at} to ${report.last_at}`]),
    `  head ${report.head.chain_hash}`,
    ...(report.clock === null ? [] : [paint.yellow(clockLine(report.clock))]),
    ...endUnprovenLines(report.end_unproven, '  ', columns, paint),
    ...table(
      ['stream kind', 'streams', 'events'],
      report.kinds.map(({ aggregate, streams, events }) => [aggregate, grouped(streams), grouped(events)]),
    ),
    ...table(
      ['event type', 'events', 'erased', 'payloads'],
      report.types.map(({ type, events, erased, payload_bytes }) => [type, grouped(events), grouped(erased), bytesText(payload_bytes)]),
    ),
    ...table(
      ['projection', 'version', 'folded to'],
      report.projections.map(({ name, version, stored_version, folded_to }) => [name, versionText(version, stored_version), grouped(folded_to)]),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function versionText(version: number, stored: number | null): string {
  if (stored === null) return `${version}, never folded`;
  return stored === version ? String(version) : `${version}, stored ${stored}`;
}

const MS_PER_SECOND = 1_000;

function clockLine({ code, now, last_recorded_at, behind_ms }: LedgerClockBehind): string {
  return (
    `  The clock of this machine (${now}) is ${grouped(Math.ceil(behind_ms / MS_PER_SECOND))} s behind the last event (${last_recorded_at}); ` +
    `set it before you go on, or new events will seem older than old ones. [${code}]`
  );
}

/** The first column is aligned left, the others right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return ['', `  ${line(head)}`, ...rows.map((row) => `  ${line(row)}`)];
}
