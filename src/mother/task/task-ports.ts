import type { AvailableVersions, Ledger, LogWriter, RunJournal } from '../../ledger/index.ts';
import type { CalibrationPort, Engine, Exchange, ExecutorPorts, ExperienceWriter, RoleDesk, ToExecute } from '../../loops/index.ts';
import type { ModelDesk } from '../../models/index.ts';
import type { DelegateWork, FolderMap, Tool, ToolRunner, ToolsForRun } from '../../tools/index.ts';
import type { ApprovalMode, Attendance, ChildOrder, ClientFunctions, HeldResult, Name, OnLimit, ResourceBudget, ResultDraft, RoleId, RunEngine, RunId, SessionId, Sha256, SolverSet, StreamId, TaintClass, TaskId, ToldFact, ToolRouteDecision } from '../../contracts/index.ts';
import type { RunSettings } from '../budgets/budget-settings.ts';
import type { RunBudget } from '../budgets/run-budget.ts';
import type { RunOverseers } from '../overseers.ts';
import type { PhaseKeeper } from '../phases/phase-keeper.ts';
import type { RoleBook } from '../roles/role-book.ts';
import type { RunPorts } from '../run-life.ts';

/** A task in the person's own words. */
export interface TaskWish {
  readonly request: string;
  readonly userId: Name;
  readonly attendance: Attendance;
  /** Under which approvals it works; recorded, so that it goes on under the same. */
  readonly mode?: ApprovalMode;
  /** Whether a person is asked when a limit is reached; it ends when left out. */
  readonly onLimit?: OnLimit;
  readonly engine: RunEngine;
  readonly engineReason: string;
  /** For a request that one tool answers alone: how it was chosen. */
  readonly routed?: ToolRouteDecision;
  readonly sessionId?: SessionId;
  /** Where a result that is a success is also to be written, as a whole path. */
  readonly saveAs?: string;
  readonly limits: ResourceBudget['per_run'];
  /** Recognises the same wish when it comes again; the run is then gone on with, and nothing is done twice. */
  readonly idempotencyKey: string;
  /** Of a run that another one starts: what it is held to. */
  readonly childOf?: ChildOrder;
  /** What a client calls for it. */
  readonly functions?: ClientFunctions;
  /** Why a run that was begun under what is no longer there may go on all the same; nobody says so when left out. */
  readonly acceptVersions?: string;
  /** A stop leaves the run to be gone on with; a cancellation comes through the log and ends it. */
  readonly signal: AbortSignal;
}

/** What decides the course of a run. Of each name the version in use comes first, and then those that can be used still. */
export type VersionsAtHand = Required<AvailableVersions>;

/** A writer for each role that has something only it may write. Each is handed to that role's work and to nobody else's. */
export interface RoleWriters {
  readonly perceiver: LogWriter;
  readonly planner: LogWriter;
  readonly agentValidator: LogWriter;
  readonly metaValidator: LogWriter;
  readonly solver: LogWriter;
  readonly context: LogWriter;
}

/** What an engine of one run is made of. */
export interface EngineParts {
  readonly runId: RunId;
  readonly workspace: string;
  readonly desk: RoleDesk;
  executorPorts(input: ToExecute): Promise<ExecutorPorts>;
  readonly runner: ToolRunner;
  readonly journal: RunJournal;
  readonly counters: readonly StreamId[];
}

/** What a run with phases stands on beside what every run does. */
export interface PhasedRunPorts extends RunPorts {
  readonly ledger: Pick<Ledger, 'log' | 'blobs' | 'documents' | 'store'>;
}

/** What a planner may ask of the facts that are known. */
export interface FactsPort {
  read(asked: { readonly request: string; readonly workspace: string }): Promise<readonly ToldFact[]>;
  /** What is held of the results that a run has had in the calls below a key. */
  held(asked: { readonly runId: RunId; readonly below: string }): Promise<readonly HeldResult[]>;
}

