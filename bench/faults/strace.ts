import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TRACED_CALLS, TRACED_STRING_BYTES } from './trace.ts';

let missing: string | undefined | null = null;

/** Why system calls cannot be traced here; undefined where they can. */
export function whyNoStrace(): string | undefined {
  if (missing === null) {
    const tried = spawnSync('strace', ['-f', '-y', '-xx', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
    missing = tried.error === undefined && tried.status === 0 ? undefined : `strace does not work here (${tried.error?.message ?? tried.stderr.trim()})`;
  }
  return missing;
}

/** The words before a program that write down everything it does to files. */
export function tracedTo(output: string): string[] {
  return ['strace', '-f', '-y', '-xx', '-s', String(TRACED_STRING_BYTES), '-e', 'signal=none', '-e', `trace=${TRACED_CALLS}`, '-o', output];
}

export interface InjectedFault {
  readonly call: 'fsync' | 'fdatasync' | 'pwrite64' | 'write' | 'ftruncate';
  readonly error: 'EIO' | 'ENOSPC';
  /** The first call that fails, and how many go well between two that fail. */
  readonly first: number;
  readonly step: number;
}

/** The same with failures, but only of calls on these files. */
export function tracedWithFault(output: string, files: readonly string[], { call, error, first, step }: InjectedFault): string[] {
  return [...tracedTo(output), ...files.flatMap((file) => ['-P', file]), '-e', `inject=${call}:error=${error}:when=${first}+${step}`];
}

export function readTraceText(files: readonly string[]): string {
  return files.map((file) => readFileSync(file, 'latin1')).join('');
}
