import { execFile } from 'node:child_process';

export interface ProgramResult {
  /** The exit code; null when it could not be started or was ended. */
  readonly exitCode: number | null;
  readonly output: string;
  /** True when there is no such program that this user may start. */
  readonly missing: boolean;
}

const MAX_OUTPUT_BYTES = 64 * 1024;
/** A folder on the path that this user may not read gives EACCES where ENOENT would be meant. */
const NOT_STARTABLE: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES']);

/** Runs a program without a shell and gives what it printed. Must not throw. */
export function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(program, args, { signal, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      if (error === null) resolve({ exitCode: 0, output, missing: false });
      else {
        const exitCode = typeof error.code === 'number' ? error.code : null;
        resolve({ exitCode, output: output === '' ? error.message : output, missing: NOT_STARTABLE.has(error.code) });
      }
    });
  });
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}
