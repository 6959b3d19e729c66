import { addAbortSignal, type Readable } from 'node:stream';
import type { Terminal } from '../cli/index.ts';
import { splitLines } from './lines.ts';

const DEFAULT_COLUMNS = 80;
/** Wider lines are hard to read, whatever the window. */
const MAX_COLUMNS = 110;

export interface TerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly noColour: boolean;
  readonly edit?: Terminal['edit'];
  readonly openPage?: Terminal['openPage'];
  /** What the environment says of the width, for when nothing on this side is a window. */
  readonly columnsWished?: string | undefined;
  /** Called when standard output can take no more: with nothing when its reader left, else with the fault. */
  readonly onOutputEnd: (fault: Error | undefined) => void;
}

/** The real terminal. */
export function processTerminal({ stdin, stdout, stderr, noColour, columnsWished, onOutputEnd, edit, openPage }: TerminalOptions): Terminal {
  stdout.on('error', (error: NodeJS.ErrnoException) => onOutputEnd(error.code === 'EPIPE' ? undefined : error));
  // Whoever does not listen to complaints loses only the complaints.
  stderr.on('error', () => {});
  return {
    writeOut: (text) => write(stdout, text),
    writeError: (text) => write(stderr, text),
    readLines: (signal) => splitLines(untilAborted(stdin, signal)),
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    columns: Math.min(stdout.columns || columnsOf(columnsWished) || stderr.columns || DEFAULT_COLUMNS, MAX_COLUMNS),
    colour: stdout.isTTY === true && !noColour,
    repaints: stdout.isTTY === true && stderr.isTTY === true && !noColour,
    ...(edit !== undefined && { edit }),
    ...(openPage !== undefined && { openPage }),
  };
}

/** Fewer would leave no room for a word. */
const MIN_COLUMNS = 20;

function columnsOf(wished: string | undefined): number | undefined {
  const columns = Number(wished);
  return Number.isInteger(columns) && columns > 0 ? Math.max(columns, MIN_COLUMNS) : undefined;
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    // Called with an error when the text was not taken; the stream's own handler deals with that.
    else stream.write(text, () => resolve());
  });
}

/** Ends quietly where an aborted stream would throw. */
async function* untilAborted(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* addAbortSignal(signal, stream) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
