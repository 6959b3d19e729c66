import type { AuditHead, AuditLine } from '../contracts/index.ts';
import { parseOr, segmentName, segmentsIn, STATS_FILE, wholeLines } from './audit-files.ts';
import { foldLine, newFigures, readFigures, storedFigures, type Figures } from './fold.ts';
import { readLine } from './line.ts';
import type { AuditFolder } from './ports.ts';
import { beginWindow, readReport, reportNumbers } from './report.ts';

/**
 * The figures up to the head. They are written after the head, so a process that dies may leave them behind it; then the
 * lines in between are folded in, and where nothing can be read at all, every line is. Only under the lock.
 */
export async function loadFigures(folder: AuditFolder, head: AuditHead): Promise<Figures> {
  const stored = readFigures(parseOr((await folder.read(STATS_FILE)) ?? ''));
  const numbers = await reportNumbers(folder);
  const isCurrent = stored !== undefined && stored.sequence <= head.sequence && stored.reports >= (numbers.at(-1) ?? 0);
  const figures = isCurrent ? stored : newFigures(head.began_at);
  if (figures.sequence < head.sequence) await foldFromFiles(folder, figures, head.sequence, isCurrent ? [] : numbers);
  // An audit that was begun again has a sequence before its first line.
  figures.sequence = head.sequence;
  figures.hash = head.hash;
  return figures;
}

export async function saveFigures(folder: AuditFolder, figures: Figures): Promise<void> {
  await folder.replace(STATS_FILE, `${JSON.stringify(storedFigures(figures))}\n`, { durably: false });
}

/** Folds what is on the disk; where a report stands, the window of before ends there too. */
async function foldFromFiles(folder: AuditFolder, figures: Figures, until: number, reports: readonly number[]): Promise<void> {
  const due = [...reports];
  let next = due.length === 0 ? undefined : await readReport(folder, due.shift() ?? 0);
  for await (const line of linesIn(folder, figures.sequence)) {
    if (line.sequence > until) return;
    while (next !== undefined && next.audit_sequence < line.sequence) {
      beginWindow(figures, next);
      next = due.length === 0 ? undefined : await readReport(folder, due.shift() ?? 0);
    }
    foldLine(figures, line);
  }
  for (; next !== undefined; next = due.length === 0 ? undefined : await readReport(folder, due.shift() ?? 0)) beginWindow(figures, next);
}

/** The lines behind a sequence, in order, as far as they can be read: what cannot is told of by the verification. */
async function* linesIn(folder: AuditFolder, after: number): AsyncGenerator<AuditLine> {
  for (const segment of await segmentsAfter(folder, after)) {
    for (const text of wholeLines((await folder.read(segmentName(segment))) ?? '')) {
      const read = readLine(text);
      if (read.ok && read.line.sequence > after) yield read.line;
    }
  }
}

/** From the segment on whose first line is not behind the sequence; most often only the last one. */
async function segmentsAfter(folder: AuditFolder, after: number): Promise<number[]> {
  const all = await segmentsIn(folder);
  for (let at = all.length - 1; at > 0; at -= 1) {
    const [first] = wholeLines((await folder.read(segmentName(all[at] ?? 0))) ?? '');
    const read = first === undefined ? undefined : readLine(first);
    if (read?.ok === true && read.line.sequence <= after + 1) return all.slice(at);
  }
  return all;
}

