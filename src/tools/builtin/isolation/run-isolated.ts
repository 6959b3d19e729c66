import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeelsonError, STEADY_WASM_FLAG } from '../../../kernel/index.ts';
import { toolFailure } from '../tool-failure.ts';
import type { TaskAnswer, TaskRequest } from './task-refusal.ts';

/** Work on bytes that somebody else made, in a library that might hang, grow or crash on them. */
export interface IsolatedTask {
  readonly toolId: string;
  /** A file that calls `serveTask`. */
  readonly module: URL;
  /** Anything that can be cloned. */
  readonly input: unknown;
  readonly timeoutMs: number;
  readonly heapMbMax: number;
  /** For libraries that are not written in JavaScript: they are held by the process, not by its permissions. */
  readonly allowsAddons?: boolean;
  readonly signal: AbortSignal;
}

/** What is kept of what a crashing process says. */
const LAST_WORDS_CHARS_MAX = 2_000;
const DETAIL_CHARS_MAX = 300;
/** The task's own end comes after ours, so that it is only ever needed when nobody is left. */
const OWN_END_GRACE_MS = 2_000;

const PACKAGE_ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Runs a task in a process of its own: it sees no environment, can read our own code and libraries and nothing else,
 * writes nothing, starts no program, and is killed at its time or when the call is stopped. Its output is ours to trust
 * in shape, since the module is ours, and in nothing else.
 */
export async function runIsolated<Output>(task: IsolatedTask): Promise<Output> {
  task.signal.throwIfAborted();
  const child = fork(task.module, [], {
    execArgv: nodeFlags(task),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const isGone = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(timedOut(task)), task.timeoutMs);
  try {
    const request: TaskRequest = { input: task.input, endAfterMs: task.timeoutMs + OWN_END_GRACE_MS };
    const answer = await answerOf(child, request, task, AbortSignal.any([task.signal, ending.signal]));
    if (answer.kind === 'done') return answer.output as Output;
    throw answer.kind === 'refused' ? toolFailure(task.toolId, answer.message, answer.nextStep) : broken(task.toolId, answer.detail);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await isGone;
  }
}

function answerOf(child: ChildProcess, request: TaskRequest, task: IsolatedTask, signal: AbortSignal): Promise<TaskAnswer> {
  return new Promise((resolve, reject) => {
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-LAST_WORDS_CHARS_MAX)));
    child.once('message', (answer: TaskAnswer) => resolve(answer));
    child.once('error', reject);
    child.once('close', () => reject(endedEarly(task, lastWords)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // A process that ends before it has read the request says so by closing.
    child.send(request, () => undefined);
  });
}

export function nodeFlags({ heapMbMax, allowsAddons = false }: Pick<IsolatedTask, 'heapMbMax' | 'allowsAddons'>): string[] {
  return [
    '--permission',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
    '--allow-worker',
    ...(allowsAddons ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMbMax}`,
    STEADY_WASM_FLAG,
    '--no-warnings',
  ];
}

/** Our own package, and the folder of libraries when a package manager put it elsewhere. */
function readableFolders(): string[] {
  const library = createRequire(import.meta.url).resolve('htmlparser2');
  const marker = `${sep}node_modules${sep}`;
  const libraries = library.slice(0, library.indexOf(marker) + marker.length);
  return libraries.startsWith(PACKAGE_ROOT) ? [PACKAGE_ROOT] : [PACKAGE_ROOT, libraries];
}

function timedOut({ toolId, timeoutMs }: IsolatedTask): KeelsonError<'tool.timed_out'> {
  return new KeelsonError('tool.timed_out', {
    message: `The tool ${toolId} was stopped after ${timeoutMs} ms.`,
    nextStep: 'Ask for less at once, or allow more time where the tool takes a time limit.',
    data: { tool_id: toolId, timeout_ms: timeoutMs },
  });
}

function endedEarly({ toolId, heapMbMax }: IsolatedTask, lastWords: string): KeelsonError {
  if (!lastWords.includes('heap out of memory')) return broken(toolId, 'the process that did the work ended without an answer');
  return toolFailure(toolId, `The work needed more than ${heapMbMax} MB of memory and was stopped.`, 'Use a smaller input, or ask for a part of it.');
}

function broken(toolId: string, detail: string): KeelsonError<'tool.failed'> {
  return toolFailure(
    toolId,
    `The tool ${toolId} could not work with what it was given: ${detail.slice(0, DETAIL_CHARS_MAX)}.`,
    'Check that the input is what it claims to be; a damaged one can often be repaired by the program that made it.',
  );
}
