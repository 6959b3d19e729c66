import type { ReadEvent } from '../../contracts/index.ts';
import type { EntryRow } from '../store.ts';

/** One thing to make sure of while the log is walked once, from its beginning. */
export interface EntryCheck {
  /** Called for every entry in order; `event` is the entry as this version reads it. */
  take(entry: EntryRow, event: ReadEvent): void | Promise<void>;
  /** Called instead when the storage refuses to hand the entry out; that is reported already, what follows from it need not be. */
  lose?(position: number): void;
  /** Called at the end of the log with the last position that was walked. */
  finish(walkedTo: number): void | Promise<void>;
}
