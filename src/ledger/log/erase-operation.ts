import type { Sha256 } from '../../contracts/index.ts';
import type { EventStamp } from '../event-stamp.ts';

export interface ErasedEntry {
  readonly position: number;
  readonly stream: string;
  readonly sequence: number;
  readonly payloadHash: Sha256;
}

/** Removes payloads, says so in an event, and sends the projections that read them back to the start. */
export interface LogErase {
  readonly kind: 'log.erase';
  readonly entries: readonly ErasedEntry[];
  readonly reason: string;
  readonly requestedBy: string;
  readonly projections: readonly string[];
  readonly stamps: readonly EventStamp[];
}

export type EraseOperation = LogErase;
