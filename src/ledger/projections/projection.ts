import type { AggregateKind, EventType, Governance, StreamId, Timestamp } from '../../contracts/index.ts';

/** A JSON object; its schema is the business of the projection that folds it. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** An event as a fold sees it: current version, checked, with its place in the log. */
export interface FoldedEvent {
  readonly type: EventType;
  readonly aggregate: AggregateKind;
  readonly streamId: StreamId;
  readonly position: number;
  readonly sequence: number;
  readonly recordedAt: Timestamp;
  readonly actor: string;
  readonly governance: Governance;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Folds events into documents. Pure: no clock, no chance, no I/O; the same events always give the same documents.
 * Raise `version` when the fold changes: the documents are then folded again from the whole log.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  /** The events it folds; all others pass it by. An erased payload passes it by too. */
  readonly types: readonly EventType[];
  /** The document an event belongs to. Must not depend on the payload: it is needed before the payload is read. */
  key(event: { readonly type: EventType; readonly streamId: StreamId }): string;
  fold(current: DocumentBody | undefined, event: FoldedEvent): DocumentBody;
  /** When true, the first event settles the document and a second one is refused. */
  readonly isFinal?: boolean;
  /**
   * When true, all events of a document stand in one stream: after an erasure there it alone is folded again, and not every
   * document of the projection.
   */
  readonly isOfOneStream?: boolean;
  /** Folds what is left of an event whose payload was erased; without this such an event passes it by. */
  foldErased?(current: DocumentBody | undefined, event: ErasedEvent): DocumentBody;
  /**
   * Whether an event makes up for all that is erased of its stream: from there on the fold comes to the same with the payloads
   * and without them, so that no document has to be folded again when it is written together with the erasure.
   */
  makesUpForErasure?(event: { readonly type: EventType; readonly payload: DocumentBody }): boolean;
}

/** An event of which the header is left. */
export type ErasedEvent = Omit<FoldedEvent, 'payload'>;

/** Where a projection stands, in the record of its name; null when it has been folded up to the head. */
export interface ProjectionState {
  readonly version: number;
  readonly rebuilt_to: number | null;
  /** Goes up whenever folding starts again, so that a step of an earlier start is never taken for one of this. */
  readonly generation: number;
}

/** Marks the documents of a projection, so that those of an older version can be told apart. */
export function sourceOf({ name, version }: Pick<Projection, 'name' | 'version'>): string {
  return `${name}@${version}`;
}
