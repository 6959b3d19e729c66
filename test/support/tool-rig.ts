import { access, constants, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { KeelsonError, systemClock, type Clock } from '../../src/kernel/index.ts';
import type { GuardedFetch } from '../../src/tools/network/guarded-request.ts';
import { workspaceFiles } from '../../src/tools/paths/open-workspace-files.ts';
import type { WorkspaceFilesHooks } from '../../src/tools/paths/workspace-files.ts';
import type { ProgramIntention, Tool, ToolIntention } from '../../src/tools/registry/tool.ts';
import type { FunctionToCall, ProgramRun, Question, ToolHands } from '../../src/tools/runner/hands.ts';
import { sample } from './sample-values.ts';
import { startPlainProgram, type PlainProgram } from './plain-programs.ts';

/**
 * Hands for one tool at a time, on a real folder with real programs, without the runner and without a sandbox. As under
 * the runner, a program runs only when the tool told of exactly it before. Everything is removed after each test.
 */
export interface ToolRig {
  /** The workspace, with every link resolved. */
  readonly folder: string;
  readonly hands: ToolHands;
  /** Every program that ran, in order. */
  readonly programs: readonly ProgramRun[];
  write(path: string, content: string | Uint8Array): Promise<void>;
  read(path: string): Promise<string>;
  /** Checks the input as the runner does, takes the intentions, performs, and checks the output against its contract. */
  call<Input, Output>(tool: Tool<Input, Output>, input: NoInfer<Partial<Input>>): Promise<Output>;
  /** What the tool throws, as its code and message. */
  failure<Input, Output>(tool: Tool<Input, Output>, input: NoInfer<Partial<Input>>): Promise<{ code: string; message: string; nextStep: string }>;
}

export interface ToolRigOptions {
  readonly fetch?: GuardedFetch;
  readonly answer?: (question: Question) => string;
  readonly client?: (asked: FunctionToCall) => Promise<string>;
  readonly delegate?: ToolHands['delegate'];
  readonly todos?: ToolHands extends { todos(): Promise<infer Items> } ? Items : never;
  readonly clock?: Clock;
  /** Programs that are said not to be there. */
  readonly without?: readonly string[];
  readonly platform?: string;
  /** Beside the fixed ones of the sandbox; what a person's own shell would hold. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What happens around each change of a file. */
  readonly fileHooks?: WorkspaceFilesHooks;
}

const SANDBOX_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PROGRAM_TIMEOUT_MS = 120_000;
const OUTPUT_BYTES_MAX = 1_000_000;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export async function toolRig(options: ToolRigOptions = {}): Promise<ToolRig> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-tools-')));
  const home = await realpath(await mkdtemp(join(tmpdir(), 'keelson-home-')));
  closers.push(() => Promise.all([folder, home].map((path) => rm(path, { recursive: true, force: true }))));
  const programs: ProgramRun[] = [];
  let decided: readonly ToolIntention[] = [];

  const start = (run: ProgramRun): PlainProgram => {
    if (!decided.some((intention) => 'argv' in intention && isSameProgram(intention, run))) throw notDecided(run);
    programs.push(run);
    return startPlainProgram(
      {
        argv: run.argv,
        currentFolder: run.currentFolder,
        environment: { PATH: SANDBOX_PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', ...options.environment, ...run.environment },
        ...(run.input !== undefined && { input: run.input }),
      },
      { timeoutMs: run.timeoutMs ?? PROGRAM_TIMEOUT_MS, outputBytesMax: run.outputBytesMax ?? OUTPUT_BYTES_MAX, signal: new AbortController().signal },
    );
  };

  const hands: ToolHands = {
    place: { workspace: folder, home, platform: options.platform ?? process.platform, ownState: [] },
    caller: { runId: sample.runId, roleId: 'research', call: 'execute/1/1/attempt-1/turn-1/tool-1' },
    files: workspaceFiles({ workspace: folder, home, ownState: [] }, options.fileHooks),
    run: (run) => start(run).ended,
    background: backgroundPrograms(start),
    fetch: options.fetch ?? (() => Promise.reject(new Error('this test gave no network'))),
    todos: async () => options.todos ?? [],
    delegate: options.delegate ?? (() => Promise.reject(new Error('this test hands nothing over'))),
    askClient: (asked) => (options.client ? options.client(asked) : Promise.reject(new Error('this test has no client'))),
    ask: (question) => (options.answer ? Promise.resolve(options.answer(question)) : Promise.reject(nobodyToAsk(question))),
    hasProgram: async (name) => !options.without?.includes(name) && (await isOnPath(name, options.environment?.['PATH'] ?? SANDBOX_PATH)),
    clock: options.clock ?? systemClock,
    signal: new AbortController().signal,
  };

  const call = async <Input, Output>(tool: Tool<Input, Output>, input: NoInfer<Partial<Input>>): Promise<Output> => {
    const parsed = tool.input === null ? (input as Input) : tool.input.parse(input);
    decided = tool.intentions(parsed, hands.place);
    const output = await tool.perform(parsed, hands);
    expect(tool.output === null ? output : tool.output.parse(output)).toEqual(output);
    return output;
  };

  return {
    folder,
    hands,
    programs,
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    call,
    failure: async (tool, input) => {
      const outcome: unknown = await call(tool, input).catch((error: unknown) => error);
      if (!(outcome instanceof KeelsonError)) throw new Error('the call should have failed with a KeelsonError', { cause: outcome });
      return { code: outcome.code, message: outcome.message, nextStep: outcome.nextStep };
    },
  };
}

function backgroundPrograms(start: (run: ProgramRun) => PlainProgram): ToolHands['background'] {
  const started: { run: ProgramRun; program: PlainProgram; exitCode: number | null; isRunning: boolean }[] = [];
  const find = (processId: number): PlainProgram => {
    const one = started[processId - 1];
    if (one === undefined) {
      throw new KeelsonError('tool.failed', { message: `No program has the number ${processId}.`, nextStep: 'List the programs that were started.', data: { tool_id: 'background', detail: 'unknown' } });
    }
    return one.program;
  };
  return {
    start: (run) => {
      const one = { run, program: start(run), exitCode: null as number | null, isRunning: true };
      closers.push(() => one.program.kill());
      void one.program.ended.then(({ exitCode }) => Object.assign(one, { exitCode, isRunning: false }));
      return Promise.resolve({ processId: started.push(one) });
    },
    list: () => started.map(({ run, exitCode, isRunning }, at) => ({ processId: at + 1, argv: run.argv, isRunning, exitCode })),
    output: (processId) => find(processId).output(),
    kill: (processId) => {
      find(processId).kill();
      return find(processId).ended;
    },
  };
}

function isSameProgram(told: ProgramIntention, run: ProgramRun): boolean {
  const words = ({ argv, currentFolder, environment }: ProgramIntention): string => JSON.stringify([argv, currentFolder, Object.entries(environment).toSorted()]);
  return words(told) === words(run);
}

async function isOnPath(name: string, path: string): Promise<boolean> {
  for (const folder of path.split(':')) {
    if (await access(join(folder, name), constants.X_OK).then(() => true, () => false)) return true;
  }
  return false;
}

function notDecided(run: ProgramRun): KeelsonError {
  return new KeelsonError('tool.not_decided', { message: 'This program was not told of before the call.', nextStep: 'Name it in the intentions.', data: { tool_id: 'rig', subject: run.argv.join(' ') } });
}

function nobodyToAsk({ question }: Question): KeelsonError {
  return new KeelsonError('tool.nobody_to_ask', { message: 'There is nobody to ask.', nextStep: 'Give the test an answer.', data: { question } });
}
