import type { ApprovalMode, Attendance, OversightSection, RunId, Sha256 } from '../contracts/index.ts';
import type { RunOverseers } from '../mother/index.ts';
import type { ApprovalKey } from '../oversight/index.ts';
import type { ApprovalPort, ToolCatalogue, ToolPlace } from '../tools/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';

/** A run that is about to begin, as far as its watching is concerned. */
export interface RunToWatch {
  readonly runId: RunId;
  readonly attendance: Attendance;
  /** The configured one when left out. */
  readonly mode?: ApprovalMode;
  /** The action that the person said yes to before the run began. */
  readonly presented?: Sha256;
  readonly place: ToolPlace;
  readonly catalogue: ToolCatalogue;
}

/** What watching over runs needs of this machine. */
export interface OversightPorts {
  settings(): Promise<OversightSection>;
  /** The key with which answers are signed; made when it is first needed. */
  readonly key: () => Promise<ApprovalKey>;
  /** Why a call needs a yes that no tool asks for, before any run has begun. */
  alsoAsks(catalogue: ToolCatalogue): Promise<NonNullable<ApprovalPort['alsoAsks']>>;
  forRun(run: RunToWatch, runs: LedgerForRuns): Promise<RunOverseers>;
}
