import { readEvent, type EventCatalogue, type EventEnvelope } from '../../contracts/index.ts';
import { envelopeOf } from '../log/header.ts';
import { unreadableEvent } from '../log/unreadable-event.ts';
import type { EntryRow } from '../rows.ts';
import type { DocumentBody, ErasedEvent, FoldedEvent, Projection } from './projection.ts';

/** The document that an entry belongs to; undefined when it does not concern the projection. */
export function documentOf(projection: Projection, { header }: EntryRow): string | undefined {
  const { type, aggregate_id: streamId } = JSON.parse(header) as EventEnvelope;
  return projection.types.includes(type) ? projection.key({ type, streamId }) : undefined;
}

/** What stands in the place of a settled document whose content was erased: it stays settled. */
export const ERASED_DOCUMENT: DocumentBody = { is_erased: true };

/** The document after an entry that concerns it; undefined when the entry leaves it as it is. */
export function foldRow(catalogue: EventCatalogue, projection: Projection, current: DocumentBody | undefined, row: EntryRow): DocumentBody | undefined {
  const isFinal = projection.isFinal === true;
  if (isFinal && current !== undefined) return undefined;
  if (row.payload === null) return isFinal ? ERASED_DOCUMENT : projection.foldErased?.(current, headerOf(row, envelopeOf(row)));
  return projection.fold(current, foldedEventOf(catalogue, row));
}

/** The event as a fold takes it, lifted to the current version. */
function foldedEventOf(catalogue: EventCatalogue, row: EntryRow): FoldedEvent {
  const envelope = envelopeOf(row);
  const read = readEvent(catalogue, envelope);
  if (!read.ok) throw unreadableEvent(row.position, envelope.type, read.fault);
  return { ...headerOf(row, envelope), payload: read.payload as Record<string, unknown> };
}

function headerOf({ position, sequence }: EntryRow, { type, aggregate, aggregate_id: streamId, recorded_at: recordedAt, actor, governance }: EventEnvelope): ErasedEvent {
  return { type, aggregate, streamId, position, sequence, recordedAt, actor, governance };
}
