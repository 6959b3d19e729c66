import { createInterface } from 'node:readline';
import type { Terminal } from '../cli/index.ts';

const DEFAULT_COLUMNS = 80;
/** Wider lines are hard to read, whatever the window. */
const MAX_COLUMNS = 110;

/** The real terminal. A reader that goes away (`| head`) ends the writing quietly. */
export function processTerminal(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, noColour: boolean): Terminal {
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  return {
    writeOut: (text) => write(stdout, text),
    writeError: (text) => write(stderr, text),
    readLines: (signal) => createInterface({ input: stdin, crlfDelay: Infinity, signal }),
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    columns: Math.min(stdout.columns ?? DEFAULT_COLUMNS, MAX_COLUMNS),
    colour: stdout.isTTY === true && !noColour,
  };
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    // Called with an error when the reader has gone; that ends the wait just as well.
    else stream.write(text, () => resolve());
  });
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
