import type { Name, RunId, SessionId, ToolPin } from '../contracts/index.ts';
import type { DraftsPort, RoleBook, RunOverseers, RunSettings, ToolRunPorts } from '../mother/index.ts';
import type { Documents } from '../ledger/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OversightPorts } from './oversight-ports.ts';
import type { SessionTools } from './session-tools.ts';
import type { DelegateWork, ChosenSandbox, Judges, RoleActions, ToolCatalogue, ToolPlace, ToolsForRun, WaitingTool, WorkspaceSnapshot } from '../tools/index.ts';

/** Something that is not offered, or has no effect. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
  /** The tool that is meant, when it is one. */
  readonly toolId?: string;
  /** The server none of whose tools are there. */
  readonly server?: string;
}

/** Servers are started only for one of their own tools or for all; a request in plain words never means one of theirs. `kept` are those that no server is needed for. A conversation has all, and those of servers that were brought for it. */
export type ToolsSought = 'all' | 'builtin' | 'kept' | { readonly toolId: string } | { readonly sessionId: SessionId };

/** The tools that are offered here, with those of other servers, and what of those is not. */
export interface OfferedTools {
  readonly catalogue: ToolCatalogue;
  readonly leftOut: readonly LeftOut[];
  readonly waiting: readonly WaitingTool[];
  readonly allowFallbackToLlm: boolean;
  /** Hosts that programs in the sandbox may reach. */
  readonly network: readonly string[];
}

export interface ToolsPorts extends Pick<ToolRunPorts, 'clock' | 'ids' | 'random' | 'timer'> {
  /** Rejects when the folder is not there; where the person is when none is named. */
  place(workspace: string | undefined): Promise<ToolPlace>;
  offered(sought: ToolsSought, signal: AbortSignal): Promise<OfferedTools>;
  readonly sessionTools: SessionTools;
  /** Probed once. */
  sandbox(): Promise<ChosenSandbox>;
  readonly judges: Judges;
  /** What each role may do with these tools. */
  roles(catalogue: ToolCatalogue): RoleActions;
  /** The roles that there are and what each is held to; read once. */
  roleBook(): Promise<RoleBook>;
  /** What is recorded so far; undefined when nothing is. Creates nothing. */
  documents(): Promise<Documents | undefined>;
  /** The ledger that runs are recorded in, made when it is not there. */
  ledger(): Promise<LedgerForRuns>;
  /** The ledger of a tenant that has one. */
  existingLedger(tenant: Name): Promise<LedgerForRuns | undefined>;
  /** Records that a person accepted the definition of a tool from elsewhere. */
  accept(pin: Omit<ToolPin, 'accepted_by'>): Promise<void>;
  /** What runs may use here; read once. */
  runSettings(): Promise<RunSettings>;
  /** Whether whoever is named as the holder of a lease is known to be gone, though the lease still runs. */
  isHolderGone(owner: string): boolean;
  /** What this process holds in memory now. */
  measureMemoryMb(): number;
  readonly oversight: OversightPorts;
  /** For whoever looks on while a result is written; nobody does where it is left out. */
  readonly drafts?: DraftsPort;
  openTools(runId: RunId, place: ToolPlace, overseers: Pick<RunOverseers, 'approvals' | 'provenance' | 'ask' | 'client'>, runs: LedgerForRuns, catalogue: ToolCatalogue, delegate?: DelegateWork): Promise<ToolsForRun>;
  /** Copies for a preview, which are gone when it is over. */
  snapshot(place: ToolPlace): WorkspaceSnapshot;
  hasProgram(name: string): Promise<boolean>;
  /** Where a tenant's ledger lies, or would lie. */
  ledgerFile(tenant: Name): string;
  readonly userId: Name;
}

/**
 * Called for each request; what it gives is built on the first, so that commands that use no tools do not load them.
 * Whoever will do a run says so: its ledger is then opened while they are being loaded.
 */
export type OpenTools = (wish?: { readonly forRuns: boolean }) => Promise<ToolsPorts>;
