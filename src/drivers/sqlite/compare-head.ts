import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { KeelsonError } from '../../kernel/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import type { HeadFile, HeadRecord } from './head-file.ts';
import { touchesOf } from './meta.ts';
import { createStreamNames } from './stream-names.ts';

export interface HeadComparison {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly head: HeadFile;
  /** The best head as it was read before the database: another process may go on writing meanwhile. */
  readonly best: HeadRecord | undefined;
  readonly acceptTailCut: boolean;
}

/** Refuses a database that is behind the head outside it, or that has another past; otherwise brings the head up to it. */
export function compareHead({ database, file, head, best, acceptTailCut }: HeadComparison): void {
  const entries = createEntryQueries(database, createStreamNames(database, file), file);
  const current: HeadRecord = { ...entries.head(), touches: touchesOf(database, file) };
  const fault = best === undefined ? undefined : headFault(file, best, current, (position) => entries.at(position)?.chain_hash);
  if (fault === undefined) return head.write(current);
  if (!acceptTailCut) throw fault;
  head.replace(current);
}

export function headFault(file: string, best: HeadRecord, current: HeadRecord, chainHashAt: (position: number) => string | undefined): KeelsonError | undefined {
  if (best.position > current.position || best.touches > current.touches) return tailCut(file, best, current.position);
  if (best.position === 0 || chainHashAt(best.position) === best.chainHash) return undefined;
  return new KeelsonError('ledger.head_mismatch', {
    message: `${basename(file)} holds another history than the head beside it: they differ at entry ${best.position}.`,
    nextStep: 'Put back the database that belongs to this head, restore a backup with `keelson ledger restore`, or accept this database explicitly.',
    data: { file, position: best.position },
  });
}

export function tailCut(file: string, { position }: HeadRecord, found: number): KeelsonError<'ledger.tail_cut'> {
  const what = position > found ? `it had reached entry ${position} and now ends at ${found}` : `changes made at entry ${position} are gone`;
  return new KeelsonError('ledger.tail_cut', {
    message: `${basename(file)} has lost its end: ${what}.`,
    nextStep: 'Put back the missing files, restore a backup with `keelson ledger restore`, or accept the loss explicitly.',
    data: { file, head: position, found },
  });
}
