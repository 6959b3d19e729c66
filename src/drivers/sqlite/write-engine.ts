/**
 * Decides and writes batches of requests, one transaction for each batch. Nothing is acknowledged before its commit has
 * succeeded; when that is in doubt, the append keys tell what really happened.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { KeelsonError } from '../../kernel/index.ts';
import type { Decider, EntryRow, LedgerRequest, StoreTime } from '../../ledger/index.ts';
import { createWriter, type Applied } from './apply-writes.ts';
import { createEntryQueries, type EntryQueries } from './entry-queries.ts';
import type { HeadFile } from './head-file.ts';
import { createKnownState, type KnownState } from './known-state.ts';
import { withLock } from './lock-attempts.ts';
import { setTouches } from './meta.ts';
import { connectWriter } from './open-database.ts';
import { SQLITE, sqliteCode, storageError, storageFailed, textOf } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';
import { failureOf, type Outcome } from './thread-protocol.ts';
import { sweepUnused } from './unused-blobs.ts';
import type { WriterHooks } from './writer-hooks.ts';

export interface WrittenBatch {
  /** One for each request. */
  readonly outcomes: Outcome[];
  /** False when nothing can have changed. */
  readonly hasWritten: boolean;
}

export interface WriteEngine {
  /** The time is asked for once the lock is held, which may take a while. */
  transact(requests: readonly LedgerRequest[], time: () => StoreTime): WrittenBatch;
  sweep(olderThanMs: number, time: () => StoreTime): number;
  writeBack(): void;
  /** Notes outside the database how far it has come, after the answers are on their way; says whether there was anything to note. What fails can be tried again. */
  noteHead(): boolean;
  /** Also when the store was given up. */
  close(): void;
}

export interface EnginePorts {
  readonly file: string;
  readonly database: DatabaseSync;
  readonly head: HeadFile;
  readonly decider: Decider;
  readonly hooks?: WriterHooks;
}

interface Connection {
  readonly database: DatabaseSync;
  readonly entries: EntryQueries;
  readonly state: KnownState;
  readonly write: ReturnType<typeof createWriter>;
  readonly begin: () => void;
  readonly commit: () => void;
  readonly rollBack: () => void;
}

