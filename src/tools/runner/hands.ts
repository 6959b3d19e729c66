import type { ChildResult, JsonObject, RoleId, RunId, TodoItem } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { GuardedFetch } from '../network/guarded-request.ts';
import type { WorkspaceFiles } from '../paths/workspace-files.ts';
import type { ProgramIntention, ToolPlace } from '../registry/intention.ts';
import type { CapturedOutput, ProcessResult } from '../sandbox/sandbox.ts';

export interface ProgramRun extends ProgramIntention {
  readonly input?: string | Uint8Array;
  /** `read_only` lets a program that should only look change nothing. */
  readonly workspaceAccess?: 'read_only' | 'read_write';
  /** Within the tool's own time; the tool's time when left out. */
  readonly timeoutMs?: number;
  /** What is kept of each output; the default of the runner when left out. */
  readonly outputBytesMax?: number;
}

/** Programs that go on after the call that started them, until they end, are killed, or the run ends. */
export interface BackgroundPrograms {
  /** Answers a short number by which later calls know it. */
  start(run: ProgramRun): Promise<{ readonly processId: number }>;
  list(): readonly { readonly processId: number; readonly argv: readonly string[]; readonly isRunning: boolean; readonly exitCode: number | null }[];
  /** What it wrote so far; throws `tool.failed` for a number that no program has. */
  output(processId: number): CapturedOutput;
  kill(processId: number): Promise<ProcessResult>;
}

/** A question for the person, with the answers to choose from when there are any. */
export interface Question {
  readonly question: string;
  readonly options: readonly string[];
}

/** Work that a role hands to a run of its own. */
export interface WorkToDelegate {
  readonly task: string;
  /** The tools that it may use; all that the one who asks may use when left out. */
  readonly tools?: readonly string[];
  readonly deadlineMinutes: number;
  /** Of what is left to the one who asks. */
  readonly budgetPercent: number;
}

/** Hands work over and waits for what comes of it, however it ends. The same call has the same child, also after a restart. */
export type DelegateWork = (work: WorkToDelegate, asked: { readonly roleId: RoleId; readonly call: string; readonly signal: AbortSignal }) => Promise<ChildResult>;

/** A function that is to be called by whoever brought it. */
export interface FunctionToCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Whoever started the run and brought functions. Calls that are on their way at the same time are asked for together. */
export interface ClientPort {
  /** A call is on its way; gives what is to be done when it is over. */
  begin(call: string): () => void;
  ask(asked: FunctionToCall & { readonly call: string }, signal: AbortSignal): Promise<string>;
}

/**
 * All that a tool can reach. Each hand judges again at the moment of use and does only what was decided before the call:
 * `tool.not_decided`, `path.denied` and `path.gated` are thrown otherwise.
 */
export interface ToolHands {
  readonly place: ToolPlace;
  /** For whom it is done; what a tool reports about its own work names them. */
  readonly caller: { readonly runId: RunId; readonly roleId: RoleId; /** Where in the whole run. */ readonly call: string };
  readonly files: WorkspaceFiles;
  /** Runs a program in the sandbox and waits for it. */
  run(run: ProgramRun): Promise<ProcessResult>;
  readonly background: BackgroundPrograms;
  readonly fetch: GuardedFetch;
  /** Throws `tool.nobody_to_ask` when there is no person. */
  ask(question: Question): Promise<string>;
  /** What the conversation of this run has set out to do, as it was written last. */
  todos(): Promise<readonly TodoItem[]>;
  /** What comes back has a part in what the call gives: its taint and its changes are those of the call too. */
  delegate(work: WorkToDelegate): Promise<ChildResult>;
  /** What a function of the client gave, as the client says. Throws `tool.nobody_to_ask` when it says nothing. */
  askClient(asked: FunctionToCall): Promise<string>;
  /** Whether a program of this name is found on the sandbox's own path. */
  hasProgram(name: string): Promise<boolean>;
  readonly clock: Clock;
  /** Aborted when the call is stopped or its time is over. */
  readonly signal: AbortSignal;
}
