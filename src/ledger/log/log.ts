import type { AggregateKind, AppendKey, EventType, Governance, LogEntry, Name, StreamId, ValidationCode } from '../../contracts/index.ts';
import type { EventStamp } from '../event-stamp.ts';
import type { AppendedEvent, Fence, LedgerOperation } from '../request.ts';

export interface StreamRef {
  readonly aggregate: AggregateKind;
  readonly id: StreamId;
}

/** An event as its author states it. The aggregate follows from the type; the log adds id, time and place. */
export interface NewEvent {
  readonly type: EventType;
  readonly streamId: StreamId;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where it differs from the author's own. */
  readonly governance?: Governance;
}

export interface Append {
  readonly key: AppendKey;
  readonly events: readonly NewEvent[];
  /** The sequence that each named stream must have; a stream that is not named takes the events wherever it stands. */
  readonly expected?: readonly { readonly stream: StreamRef; readonly sequence: number }[];
  readonly fences?: readonly Fence[];
  /** What must happen together with the events: counters, timers, blobs. */
  readonly operations?: readonly LedgerOperation[];
}

export interface Appended {
  readonly events: readonly AppendedEvent[];
  readonly results: readonly unknown[];
  readonly isReplay: boolean;
  readonly warnings: readonly ValidationCode[];
}

/** Who writes, and under which governance unless an event says otherwise. */
export interface Author {
  readonly actor: Name;
  readonly governance: Governance;
}

/** May append as one author. Handed to whoever has that authority, and to nobody else. */
export interface LogWriter {
  readonly author: Author;
  append(append: Append): Promise<Appended>;
  /** Fresh stamps for operations that write events of their own. */
  stamps(count: number): EventStamp[];
}

export interface LogReader {
  /** Entries of one stream after a sequence, in order; at most `limit`. */
  read(stream: StreamRef, options?: { readonly after?: number; readonly limit?: number }): Promise<readonly LogEntry[]>;
  /** Entries of the whole log after a position, in order; at most `limit`. */
  readAll(options?: { readonly after?: number; readonly limit?: number }): Promise<readonly LogEntry[]>;
  /** The entries of the append with this key; none when it was never made. */
  appended(key: AppendKey): Promise<readonly LogEntry[]>;
  /**
   * How far whoever stands at `after` may go on without reading, because there is nothing of these types: only over what
   * this process wrote itself and remembers. Of a stream it is a sequence, of the whole log a position.
   */
  passOver?(place: { readonly stream?: StreamRef; readonly after: number }, types: readonly EventType[]): number;
}
