import type { EventId, Governance, Name, Timestamp } from '../contracts/index.ts';

/** What an operation needs to write an event of its own. */
export interface EventStamp {
  readonly eventId: EventId;
  readonly recordedAt: Timestamp;
  readonly actor: Name;
  readonly governance: Governance;
}
