import { spawn, type ChildProcess } from 'node:child_process';
import type { KeyProgram, KeyProgramResult } from '../models/index.ts';

/** A key is short; a program that writes more than this gives something else. */
const MAX_OUTPUT_BYTES = 64 * 1024;
/** A folder on the path that this user may not read gives EACCES where ENOENT would be meant. */
const NOT_STARTABLE: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES']);

const NOTHING: KeyProgramResult = { exitCode: null, output: '', isMissing: false, isTimedOut: false };

/**
 * Runs a program for a key: no shell, no input, and what it writes to its error output is thrown away unread. It leads a
 * process group of its own, so that whatever it started ends with it when it takes too long or says too much.
 */
export function keyProgram(environment: Readonly<Record<string, string | undefined>>): KeyProgram {
  return ([program = '', ...args], timeoutMs) =>
    new Promise((resolve) => {
      // Without an input, a program that asks a question does not wait for an answer that never comes.
      const child = spawn(program, args, { env: { ...environment }, stdio: ['ignore', 'pipe', 'ignore'], detached: true, windowsHide: true });
      const pieces: Buffer[] = [];
      let bytes = 0;
      const onExit = (): void => killGroup(child);
      const end = (result: KeyProgramResult): void => {
        clearTimeout(timer);
        process.off('exit', onExit);
        child.stdout.destroy();
        resolve(result);
      };
      const timer = setTimeout(() => {
        killGroup(child);
        end({ ...NOTHING, isTimedOut: true });
      }, timeoutMs);
      process.once('exit', onExit);
      child.stdout.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes <= MAX_OUTPUT_BYTES) return;
        killGroup(child);
        end(NOTHING);
      });
      child.once('error', (error: NodeJS.ErrnoException) => end({ ...NOTHING, isMissing: NOT_STARTABLE.has(error.code) }));
      child.once('close', (exitCode) => end({ ...NOTHING, exitCode, output: exitCode === 0 ? Buffer.concat(pieces).toString('utf8') : '' }));
    });
}

/** The group has the number of its leader. Windows has no such groups; there the program alone is ended. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended by itself.
  }
}