export function createWriteEngine({ file, database, head, decider, hooks = {} }: EnginePorts): WriteEngine {
  let connection = connectionOf(database, file);
  /** Once set, the store no longer knows what is on disk; it has to be opened again. */
  let lost: KeelsonError | undefined;
  let headIsBehind = false;

  const replay = (request: LedgerRequest): Outcome | undefined => {
    if (request.append === null) return undefined;
    const before: EntryRow[] = connection.entries.appended(request.append.key);
    return before.length === 0 ? undefined : { reply: decider.replay(request, before) };
  };

  /** A refusal concerns this request only; everything else that is thrown ends the batch. */
  const decide = (request: LedgerRequest, time: StoreTime): { outcome: Outcome; applied: Applied | 'refused' } => {
    let decision;
    try {
      decision = decider.decide(request, connection.state.facts(decider.plan(request), time));
    } catch (error) {
      if (endsBatch(error)) throw error;
      return { outcome: answerOf(() => replay(request) ?? { failure: failureOf(known(error, file)) }, file), applied: 'refused' };
    }
    const applied = connection.write(decision.writes, time.wallMs);
    if (applied !== 'key_taken') return { outcome: { reply: decision.reply }, applied };
    return { outcome: answerOf(() => replay(request) ?? { failure: failureOf(storageFailed(file, 'a key was taken and is gone')) }, file), applied };
  };

  const run = (requests: readonly LedgerRequest[], time: StoreTime): WrittenBatch => {
    const before = connection.state.head();
    let hasWritten = false;
    const outcomes = requests.map((request) => {
      const { outcome, applied } = decide(request, time);
      hasWritten ||= applied === 'written';
      return outcome;
    });
    if (hasWritten && connection.state.head().position === before.position) setTouches(connection.database, connection.state.noteTouch());
    headIsBehind ||= hasWritten;
    return { outcomes, hasWritten };
  };

  const commitAll = <Result extends { readonly hasWritten: boolean }>(work: () => Result): Result => {
    connection.state.refresh();
    const result = work();
    if (!result.hasWritten) {
      connection.rollBack();
      return result;
    }
    connection.state.writeRecords();
    hooks.beforeCommit?.();
    connection.commit();
    hooks.afterCommit?.();
    return result;
  };

  const begin = (): void => {
    hooks.beforeBegin?.();
    withLock(file, connection.begin);
  };

  /** Brings the connection back to what is really on disk, or gives the store up. */
  const settle = (error: unknown): void => {
    rollBack(connection.database);
    connection.state.forget();
    if (!isAmbiguous(error) && !connection.database.isTransaction) return;
    try {
      connection.database.close();
      connection = connectionOf(withLock(file, () => connectWriter(file)), file);
      withLock(file, () => checkpoint(connection.database));
    } catch (again) {
      lost = storageFailed(file, `${textOf(error)}; and then: ${textOf(again)}`, again);
    }
  };

  return {
    transact(requests, time) {
      const refuseAll = (error: KeelsonError): WrittenBatch => ({ outcomes: requests.map(() => ({ failure: error.toBody() })), hasWritten: false });
      if (lost !== undefined) return refuseAll(lost);
      try {
        begin();
      } catch (error) {
        return refuseAll(storageError(file, error));
      }
      try {
        return commitAll(() => run(requests, time()));
      } catch (error) {
        settle(error);
        const failure: Outcome = { failure: failureOf(lost ?? known(error, file)) };
        const outcomes = requests.map((request) => (lost === undefined ? answerOf(() => replay(request) ?? failure, file) : failure));
        return { outcomes, hasWritten: true };
      }
    },
    sweep(olderThanMs, time) {
      if (lost !== undefined) throw lost;
      begin();
      try {
        return commitAll(() => {
          const dropped = sweepUnused(connection.database, time().wallMs - olderThanMs);
          if (dropped > 0) setTouches(connection.database, connection.state.noteTouch());
          headIsBehind ||= dropped > 0;
          return { dropped, hasWritten: dropped > 0 };
        }).dropped;
      } catch (error) {
        settle(error);
        throw known(error, file);
      }
    },
    writeBack() {
      if (lost !== undefined) throw lost;
      try {
        withLock(file, () => checkpoint(connection.database));
      } catch (error) {
        throw known(error, file);
      }
    },
    noteHead() {
      if (!headIsBehind || lost !== undefined) return false;
      hooks.beforeHead?.();
      head.write(connection.state.head());
      headIsBehind = false;
      hooks.afterHead?.();
      return true;
    },
    close() {
      if (connection.database.isOpen) connection.database.close();
    },
  };
}

function connectionOf(database: DatabaseSync, file: string): Connection {
  const names = createStreamNames(database, file);
  const entries = createEntryQueries(database, names, file);
  const state = createKnownState(database, entries, names, file);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollBack = database.prepare('ROLLBACK');
  return {
    database,
    entries,
    state,
    write: createWriter({ database, names, entries, state, file }),
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    rollBack: () => void rollBack.run(),
  };
}

/** Before anything was written, a damaged page is told to whoever met it; other faults of the disk end the batch. */
function endsBatch(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && code !== SQLITE.corrupt;
}

/** A failure of the storage in our words; a refusal and a defect as they are. */
function known(error: unknown, file: string): unknown {
  return sqliteCode(error) === undefined ? error : storageError(file, error);
}

function answerOf(answer: () => Outcome, file: string): Outcome {
  try {
    return answer();
  } catch (error) {
    return { failure: failureOf(known(error, file)) };
  }
}

/** A full disk is met while writing, before anything counts as committed; a damaged page or a defect, before the commit. */
function isAmbiguous(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && code !== SQLITE.full && code !== SQLITE.corrupt && code !== SQLITE.constraint;
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {
    // Whoever asked looks whether the transaction is still open.
  }
}

/** What can be read afterwards is really on disk. */
function checkpoint(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (row?.['busy'] !== 0) throw Object.assign(new RangeError('the write-ahead log is in use'), { errcode: SQLITE.busy });
}

