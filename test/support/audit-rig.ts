import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditor, type AuditedLog, type Auditor, type AuditFolder } from '../../src/auditor/index.ts';
import type { EventId } from '../../src/contracts/index.ts';
import { auditFolderOnDisk } from '../../src/drivers/index.ts';
import { canonicalJson, fixedClock, KeelsonError, sha256Hex, type FixedClock } from '../../src/kernel/index.ts';
import { chainHash, eventHeader, GENESIS, type EntryRow } from '../../src/ledger/index.ts';

export const RIG_START_MS = Date.parse('2026-11-16T09:00:00.000Z');

/** An event as a test tells it; everything else follows. */
export interface Told {
  readonly type: string;
  readonly actor?: string;
  readonly stream?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly version?: number;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_CHARS = 26;

function eventId(at: number): EventId {
  let [text, rest] = ['', at];
  for (; text.length < ID_CHARS; rest = Math.floor(rest / ALPHABET.length)) text = `${ALPHABET[rest % ALPHABET.length] ?? '0'}${text}`;
  return `evt_${text}` as EventId;
}

/** A log in memory that tests may change behind everybody's back. */
export interface OpenLog extends AuditedLog {
  readonly rows: EntryRow[];
  add(...told: readonly Told[]): void;
  /** Links every row anew, as somebody would who rewrites a whole log. */
  relink(): void;
}

export function openLog(...told: readonly Told[]): OpenLog {
  const rows: EntryRow[] = [];
  const sequences = new Map<string, number>();
  const link = (row: Omit<EntryRow, 'chainHash'>, before: EntryRow | undefined): EntryRow => ({ ...row, chainHash: chainHash(before?.chainHash ?? GENESIS.chainHash, row) });
  const log: OpenLog = {
    rows,
    entries: async ({ after, limit }) => rows.filter(({ position }) => position > after).slice(0, limit),
    head: async () => ({ position: rows.at(-1)?.position ?? 0, chainHash: rows.at(-1)?.chainHash ?? GENESIS.chainHash }),
    add(...more) {
      for (const { type, actor = 'mother', stream = 'run_1', payload = {}, version = 1 } of more) {
        const aggregate = type.slice(0, type.indexOf('.'));
        const text = canonicalJson(payload);
        const position = (rows.at(-1)?.position ?? 0) + 1;
        const sequence = (sequences.get(`${aggregate}/${stream}`) ?? 0) + 1;
        sequences.set(`${aggregate}/${stream}`, sequence);
        const header = eventHeader({ eventId: eventId(position), type, version, aggregate, aggregateId: stream, recordedAt: new Date(RIG_START_MS + position).toISOString(), actor, governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false }, payloadHash: sha256Hex(text) });
        rows.push(link({ position, stream: `${aggregate}/${stream}`, sequence, header, payload: text, append: null }, rows.at(-1)));
      }
    },
    relink() {
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at];
        if (row !== undefined) rows[at] = link({ ...row, position: at + 1 }, rows[at - 1]);
      }
    },
  };
  log.add(...told);
  return log;
}

/** Messages of a conversation: events that no rule is about. */
export function messages(count: number, from = 1): Told[] {
  return Array.from({ length: count }, (_, at) => ({ type: 'session.message_recorded', stream: 's1', payload: { text: `message ${from + at}` } }));
}

/** What must be there for the test to mean anything. */
export function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the test expected something to be there');
  return value;
}

export interface AuditRig {
  readonly log: OpenLog;
  readonly path: string;
  readonly clock: FixedClock;
  /** A new auditor over the same folder, as the next process has one. */
  reopen(folder?: (disk: AuditFolder) => AuditFolder): Auditor;
  remove(): Promise<void>;
}

/** Nothing waits in tests: time moves when it is told to. */
export const noPause = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function auditRig(told: readonly Told[] = [], { segmentLinesMax }: { readonly segmentLinesMax?: number } = {}): AuditRig {
  const path = join(mkdtempSync(join(tmpdir(), 'keelson-audit-')), 'audit');
  const log = openLog(...told);
  const clock = fixedClock(RIG_START_MS + 60_000);
  const folders: AuditFolder[] = [];
  return {
    log,
    path,
    clock,
    reopen(wrap = (disk) => disk) {
      const folder = auditFolderOnDisk(path);
      folders.push(folder);
      return createAuditor({ log: { entries: log.entries, head: log.head }, folder: wrap(folder), clock, pause: noPause, ...(segmentLinesMax !== undefined && { segmentLinesMax }) });
    },
    async remove() {
      for (const folder of folders) await folder.close();
      rmSync(join(path, '..'), { recursive: true, force: true });
    },
  };
}

/** Long enough for anything: the clock of a rig stands still. */
export const UNTIL = { signal: new AbortController().signal, deadlineMs: 1 };

/** A disk that dies at the n-th write, in the middle of it. */
export function dyingAt(write: number): (disk: AuditFolder) => AuditFolder {
  let left = write;
  const dies = (): boolean => (left -= 1) === 0;
  const death = (): KeelsonError<'audit.folder_unusable'> => new KeelsonError('audit.folder_unusable', { message: 'The process died.', nextStep: 'Start another.', data: { folder: '', detail: 'died' } });
  return (disk) => ({
    ...disk,
    async put(name, at, text) {
      if (!dies()) return disk.put(name, at, text);
      await disk.put(name, at, text.slice(0, Math.floor(text.length * 0.6)));
      throw death();
    },
    async replace(name, text, options) {
      if (dies()) throw death();
      return disk.replace(name, text, options);
    },
  });
}
