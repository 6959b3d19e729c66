import type { DreamReport } from '../contracts/index.ts';
import type { Ledger, LogWriter } from '../ledger/index.ts';
import type { Distil, DreamOptions, FactReader } from '../memory/index.ts';
import type { RoleWriters, TaskPorts, ToolRunPorts } from '../mother/index.ts';

/** What runs of one ledger stand on. */
export interface LedgerForRuns extends Pick<ToolRunPorts, 'leases'> {
  readonly ledger: Ledger;
  /** Writes what a person decided. */
  readonly owner: LogWriter;
  /** Writes what a run did; handed to Mother and to the tools of her runs. */
  readonly mother: LogWriter;
  /** Write what only one role may write; each is handed to that role's work alone. */
  readonly roleWriters: RoleWriters;
  /** The memory of each run, with the solver's writer in it; absent where a person turned memory off, and in replays. */
  readonly openMemory?: TaskPorts['openMemory'] & {};
  /** A pass of the Dreamer, with its writer in it; absent where a person turned memory off. */
  readonly dream?: (options: DreamOptions, distil: Distil | undefined) => Promise<DreamReport>;
  /** Takes facts and preferences from runs that have ended since the last look; absent where memory is turned off. */
  readonly learn?: (signal: AbortSignal, model?: FactReader) => Promise<void>;
}
