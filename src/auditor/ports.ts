import type { AuditFault, AuditHead } from '../contracts/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { StoreReader } from '../ledger/index.ts';

/** All that the auditor is given of the ledger: it can look, and there is nothing by which it could write. */
export type AuditedLog = Pick<StoreReader, 'entries' | 'head'>;

/**
 * The auditor's own folder. Nobody else is handed it. A driver makes it readable and writable for its owner alone, and
 * refuses one that others could write to.
 */
export interface AuditFolder {
  readonly path: string;
  /** Whether anything was ever audited here. Creates nothing. */
  exists(): Promise<boolean>;
  /** Names in the folder, or in one below it, in order; none when it is not there. */
  list(below?: string): Promise<readonly string[]>;
  /** Undefined when there is none. From a byte on, when one is given. */
  read(name: string, from?: number): Promise<string | undefined>;
  /** Bytes of a file; 0 when there is none. */
  size(name: string): Promise<number>;
  /** Puts text behind the first `at` bytes, in the place of whatever stood there, and resolves when it is on the disk. */
  put(name: string, at: number, text: string): Promise<void>;
  /** Replaces a file whole or not at all. `durably` waits for the disk. */
  replace(name: string, text: string, options: { readonly durably: boolean }): Promise<void>;
  /** Moves every file and folder of the audit into a new folder beside them; gives its name. */
  setAside(name: string): Promise<void>;
  /** Does the work while no other process audits here; undefined when another one does. The lock of a process that died is free. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  close(): Promise<void>;
}

export interface AuditorPorts {
  /** A reader and nothing else: whoever holds an auditor cannot write to the log through it. */
  readonly log: AuditedLog;
  readonly folder: AuditFolder;
  readonly clock: Clock;
  /** Resolves after so long, or when the signal is raised. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly segmentLinesMax?: number;
}

export interface CaughtUp {
  readonly head: AuditHead;
  readonly isCaughtUp: boolean;
  /** What stands in the way of going on. */
  readonly faults: readonly AuditFault[];
}

export interface Until {
  readonly signal: AbortSignal;
  /** In monotonic time. */
  readonly deadlineMs: number;
}
