import { constants, copyFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { KeelsonError } from '../../kernel/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import type { HeadRecord } from './head-file.ts';
import { touchesOf } from './meta.ts';
import { createStreamNames } from './stream-names.ts';

export interface HeadComparison {
  readonly database: DatabaseSync;
  readonly file: string;
  /** The best head as it was read before the database: another process may go on writing meanwhile. */
  readonly best: HeadRecord | undefined;
  readonly acceptTailCut: boolean;
}

export interface ComparedHead {
  /** Where the database is. */
  readonly current: HeadRecord;
  /** The head outside says something else, which was accepted. */
  readonly isLossAccepted: boolean;
}

/** Refuses a database that is behind the head outside it, or that has another past, and changes neither. */
export function compareHead({ database, file, best, acceptTailCut }: HeadComparison): ComparedHead {
  const entries = createEntryQueries(database, createStreamNames(database, file), file);
  const current: HeadRecord = { ...entries.head(), touches: touchesOf(database, file) };
  if (best === undefined) return { current, isLossAccepted: false };
  const fault = headFault(file, best, current, (position) => entries.at(position)?.chain_hash);
  if (fault === undefined) return { current, isLossAccepted: false };
  keepCutLog(file, best);
  if (!acceptTailCut) throw fault;
  return { current, isLossAccepted: true };
}

/** What is missing may still stand in the write-ahead log, which goes with the last connection: a copy is kept, once. */
export function keepCutLog(file: string, { position }: HeadRecord): void {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  try {
    copyFileSync(log, `${log}.cut-${position}`, constants.COPYFILE_EXCL);
  } catch {
    // It is there already, or there is no space for it; the loss is told in either case.
  }
}

export function headFault(file: string, best: HeadRecord, current: HeadRecord, chainHashAt: (position: number) => string | undefined): KeelsonError | undefined {
  if (best.position > current.position || best.touches > current.touches) return tailCut(file, best, current.position);
  if (best.position === 0 || chainHashAt(best.position) === best.chainHash) return undefined;
  return new KeelsonError('ledger.head_mismatch', {
    message: `${basename(file)} holds another history than the head beside it: they differ at entry ${best.position}.`,
    nextStep: 'Put back the database that belongs to this head, restore a backup with `keelson ledger restore`, or keep what there is with `keelson ledger accept-loss`.',
    data: { file, position: best.position },
  });
}

export function tailCut(file: string, { position }: HeadRecord, found: number): KeelsonError<'ledger.tail_cut'> {
  const what = position > found ? `it had reached entry ${position} and now ends at ${found}` : `changes made at entry ${position} are gone`;
  return new KeelsonError('ledger.tail_cut', {
    message: `${basename(file)} has lost its end: ${what}.`,
    nextStep: 'Put back the missing files, restore a backup with `keelson ledger restore`, or keep what there is with `keelson ledger accept-loss`.',
    data: { file, head: position, found },
  });
}
