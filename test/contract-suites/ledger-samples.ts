import type { RunId } from '../../src/contracts/index.ts';
import { chainHash, createLog, GENESIS, rulesOf, type Author, type EntryRow, type LedgerSetup, type LedgerStore, type Log, type LogWriter, type NewEvent } from '../../src/ledger/index.ts';
import { createIds, fixedClock, seededRandom, sha256Hex } from '../../src/kernel/index.ts';

export const AUTHOR: Author = {
  actor: 'mother',
  governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false },
};

const START_MS = 1_800_000_000_000;

export interface OpenedLog {
  readonly log: Log;
  readonly writer: LogWriter;
}

let opened = 0;

/** A log over a store, with ids that never meet those of another one. */
export function logOver(store: LedgerStore, setup: LedgerSetup): OpenedLog {
  opened += 1;
  const clock = fixedClock(START_MS + opened);
  const log = createLog({ store, catalogue: rulesOf(setup).catalogue, clock, ids: createIds({ clock, random: seededRandom(opened) }) });
  return { log, writer: log.writerFor(AUTHOR) };
}

export function runId(at: number): RunId {
  return `run_01JCQZ9Y5D${String(at).padStart(16, '0')}` as RunId;
}

export function message(sessionId: string, text: string): NewEvent {
  return { type: 'session.message_recorded', streamId: sessionId, payload: { session_id: sessionId, role: 'person', text } };
}

export function terminated(id: RunId, details = 'all done'): NewEvent {
  const termination = {
    run_id: id,
    reason: 'success',
    phase_at_termination: 'finalize',
    timestamp: '2026-11-15T09:00:00.000Z',
    details,
    contributing_factors: [],
    can_retry: false,
    suggested_action: null,
    logged_by: 'mother',
    final_artifacts: [],
    unmet_criteria: [],
    delivery: { state: 'delivered', channel: 'cli', at: '2026-11-15T09:00:00.000Z' },
    suspension: null,
  };
  return { type: 'run.terminated', streamId: id, payload: { termination } };
}

export async function allEntries(store: LedgerStore, page = 100): Promise<EntryRow[]> {
  const rows: EntryRow[] = [];
  for (;;) {
    const more = await store.entries({ after: rows.length, limit: page });
    rows.push(...more);
    if (more.length === 0) return rows;
  }
}

/** What is wrong with a whole log, as anyone can check it with nothing but its rows. */
export function logFaults(rows: readonly EntryRow[]): string[] {
  const sequences = new Map<string, number>();
  let previous = GENESIS.chainHash;
  return rows.flatMap((row, at) => {
    const faults: string[] = [];
    const sequence = (sequences.get(row.stream) ?? 0) + 1;
    sequences.set(row.stream, sequence);
    if (row.position !== at + 1) faults.push(`position ${row.position} at ${at + 1}`);
    if (row.sequence !== sequence) faults.push(`${row.stream}#${row.sequence} where ${sequence} belongs`);
    if (row.chainHash !== chainHash(previous, row)) faults.push(`broken link at ${row.position}`);
    if (row.payload !== null && !row.header.includes(`"payload_hash":"${sha256Hex(row.payload)}"`)) faults.push(`changed payload at ${row.position}`);
    previous = row.chainHash;
    return faults;
  });
}
