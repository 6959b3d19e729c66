import { ledgerPayloadErased, PayloadErasure, type AggregateKind, type EventEnvelope } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Author, EntryRow, StoreReader, StreamRef } from '../ledger/index.ts';

/** An erasure that the backup knows nothing of, as far as what it erased is in the backup. */
export interface LaterErasure {
  readonly eventId: string;
  readonly author: Author;
  readonly reason: string;
  readonly requestedBy: string;
  readonly entries: readonly { readonly stream: StreamRef; readonly sequence: number }[];
}

/** What lies between a ledger and a backup that would take its place. */
export interface Comparison {
  /** False when they differ already where both have an entry: then they are two logs. */
  readonly isSameLog: boolean;
  /** The last position that both have. */
  readonly common: number;
  /** Entries that only the present ledger has. */
  readonly entries: number;
  readonly counterEvents: number;
  readonly erasures: readonly LaterErasure[];
}

export type LogReading = Pick<StoreReader, 'head' | 'entries'>;

/** Compares by the chain, which covers everything before it: one hash tells whether two logs are one. */
export async function compareLogs(present: LogReading, backup: LogReading, check: () => void): Promise<Comparison> {
  const { GENESIS, PAGE_ENTRIES } = await import('../ledger/index.ts');
  const hashAt = async (reader: LogReading, position: number): Promise<string | undefined> =>
    position === 0 ? GENESIS.chainHash : (await reader.entries({ after: position - 1, limit: 1 }))[0]?.chainHash;
  const end = (await present.head()).position;
  const common = Math.min(end, (await backup.head()).position);
  const isSameLog = (await hashAt(present, common)) === (await hashAt(backup, common));
  const from = isSameLog ? common : 0;
  const seen = new Set<string>();
  const erasures: LaterErasure[] = [];
  let counterEvents = 0;
  for (let after = from; after < end; ) {
    check();
    const page = await present.entries({ after, limit: Math.min(PAGE_ENTRIES, end - after) });
    const last = page.at(-1);
    if (last === undefined) break;
    for (const row of page) {
      if (row.stream.startsWith(COUNTER_STREAMS)) counterEvents += 1;
      if (!isSameLog || !row.stream.startsWith(LEDGER_STREAMS)) continue;
      const erasure = await laterErasure(row, backup, seen);
      if (erasure !== undefined) erasures.push(erasure);
    }
    after = last.position;
  }
  return { isSameLog, common, entries: end - from, counterEvents, erasures };
}

const COUNTER_STREAMS = 'counter/';
const LEDGER_STREAMS = 'ledger/';

async function laterErasure(row: EntryRow, backup: LogReading, seen: Set<string>): Promise<LaterErasure | undefined> {
  const { envelopeOf } = await import('../ledger/index.ts');
  const event = envelopeOf(row);
  if (event.type !== ledgerPayloadErased.type) return undefined;
  const { erased, reason, requested_by: requestedBy } = erasureOf(event, row.position);
  const entries: LaterErasure['entries'][number][] = [];
  for (const { aggregate, stream_id: id, sequence } of erased) {
    const place = `${aggregate}/${id}#${sequence}`;
    const [held] = await backup.entries({ stream: `${aggregate}/${id}`, after: sequence - 1, limit: 1 });
    if (seen.has(place) || held?.payload === undefined || held.payload === null) continue;
    seen.add(place);
    entries.push({ stream: { aggregate: aggregate as AggregateKind, id }, sequence });
  }
  const author = { actor: event.actor, governance: event.governance };
  return entries.length === 0 ? undefined : { eventId: event.event_id, author, reason, requestedBy, entries };
}

/** One that cannot be read cannot be repeated, and then nothing is restored. */
function erasureOf({ type, payload }: EventEnvelope, position: number): PayloadErasure {
  const erasure = PayloadErasure.safeParse(payload);
  if (erasure.success) return erasure.data;
  throw new KeelsonError('ledger.event_invalid', {
    message: `Entry ${position} says that something was erased, and this version cannot read what; restoring would bring it back. Nothing was changed.`,
    nextStep: 'Use the version of Keelson that wrote it.',
    data: { type, fault: 'unreadable', detail: erasure.error.message },
  });
}

export function erasedCount(erasures: readonly LaterErasure[]): number {
  return erasures.reduce((sum, { entries }) => sum + entries.length, 0);
}