/** What a run reads of memory and leaves in it. The solver never waits for it; whoever ends the run does. */
export interface RunMemory {
  readonly calibration: CalibrationPort;
  readonly facts?: FactsPort;
  readonly experience: ExperienceWriter;
  /** Resolves when all that was left is durable, with how much of it was lost. Never rejects. */
  drained(): Promise<{ readonly dropped: number; readonly failed: number }>;
}

/** Where it is told that something of a result was written. What it is, `read` gives to whoever looks. */
export interface DraftsPort {
  tell(read: ReadDraft): void;
  /** Nothing more comes of it. */
  end(read: ReadDraft): void;
}

/** Undefined while there is nothing to show. */
export type ReadDraft = () => Omit<ResultDraft, 'is_over'> | undefined;

export interface TaskPorts extends PhasedRunPorts {
  readonly workspace: string;
  /** What runs may use here. */
  readonly runSettings: RunSettings;
  /** What this process, in which the store lies too, holds in memory now. */
  measureMemoryMb(): number;
  readonly roles: RoleBook;
  readonly roleWriters: RoleWriters;
  openOverseers(runId: RunId): Promise<RunOverseers>;
  /** The tools of one run; closed when the run ends. Without `delegate` it hands no work to others. */
  openTools(runId: RunId, overseers: RunOverseers, delegate?: DelegateWork): Promise<ToolsForRun>;
  /** The tools that a role may be told of. */
  offeredTools(roleId: RoleId): Promise<readonly Tool[]>;
  /** Undefined when the run's engine asks no model. */
  openDesk?(journal: RunJournal): ModelDesk;
  isReadOnly(toolId: string): boolean;
  /** Whether calls of it that are wanted in one turn are made together, beside those that only read; none is where it is left out. */
  mayShareTurn?(toolId: string): boolean;
  /** The names in a folder of the workspace, or at its top; folders have a slash behind them. */
  listWorkspace(folder?: string): Promise<{ names: string[]; more: boolean }>;
  /** What the whole folder holds, in counts and the names that matter; nobody is told where it is left out. */
  mapWorkspace?(signal: AbortSignal): Promise<FolderMap>;
  /** What earlier runs taught about such tasks and tools. */
  readonly memory: CalibrationPort;
  /** What is known of things; absent where nothing is to be remembered. */
  readonly facts?: FactsPort;
  /** Where the solver leaves what this run learns; nothing is left without it. */
  readonly experience?: ExperienceWriter;
  /** The memory of one run. Absent where nothing is to be remembered: in replays, and where a person turned it off. */
  openMemory?(runId: RunId, taintOf: (words: string) => Promise<TaintClass>): RunMemory;
  /** As it is now; undefined when there is no such file, or it is no text. */
  readWorkspaceFile(path: string): Promise<string | undefined>;
  readWorkspaceBytes(path: string): Promise<Uint8Array | undefined>;
  /** Whether the folder says how its tests are run. */
  hasTests(): Promise<boolean>;
  /** Everything at hand that decides the course of a run. */
  readonly versions: VersionsAtHand;
  /** The solver's weights for runs that begin now; the published ones when left out. A run that has begun has its own. */
  readonly solverSet?: SolverSet;
  /** How much the model that is asked first takes in at once. */
  readonly contextTokens: number;
  /** How much the largest one takes in that may be asked instead. */
  readonly largestContextTokens: number;
  openEngine(parts: EngineParts): Engine;
  /** For whoever looks on while a result is written; nobody does where it is left out. */
  readonly drafts?: DraftsPort;
  /** What was said in a conversation before, the oldest first. */
  exchangesOf(sessionId: SessionId): Promise<readonly Exchange[]>;
}

/** Everything that the work on one run is done with, for as long as its journal is open. */
export interface TaskWork {
  readonly runId: RunId;
  readonly taskId: TaskId;
  readonly wish: TaskWish;
  readonly journal: RunJournal;
  readonly phases: PhaseKeeper;
  readonly engine: Engine;
  readonly budget: RunBudget;
  readonly overseers: RunOverseers;
  readonly runner: ToolRunner;
  readonly ports: TaskPorts;
  /** What the commands of checks left in files, by path: they change some as they look. */
  readonly leftByChecks: Map<string, Sha256>;
  readonly signal: AbortSignal;
}
