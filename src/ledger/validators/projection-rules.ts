import { readModelDerived, type EventProjectionLink, type ReadModelDerivation } from '../../contracts/index.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

function sourcesOf({ payload }: WrittenEvent): readonly EventProjectionLink[] {
  return (payload as ReadModelDerivation).sources;
}

function sourceKeys(event: WrittenEvent): string[] {
  return sourcesOf(event).map(({ current_projection_ref: { key } }) => key);
}

/** The event is named by its position in the log; the record must be a document, and there. */
function hasSourceEvent({ canonical_event_ref: event, current_projection_ref: current, projection_event_seq: seq }: EventProjectionLink, context: WriteContext): boolean {
  const namesEvent = event.kind === 'event' && event.key === String(seq);
  return namesEvent && current.kind === 'document' && context.document(current.key) !== undefined;
}

function sourceWithoutEvent(event: WrittenEvent, context: WriteContext): string | undefined {
  const unfounded = sourcesOf(event).find((link) => !hasSourceEvent(link, context));
  return unfounded && `no event accounts for "${unfounded.current_projection_ref.key}", from which the view was derived`;
}

export const currentProjectionWithoutSourceEvent: Validator = {
  code: 'validation.current_projection_without_source_event',
  appliesTo: ({ type }) => type === readModelDerived.type,
  documents: sourceKeys,
  check: sourceWithoutEvent,
};

/** What this very append changes counts too: a view cannot be derived from a record that changes under it. */
function sourceOutOfDate(event: WrittenEvent, context: WriteContext): string | undefined {
  for (const { current_projection_ref: current, projection_event_seq: seq } of sourcesOf(event)) {
    const document = context.document(current.key);
    if (document !== undefined && document.position !== seq) {
      return `"${current.key}" was read at entry ${seq} and stands at ${document.position}`;
    }
  }
  return undefined;
}

export const projectionEventSeqOutOfDate: Validator = {
  code: 'validation.projection_event_seq_out_of_date',
  appliesTo: ({ type }) => type === readModelDerived.type,
  documents: sourceKeys,
  check: sourceOutOfDate,
};
