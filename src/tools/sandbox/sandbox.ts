import type { SandboxBackend, SandboxDecision, SandboxIsolation, SandboxLimits } from '../../contracts/index.ts';

/** What a program may reach. Whatever is not named here is hidden or read-only. */
export interface SandboxProfile {
  /** Absolute and free of links. Seen inside under the same path. */
  readonly workspace: string;
  readonly workspaceAccess: 'read_only' | 'read_write';
  /** A folder of this run alone; it is the program's private /tmp, and the same for every program of the run. */
  readonly scratch: string;
  /** Paths in the workspace that may be read but not changed, such as `.git/hooks`. Those that do not exist cannot be made. */
  readonly protectedPaths: readonly string[];
  /** Paths anywhere that cannot be seen at all, such as key files, `.env` and Keelson's own state. */
  readonly hiddenPaths: readonly string[];
  /** Read-only places outside the system's own folders, such as the toolchains in a person's home. */
  readonly readablePaths: readonly string[];
  /** Off, or only through a proxy that listens on this socket outside. */
  readonly network: 'off' | { readonly proxySocket: string };
  readonly limits: SandboxLimits;
}

/** A program to run: exactly these words in exactly this place, no shell in between unless it is the program. */
export interface ProcessRequest {
  readonly argv: readonly [program: string, ...rest: string[]];
  /** Absolute, inside the workspace or the scratch folder. */
  readonly currentFolder: string;
  /** All that the program sees of an environment: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

export interface ProcessLimits {
  readonly timeoutMs: number;
  /** What is kept of each of the two outputs; the rest is read, counted and dropped. */
  readonly outputBytesMax: number;
  readonly signal: AbortSignal;
}

/** Why a program is no longer running. */
export type ProcessEnding = 'exited' | 'signalled' | 'timed_out' | 'stopped' | 'out_of_memory';

export interface CapturedOutput {
  /** The first and, when it is too long, the last bytes; together at most `outputBytesMax`. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly totalBytes: number;
}

export interface ProcessResult {
  readonly ending: ProcessEnding;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly durationMs: number;
}

/** A program that goes on while others run. */
export interface BackgroundProcess {
  readonly ended: Promise<ProcessResult>;
  /** What it has written so far, both outputs in the order in which they came, the last part when there is too much. */
  output(): CapturedOutput;
  write(text: string): Promise<void>;
  /** Ends the whole tree; resolves when nothing of it is left. */
  kill(): Promise<void>;
}

/**
 * The only place where programs are started. Every way out ends the whole process tree: its own end, the timeout, the
 * signal, or the end of this process. A program that cannot be started as asked is a KeelsonError `sandbox.failed`.
 */
export interface Sandbox {
  readonly backend: SandboxBackend;
  readonly isolation: SandboxIsolation;
  run(request: ProcessRequest, profile: SandboxProfile, limits: ProcessLimits): Promise<ProcessResult>;
  start(request: ProcessRequest, profile: SandboxProfile, limits: Pick<ProcessLimits, 'outputBytesMax'>): Promise<BackgroundProcess>;
  /** Ends everything that is still running. */
  close(): Promise<void>;
}

/** One backend as the choice sees it. `probe` starts a real sandbox; being installed is not the same as being allowed. */
export interface SandboxDriver {
  readonly backend: SandboxBackend;
  probe(signal: AbortSignal): Promise<{ readonly isUsable: boolean; readonly detail: string; readonly isolation: SandboxIsolation }>;
  create(): Sandbox;
}

/** Probed once and decided once; the decision is recorded, also when nothing works: then `sandbox` is null, and only programs are refused. */
export interface ChosenSandbox {
  readonly decision: SandboxDecision;
  readonly sandbox: Sandbox | null;
}
