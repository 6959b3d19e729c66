import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFiles, type OpenOptions } from '../../src/drivers/sqlite/open-database.ts';
import type { Outcome } from '../../src/drivers/sqlite/thread-protocol.ts';
import { createWriteEngine, type WriteEngine } from '../../src/drivers/sqlite/write-engine.ts';
import type { WriterHooks } from '../../src/drivers/sqlite/writer-hooks.ts';
import { canonicalJson, sha256Hex } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createDecider, eventHeader, requestOf, type LedgerOperation, type LedgerReply, type LedgerRequest, type StoreTime } from '../../src/ledger/index.ts';

export const TIME: StoreTime = { epoch: 'boot', monotonicMs: 1_000, wallMs: 1_800_000_000_000 };

/** In memory where the system has such a place: what survives a power cut is not what these tests ask. */
const MEMORY = '/dev/shm';

export function temporaryFolder(): string {
  return mkdtempSync(join(realpathSync(existsSync(MEMORY) ? MEMORY : tmpdir()), 'keelson-sqlite-'));
}

/** Folders that a test file makes and leaves empty-handed. */
export function temporaryFolders(): { make(): string; removeAll(): void } {
  const folders: string[] = [];
  return {
    make() {
      const folder = temporaryFolder();
      folders.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of folders.splice(0)) if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  };
}

/** An append of one message, as the log prepares it. */
export function messageRequest(key: string, text: string, session = 's1'): LedgerRequest {
  const payload = canonicalJson({ session_id: session, role: 'person', text });
  const header = eventHeader({
    eventId: 'evt_01JCQZ9Y5D0000000000000001' as never,
    type: 'session.message_recorded',
    version: 1,
    aggregate: 'session',
    aggregateId: session,
    recordedAt: '2026-11-15T09:00:00.000Z',
    actor: 'mother',
    governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false },
    payloadHash: sha256Hex(payload),
  });
  const event = { stream: `session/${session}`, type: 'session.message_recorded', header, payload };
  return { append: { key, contentHash: sha256Hex(payload) }, fences: [], expected: [], events: [event], operations: [] };
}

/** A request that changes a record and appends nothing. */
export function leaseRequest(lease: string): LedgerRequest {
  return { append: null, fences: [], expected: [], events: [], operations: [{ kind: 'lease.acquire', lease, owner: 'me', ttlMs: 60_000 }] };
}

function putOf(text: string, parts?: readonly string[]): LedgerOperation {
  const content = new TextEncoder().encode(text);
  return { kind: 'blob.put', blob: { sha256: sha256Hex(content), bytes: content.length, content: parts?.map((part) => sha256Hex(part)) ?? content } };
}

export function blobRequest(text: string): LedgerRequest {
  return requestOf(putOf(text));
}

/** A blob of two parts, which is there under the hash of the text. */
export function inPartsRequest(...parts: readonly [string, string]): LedgerRequest {
  return { ...blobRequest(''), operations: [...parts.map((part) => putOf(part)), putOf(parts.join(''), parts)] };
}

export interface EngineBench {
  readonly file: string;
  readonly engine: WriteEngine;
  transact(...requests: LedgerRequest[]): Outcome[];
  close(): void;
}

/** The writer without its thread. */
export function openEngine(file: string, hooks: WriterHooks = {}, options: Partial<OpenOptions> = {}): EngineBench {
  const files = openFiles({ file, setup: BUILTIN_SETUP, ...options });
  hooks.opened?.(files.database);
  const engine = createWriteEngine({ file, ...files, decider: createDecider(BUILTIN_SETUP), hooks });
  return {
    file,
    engine,
    transact(...requests) {
      const { outcomes } = engine.transact(requests, () => TIME);
      engine.noteHead();
      return outcomes;
    },
    close() {
      engine.close();
      files.head.leave(files.opener);
      files.head.close();
    },
  };
}

/** A closed ledger of this many messages. */
export function ledgerOf(folder: string, messages: number): string {
  const file = join(folder, 'ledger.db');
  const bench = openEngine(file);
  for (let at = 1; at <= messages; at += 1) bench.transact(messageRequest(`k${at}`, `message ${at}`));
  bench.close();
  return file;
}

export function replyOf(outcome: Outcome | undefined): LedgerReply | undefined {
  return outcome !== undefined && 'reply' in outcome ? outcome.reply : undefined;
}

export function codeOf(outcome: Outcome | undefined): string | undefined {
  return outcome !== undefined && 'failure' in outcome ? outcome.failure.code : undefined;
}

/** Does something to the database behind the ledger's back. */
export function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  database.close();
}

/** An error as SQLite throws it. */
export function sqliteFailure(errcode: number, message = 'disk I/O error'): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}
