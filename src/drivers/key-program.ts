import { execFile } from 'node:child_process';
import type { KeyProgram } from '../models/index.ts';

/** A key is short; a program that writes more than this gives something else. */
const MAX_OUTPUT_BYTES = 64 * 1024;
/** A folder on the path that this user may not read gives EACCES where ENOENT would be meant. */
const NOT_STARTABLE: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES']);

/** Runs a program for a key: no shell, no input, and what it writes to its error output is thrown away unread. */
export function keyProgram(environment: Readonly<Record<string, string | undefined>>): KeyProgram {
  return ([program = '', ...args], timeoutMs) =>
    new Promise((resolve) => {
      const child = execFile(program, args, { env: { ...environment }, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true }, (error, stdout) => {
        const exitCode = typeof error?.code === 'number' ? error.code : null;
        resolve({
          exitCode: error === null ? 0 : exitCode,
          output: error === null ? stdout : '',
          isMissing: NOT_STARTABLE.has(error?.code),
          isTimedOut: error?.killed === true && error.signal === 'SIGKILL',
        });
      });
      // A program that asks a question on its input must not wait for an answer that never comes.
      child.stdin?.end();
    });
}
