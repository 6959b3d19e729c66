import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { captureOutput, headAndTail, type CaptureRoom, type CapturedOutput } from '../../tools/index.ts';
import { descriptorCovers } from './inherited-descriptors.ts';

/** Where the start script inside the sandbox tells how far it came. */
export const STATUS_FD = 3;
/** The first of the descriptors over which a backend reads what it is sent. */
export const FIRST_SENT_FD = 4;

/** What is really started: the backend's own program with its arguments. */
export interface Launch {
  readonly command: readonly [program: string, ...rest: string[]];
  /** Of the backend's program; what the sandboxed program sees is sent over a descriptor. */
  readonly environment: Readonly<Record<string, string>>;
  /** Texts to read from descriptor 4, 5, …: not on the command line, which every user of the machine can read. */
  readonly sent: readonly (string | Uint8Array)[];
  readonly input: string | Uint8Array | 'open' | 'none';
  /** The descriptor after those sent stays open until `openGate`; the start script waits for it. */
  readonly isGated: boolean;
  /** Where the backend's own program starts; it makes no difference to one that is held. */
  readonly currentFolder?: string;
}

export interface LaunchedProcess {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: () => CapturedOutput;
  readonly stderr: () => CapturedOutput;
  /** Both outputs in the order in which they came. */
  readonly both: () => CapturedOutput;
  /** What the start script said; resolves at its last word, which is when the program takes its place. */
  readonly status: Promise<string>;
  /** Resolves when the process has ended and nobody holds its outputs any more. */
  readonly closed: Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly exited: Promise<void>;
  /** Lets the start script go on to the program. */
  openGate(): void;
  /** Lets go of outputs that something outside the tree still holds. */
  releaseOutputs(): void;
}

const STATUS_BYTES_MAX = 4_096;

/** Rejects with the system's error when the program cannot be started at all. */
export async function launchProcess(launch: Launch, outputBytesMax: number): Promise<LaunchedProcess> {
  const [program, ...args] = launch.command;
  const piped = [...launch.sent, ...(launch.isGated ? ['gate'] : [])];
  const child = spawn(program, args, {
    env: { ...launch.environment },
    cwd: launch.currentFolder ?? '/',
    // A session of its own: no terminal to write to or to ask for a password on, and a group to end.
    detached: true,
    stdio: [launch.input === 'none' ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe', ...piped.map(() => 'pipe' as const), ...descriptorCovers(FIRST_SENT_FD + piped.length)],
  });
  const spawned = new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  // Sent at once: the backend is reading already, and every turn of the event loop that it waits is lost.
  launch.sent.forEach((text, at) => send(child.stdio[FIRST_SENT_FD + at] as Writable, text));
  if (launch.input !== 'none' && launch.input !== 'open' && child.stdin !== null) send(child.stdin, launch.input);
  // A program may end without having read its input.
  child.stdin?.on('error', () => undefined);

  const status = statusOf(child);
  const stdout = captured(child.stdout, headAndTail(outputBytesMax));
  const stderr = captured(child.stderr, headAndTail(outputBytesMax));
  const both = captureOutput({ headBytes: 0, tailBytes: outputBytesMax });
  child.stdout?.on('data', (chunk: Buffer) => both.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => both.push(chunk));
  const closed = new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve) => child.once('close', (exitCode, signal) => resolve({ exitCode, signal })));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await spawned;
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    stdout,
    stderr,
    both: () => both.captured(),
    status,
    closed,
    exited,
    openGate: () => (launch.isGated ? send(child.stdio[FIRST_SENT_FD + launch.sent.length] as Writable, 'go\n') : undefined),
    releaseOutputs: () => [child.stdout, child.stderr].forEach((stream) => stream?.destroy()),
  };
}

function send(stream: Writable, text: string | Uint8Array): void {
  // The reader may have failed before it read; what it says on its own outputs tells why.
  stream.on('error', () => undefined);
  stream.end(text);
}

function captured(stream: Readable | null, room: CaptureRoom): () => CapturedOutput {
  const capture = captureOutput(room);
  stream?.on('data', (chunk: Buffer) => capture.push(chunk));
  return () => capture.captured();
}

function statusOf(child: ChildProcess): Promise<string> {
  const stream = child.stdio[STATUS_FD] as Readable;
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      if (text.length < STATUS_BYTES_MAX) text += chunk.toString('utf8');
      if (text.includes('\n')) resolve(text.trim());
    });
    stream.on('close', () => resolve(text.trim()));
    stream.on('error', () => resolve(text.trim()));
  });
}
