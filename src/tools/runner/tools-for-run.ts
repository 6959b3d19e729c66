import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CLIENT_TOOL_PREFIX, type RunId, type SandboxLimits, type TodoItem } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import type { Timer } from '../../ledger/index.ts';
import { guardedFetch } from '../network/guarded-fetch.ts';
import { workspaceFiles } from '../paths/open-workspace-files.ts';
import type { ToolPlace } from '../registry/tool.ts';
import { DEVELOPER_LIMITS } from '../sandbox/default-limits.ts';
import { profileFor, type ListedName } from '../sandbox/profile.ts';
import type { ChosenSandbox } from '../sandbox/sandbox.ts';
import { contentNow } from './content-now.ts';
import type { ClientPort, DelegateWork, Question } from './hands.ts';
import { openPrograms } from './programs.ts';
import { createToolRunner, type ToolRunner, type ToolRunnerPorts } from './run-tool.ts';
import { createTurns } from './turns.ts';
import { workspaceSnapshot, type WorkspaceSnapshot } from './workspace-snapshot.ts';

/** What the tools of one run need of the machine. */
export interface ToolsForRunOptions extends Omit<ToolRunnerPorts, 'world'> {
  readonly runId: RunId;
  readonly place: ToolPlace;
  readonly chosen: ChosenSandbox;
  /** Folders of this run alone, outside the workspace: one that programs see as /tmp, one for copies that they never see. */
  readonly scratch: string;
  readonly copies: string;
  readonly limits: Partial<SandboxLimits>;
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Folders with programs that are readable beside the system's own. */
  readonly toolchains: readonly string[];
  readonly programFolders: readonly string[];
  /** Places in the workspace that programs may read but not change, beside the usual ones. */
  readonly alsoProtected?: readonly string[];
  /** Where the filtering proxy listens; without it programs have no network. */
  readonly proxySocket?: string;
  /** The list of the conversation; without it there is none yet. */
  todos?(): Promise<readonly TodoItem[]>;
  /** Without it no work can be handed over. */
  readonly delegate?: DelegateWork;
  /** Whoever brought functions; without it there are none. */
  readonly client?: ClientPort;
  /** Without it there is nobody to ask. */
  ask?(question: Question, signal: AbortSignal): Promise<string>;
  readonly clock: Clock;
  readonly timer: Timer;
}

export interface ToolsForRun {
  readonly runner: ToolRunner;
  readonly snapshot: WorkspaceSnapshot;
  /** Ends every program that is still running and removes the copies. */
  close(): Promise<void>;
}

/** Everything that a run calls tools with. */
export function toolsForRun(options: ToolsForRunOptions): ToolsForRun {
  const { place, scratch, toolchains, proxySocket } = options;
  const snapshot = workspaceSnapshot(place, options.copies);
  const programs = openPrograms({
    chosen: options.chosen,
    inherited: options.inherited,
    programFolders: options.programFolders,
    profile: (workspaceAccess, { keepsPlaces }) =>
      profileFor({ ...place, scratch, toolchains, workspaceAccess, keepsPlaces, listNames, alsoProtected: options.alsoProtected ?? [], limits: { ...DEVELOPER_LIMITS, ...options.limits }, ...(proxySocket !== undefined && { network: { proxySocket } }) }),
  });
  const atEnd: (() => Promise<void>)[] = [];
  const ask = options.ask ?? ((question) => Promise.reject(nobodyToAsk(question)));
  const { client } = options;
  const runner = createToolRunner({ ...options, world: { openFiles: workspaceFiles, contentNow: (path) => contentNow(place.workspace, path), programs, snapshot, turns: createTurns(), fetch: guardedFetch, ask, todos: options.todos ?? (async () => []), delegate: options.delegate ?? (() => Promise.reject(nobodyToDelegateTo(options.runId))), askClient: client?.ask ?? (({ name }) => Promise.reject(nobodyToAsk({ question: name, options: [] }))), whenRunEnds: (work) => void atEnd.push(work) } });
  return {
    runner: client === undefined ? runner : tellingClient(runner, client),
    snapshot,
    async close() {
      await programs.close();
      for (const work of atEnd) await work();
      await snapshot.close();
    },
  };
}

/** Tells whoever brought functions that calls of them are on their way. */
function tellingClient(runner: ToolRunner, client: ClientPort): ToolRunner {
  return {
    async call(call) {
      if (!call.toolId.startsWith(CLIENT_TOOL_PREFIX)) return runner.call(call);
      const over = client.begin(call.path ?? call.key);
      return runner.call(call).finally(over);
    },
  };
}

async function listNames(folder: string): Promise<readonly ListedName[]> {
  const entries = await readdir(join(folder), { withFileTypes: true }).catch(() => []);
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

function nobodyToAsk({ question }: Question): KeelsonError<'tool.nobody_to_ask'> {
  return new KeelsonError('tool.nobody_to_ask', {
    message: 'There is nobody here who could answer a question.',
    nextStep: 'Go on without the answer, or end with what is open.',
    data: { question },
  });
}

function nobodyToDelegateTo(runId: RunId): KeelsonError<'run.child_refused'> {
  return new KeelsonError('run.child_refused', { message: 'No work can be handed over here.', nextStep: 'Do it yourself, or end with what is open.', data: { run_id: runId, detail: 'nobody to hand it to' } });
}
