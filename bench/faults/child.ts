/** Starts workload processes, hears what they acknowledge, and ends them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile, type Program } from './bundle.ts';
import type { ChildOrder } from './workload-child.ts';

/** Compiled code is kept between starts, so that a round costs a fraction of a second. */
const COMPILE_CACHE = join(tmpdir(), 'keelson-faults-compile-cache');
/** A child that takes longer hangs, which is a fault of its own. */
const CHILD_MS_MAX = 60_000;

export interface ChildEnd {
  readonly lines: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isHung: boolean;
  readonly errors: string;
}

export interface ChildOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each whole line and how many there are with it. */
  readonly onLine?: (line: string, count: number, kill: () => void) => void;
  readonly onStart?: (kill: () => void) => void;
  /** Words to start the program with, such as those of a tracer. */
  readonly under?: readonly string[];
}

export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  mkdirSync(COMPILE_CACHE, { recursive: true });
  return { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, UV_USE_IO_URING: '0', NODE_OPTIONS: '', ...more };
}

export function runChild(order: ChildOrder, options: ChildOptions = {}): Promise<ChildEnd> {
  return runProgram('workload-child', order, options);
}

export async function runProgram(program: Program, order: unknown, { environment = {}, onLine, onStart, under = [] }: ChildOptions = {}): Promise<ChildEnd> {
  const [command = process.execPath, ...words] = [...under, process.execPath, await programFile(program), JSON.stringify(order)];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment(environment) });
  return endOf(child, onLine, onStart);
}

function endOf(child: ChildProcess, onLine: ChildOptions['onLine'], onStart: ChildOptions['onStart']): Promise<ChildEnd> {
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  let isHung = false;
  const kill = (): void => void child.kill('SIGKILL');
  const watch = setTimeout(() => {
    isHung = true;
    kill();
  }, CHILD_MS_MAX);
  child.stdout?.on('data', (chunk: Buffer) => {
    const pieces = (rest + chunk.toString()).split('\n');
    rest = pieces.pop() ?? '';
    for (const line of pieces) {
      lines.push(line);
      onLine?.(line, lines.length, kill);
    }
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.on('spawn', () => onStart?.(kill));
  return new Promise((resolve) => {
    child.on('error', (error) => (errors += error.message));
    // Only when its pipes are closed has everything been heard that it said before it died.
    child.on('close', (code, signal) => {
      clearTimeout(watch);
      resolve({ lines, code, signal, isHung, errors });
    });
  });
}

/** Does rounds, numbered from 1, so many at once, as long as more are wanted when one could begin. */
export async function inParallel(width: number, isWanted: (round: number) => boolean, work: (round: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (isWanted(begun + 1)) {
      begun += 1;
      await work(begun);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}
