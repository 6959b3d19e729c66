/** A server's program: exactly these words, in this place, with this environment beside the fixed one of the starter. */
export interface ServerProgram {
  readonly argv: readonly [program: string, ...rest: string[]];
  readonly currentFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A running program that is spoken to over its input and output. */
export interface ServerProcess {
  readonly output: AsyncIterable<Uint8Array>;
  readonly errorOutput: AsyncIterable<Uint8Array>;
  /** Rejects when the program no longer reads. */
  write(text: string): Promise<void>;
  endInput(): void;
  /** How it ended, in words such as `exit code 3`; never rejects. By then nothing of its process group is left. */
  readonly ended: Promise<string>;
  /** Asks the whole tree to end. */
  terminate(): void;
  /** Ends the whole tree at once. */
  kill(): void;
}

/** Starts a program, in a sandbox or plainly. Rejects when it cannot be started; inherits nothing of our environment. */
export type StartServerProcess = (program: ServerProgram) => Promise<ServerProcess>;
