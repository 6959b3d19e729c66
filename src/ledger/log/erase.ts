import type { AppendKey } from '../../contracts/index.ts';
import type { Projection } from '../projections/projection.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import type { EntryRow, LedgerStore } from '../store.ts';
import { notErasable } from './decide-erase.ts';
import type { ErasedEntry, LogErase } from './erase-operation.ts';
import { envelopeOf } from './header.ts';
import type { Appended, LogWriter, NewEvent, StreamRef } from './log.ts';

export interface Erasure {
  readonly key: AppendKey;
  readonly entries: readonly { readonly stream: StreamRef; readonly sequence: number }[];
  readonly reason: string;
  readonly requestedBy: string;
  /** Written in the same transaction, by whoever knows what the payloads were. */
  readonly alsoTold?: readonly NewEvent[];
}

export interface ErasePorts {
  readonly store: LedgerStore;
  readonly writer: LogWriter;
  readonly projections: readonly Projection[];
}

/** Erases payloads for good. Their hashes stay in the chain, and an event says what went, for whom and why. */
export async function erasePayloads(erasure: Erasure, ports: ErasePorts): Promise<Appended> {
  return ports.writer.append({ key: erasure.key, events: erasure.alsoTold ?? [], operations: [await eraseOperation(erasure, ports)] });
}

/** To erase in the same append as the events that call for it, which are named where they make up for it. */
export async function eraseOperation({ entries, reason, requestedBy, alsoTold = [] }: Omit<Erasure, 'key'>, { store, writer, projections }: ErasePorts): Promise<LogErase> {
  const rows = await Promise.all(entries.map(({ stream, sequence }) => rowAt(store, stream, sequence)));
  const types = new Set(rows.map((row) => envelopeOf(row).type));
  const affected = projections.filter((projection) => projection.types.some((type) => types.has(type)));
  const refolded = affected.filter(({ isOfOneStream }) => isOfOneStream === true);
  const madeUpFor = affected.filter((projection) => !refolded.includes(projection) && entries.every(({ stream: { id } }) => alsoTold.some((told) => told.streamId === id && projection.makesUpForErasure?.(told) === true)));
  return {
    kind: 'log.erase',
    entries: rows.map(erasedEntryOf),
    reason,
    requestedBy,
    projections: affected.filter((projection) => !refolded.includes(projection) && !madeUpFor.includes(projection)).map(({ name }) => name),
    ...(madeUpFor.length > 0 && { madeUpFor: madeUpFor.map(({ name }) => name) }),
    ...(refolded.length > 0 && { refolded: refolded.map(({ name }) => name), streams: await wholeStreams(store, new Set(rows.map(({ stream }) => stream))) }),
    stamps: writer.stamps(1),
  };
}

async function wholeStreams(store: LedgerStore, names: ReadonlySet<string>): Promise<NonNullable<LogErase['streams']>> {
  const whole: { stream: string; positions: number[] }[] = [];
  for (const stream of names) {
    const positions: number[] = [];
    for (;;) {
      const page = await store.entries({ stream, after: positions.length, limit: PAGE_ENTRIES });
      positions.push(...page.map(({ position }) => position));
      if (page.length < PAGE_ENTRIES) break;
    }
    whole.push({ stream, positions });
  }
  return whole;
}

async function rowAt(store: LedgerStore, { aggregate, id }: StreamRef, sequence: number): Promise<EntryRow> {
  const [row] = await store.entries({ stream: `${aggregate}/${id}`, after: sequence - 1, limit: 1 });
  if (row === undefined) throw notErasable(0, `there is no event ${sequence} in ${aggregate}/${id}`);
  return row;
}

function erasedEntryOf(row: EntryRow): ErasedEntry {
  const { position, stream, sequence } = row;
  return { position, stream, sequence, payloadHash: envelopeOf(row).payload_hash };
}
