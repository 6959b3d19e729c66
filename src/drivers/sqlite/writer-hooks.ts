import type { DatabaseSync } from 'node:sqlite';
import type { StoreTime } from '../../ledger/index.ts';

/** Called inside the writer at named moments. For tests and fault rigs: slow disks, kill points, clocks that jump. */
export interface WriterHooks {
  opened?(database: DatabaseSync): void;
  beforeBegin?(): void;
  beforeCommit?(): void;
  afterCommit?(): void;
  beforeHead?(): void;
  afterHead?(): void;
  time?(): StoreTime;
}
