import type { AppendKey } from '../../contracts/index.ts';
import type { Projection } from '../projections/projection.ts';
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
export async function erasePayloads({ key, entries, reason, requestedBy, alsoTold = [] }: Erasure, { store, writer, projections }: ErasePorts): Promise<Appended> {
  const rows = await Promise.all(entries.map(({ stream, sequence }) => rowAt(store, stream, sequence)));
  const types = new Set(rows.map((row) => envelopeOf(row).type));
  const operation: LogErase = {
    kind: 'log.erase',
    entries: rows.map(erasedEntryOf),
    reason,
    requestedBy,
    projections: projections.filter((projection) => projection.types.some((type) => types.has(type))).map(({ name }) => name),
    stamps: writer.stamps(1),
  };
  return writer.append({ key, events: alsoTold, operations: [operation] });
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
