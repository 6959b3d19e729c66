import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { sendSignal, signalTree } from './process-tree.ts';
import type { ServerProcess, StartServerProcess } from './server-process.ts';

const running = new Set<number>();
let watchesOwnEnd = false;

/** Starts servers without a sandbox, each in a process group of its own. `fixed` is all they have beside what is configured. */
export function plainServerProcesses(fixed: Readonly<Record<string, string>>): StartServerProcess {
  return ({ argv: [program, ...rest], currentFolder, environment }) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, rest, { cwd: currentFolder, env: { ...fixed, ...environment }, stdio: 'pipe', detached: true, windowsHide: true });
      child.on('error', reject);
      child.once('spawn', () => resolve(processOf(child)));
    });
}

function processOf(child: ChildProcessWithoutNullStreams): ServerProcess {
  const pid = child.pid ?? 0;
  endWithUs(pid);
  // A pipe that breaks is told by `ended` and by the write that it failed.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      running.delete(pid);
      // What it started and left behind goes with it.
      sendSignal(-pid, 'SIGKILL');
      resolve(signal === null ? `exit code ${exitCode ?? 0}` : `signal ${signal}`);
    });
  });
  return {
    output: child.stdout,
    errorOutput: child.stderr,
    write: (text) => new Promise((resolve, reject) => void child.stdin.write(text, (error) => (error ? reject(error) : resolve()))),
    endInput: () => void child.stdin.end(),
    ended,
    terminate: () => isRunning(child) && signalTree(pid, 'SIGTERM'),
    kill: () => isRunning(child) && signalTree(pid, 'SIGKILL'),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode === null && signalCode === null;
}

/** A group of its own would outlive us. */
function endWithUs(pid: number): void {
  running.add(pid);
  if (watchesOwnEnd) return;
  watchesOwnEnd = true;
  process.once('exit', () => {
    for (const one of running) signalTree(one, 'SIGKILL');
  });
}
