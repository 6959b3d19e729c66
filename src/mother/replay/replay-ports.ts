import type { Clock, Ids } from '../../kernel/index.ts';
import type { Ledger, LogWriter } from '../../ledger/index.ts';
import type { ToolPlace } from '../../tools/index.ts';
import type { DayBudget } from './charge-day.ts';
import type { ScratchFolder } from './folder-copy.ts';
import type { PortsOver } from './simulate-run.ts';
import type { SourceRun } from './source-run.ts';

export interface ReplayPorts {
  readonly source: Pick<Ledger, 'log' | 'blobs' | 'store'>;
  /** Writes the receipt, and nothing on the stream of the run. */
  readonly receipts: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly portsOver: PortsOver;
  /** Of a rerun: what a day may use, which pays for it. */
  readonly day: DayBudget;
  /** For the copy of a folder, in the modes that do something again. */
  scratchFolder(): Promise<ScratchFolder>;
  /** Where the run worked; what is there is only read. */
  placeOf(run: SourceRun): Promise<ToolPlace>;
}
