import type { CheckKind, CriterionCheck, Sha256, StorageRef } from '../../contracts/index.ts';
import type { CheckedWork } from '../work.ts';
import type { CheckFinding } from './finding.ts';

export interface CommandRun {
  /** Null when it did not end by itself. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Where the journal holds this run of it. */
  readonly ref: StorageRef;
}

export interface TestRun extends CommandRun {
  /** Null, like the others, when the output does not say. */
  readonly testsRun: number | null;
  readonly testsPassed: number | null;
  readonly testsFailed: number | null;
  readonly testsSkipped?: number | null;
}

/** What is said with a citation for it. */
export interface BackedClaim {
  readonly claim: string;
  /** Words that it may use without finding them in its sources. */
  readonly context: string;
  /** Everything that was read of the source that is cited here. */
  readonly sourceText: string;
}

export interface QuotedSource {
  readonly quote: string;
  /** The text of the place that is quoted, as it was retrieved; undefined when nothing of that name was. */
  readonly chunkText: string | undefined;
  readonly ref: StorageRef;
  /** The name of the source, where it may be a file: what stands around the quotation is looked up there. */
  readonly source?: string;
  /** Absent where it stands for itself. */
  readonly backs?: BackedClaim;
}

/**
 * How a check reaches the world: as it is now, through recorded effects of whoever runs the task. A port rejects with a
 * KeelsonError when it cannot look.
 */
export interface CheckPorts {
  /** The file as text; undefined when there is none. */
  readFile(path: string): Promise<string | undefined>;
  /** The hash of its bytes. Needed for files that are no text; what cannot be hashed stays open. */
  hashFile?(path: string): Promise<Sha256 | undefined>;
  /** What a command of a check left in the file when it was last run; a file of which that is so was not meddled with. */
  leftByCheck?(path: string): Sha256 | undefined;
  /** What was kept of a file before this run changed it. Without it, tests that were weakened inside a file are not seen. */
  readKept?(ref: StorageRef): Promise<string | undefined>;
  /** Runs it anew, now. A failure inside a pipe must show in the exit code: the port sets `pipefail`. */
  runCommand(command: string): Promise<CommandRun>;
  /** Runs the tests anew, now; with null the project's own command. */
  runTests(command: string | null): Promise<TestRun>;
  /** The citations that the output carries, each with what it points at. */
  citations(): readonly QuotedSource[];
}

export type CheckOf<Kind extends CheckKind> = Extract<CriterionCheck, { kind: Kind }>;

/** One kind of check. It may take for granted that some call of the run completed. */
export type Look<Kind extends CheckKind> = (check: CheckOf<Kind>, work: CheckedWork, ports: CheckPorts) => Promise<CheckFinding>;
