import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { DEFAULT_BUDGET, FinalResult, resultText, type AllowedAction, type LogEntry, type RunId, type TaskCancelProtocol, type ToolApprovalAnswer, type WireFormat } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, systemClock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createCounterOperations, createLeases, openLedger, systemTimer, type Documents, type Ledger, type LedgerStore, type Log, type LogWriter } from '../../src/ledger/index.ts';
import { createModelEngine, NOTHING_LEARNT, type Engine } from '../../src/loops/index.ts';
import { ADAPTERS, createGateway, createHttpAnswers, createModelDesk, createNodeHttp, createPrefixWatch, readMeasures, Secret, startScriptedServer, waitOrStop, type ReceivedRequest, type ScriptedServer, type ScriptedServerOptions } from '../../src/models/index.ts';
import { createRoleBook, roleActions, runSettings, runTask, type EngineParts, type RoleBook, type RunOverseers, type TaskPorts, type TaskRun, type TaskWish } from '../../src/mother/index.ts';
import { builtinTools, bytesNow, createCatalogue, createJudges, createRateLimiter, detectRunner, toolsForRun, toolsOffered, TYPED_BY_OWNER, workspaceFiles, type ApprovalRequest, type Tool, type ToolCatalogue, type ToolPlace } from '../../src/tools/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { artifactSamples } from './artifact-samples.ts';
import { modelAt } from './gateway-rig.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';
import { repositoryRoles } from './repository-roles.ts';
import { plainSandbox } from './runner-rig.ts';
import { versionsHere } from './versions-here.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What a rig hands to whoever makes overseers of its own. */
export interface RigParts {
  readonly runId: RunId;
  readonly workspace: string;
  readonly ledger: Ledger;
  readonly writer: LogWriter;
}

export interface TaskRigOptions {
  readonly turns: ScriptedServerOptions['scenario']['turns'];
  readonly format?: WireFormat;
  readonly tools?: readonly Tool[];
  readonly onRequest?: (request: ReceivedRequest) => void;
  readonly answer?: (request: ApprovalRequest) => ToolApprovalAnswer | Promise<ToolApprovalAnswer>;
  readonly overseers?: (parts: RigParts) => Partial<RunOverseers>;
  /** A ledger that is there already, and the folder in which it was begun; else both are new. */
  readonly begun?: { readonly store: LedgerStore; readonly base: string };
  /** What the engine does otherwise than it does in every rig. */
  readonly engine?: (parts: EngineParts) => Partial<Engine>;
}

/** What a run of a rig is written to, and whence it has time and chance. */
export type RigGround = Pick<TaskPorts, 'leases' | 'clock' | 'ids' | 'random' | 'timer'> & { readonly ledger: Ledger; readonly workspace?: string };

export interface TaskRig {
  readonly server: ScriptedServer;
  readonly folder: string;
  readonly log: Log;
  readonly writer: LogWriter;
  readonly documents: Documents;
  readonly blobs: Ledger['blobs'];
  readonly asked: readonly ApprovalRequest[];
  /** What its runs stand on. */
  readonly ports: TaskPorts;
  readonly place: ToolPlace;
  /** The same in another folder. */
  portsIn(workspace: string): TaskPorts;
  /** The same over another ledger. */
  portsOver(ground: RigGround): TaskPorts & { readonly catalogue: ToolCatalogue; readonly place: ToolPlace };
  /** `through` wraps every writer of the run, those of its roles too. */
  run(wish?: Partial<TaskWish>, ports?: Partial<TaskPorts>, through?: (writer: LogWriter) => LogWriter): Promise<TaskRun & { readonly answer: string }>;
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  entries(): Promise<readonly LogEntry[]>;
  told(type: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** What was sent to the model, body by body. */
  sent(): { messages: Record<string, unknown>[]; tools?: unknown[] }[];
}

/** What a worker hands back at the end of its work. */
export function finishes(output: string): { readonly type: 'tool_call'; readonly name: string; readonly arguments: never } {
  const report = { status: 'completed', output, confidence: { score: 0.9, rationale: 'It was seen.' }, risk: { level: 'low', rationale: 'It stays here.' }, artifacts: [], next_actions: [] };
  return { type: 'tool_call', name: 'finish', arguments: report as never };
}

/** The role that every rig gives its one subtask to. */
const WORKER = 'coder';

/** A person who is there and says yes to nothing, and whose every word is their own. */
function plainOverseers(request: NonNullable<TaskRigOptions['answer']>, asked: ApprovalRequest[]): RunOverseers {
  return {
    approvals: { request: async (one) => (asked.push(one), request(one)) },
    provenance: { ...TYPED_BY_OWNER, ownerSaid: () => undefined, wasTold: () => undefined, judgeAnswer: () => ({ verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'owner_typed', sources: [] }) },
    cancel: { signal: new AbortController().signal, requested: () => undefined, stop: () => undefined },
    cancelReceipt: () => Promise.reject(new Error('nobody cancels here')),
  };
}

/**
 * Understands a task as it stands, plans one subtask with one criterion, and calls it met when a call completed. The work
 * itself is the real executor with the real tools: that is what these runs are about.
 */
export function plainEngine(parts: EngineParts): Engine {
  const { execute } = createModelEngine(parts);
  return {
    kind: 'model',
    perceive: async ({ taskId, request }) => ({ task_id: taskId, intent: request, constraints: { scope: null, deadline: null }, raw_input: request }),
    plan: async ({ task, mintSubtask }) => ({
      decision: 'plan',
      why: 'One step.',
      plan: {
        task_id: task.task_id,
        task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }],
        subtasks: [{ subtask_id: await mintSubtask(1), parent_task_id: task.task_id, sequence: 1, role_id: WORKER, intent: task.intent, context: '', tools: [], success_criteria: [{ criterion: 'It was looked at', mode: 'verifiable', required: true }] }],
      },
    }),
    execute,
    judgeSubtask: async ({ result }) => {
      const shown = result.tool_calls.findIndex(({ outcome }) => outcome === 'completed') + 1;
      return shown === 0 ? { unresolved: 'No call shows it.' } : { verdicts: [{ criterion: 1, verdict: 'met', failure_class: null, tool_calls: [shown], evidence: 'A call shows it.' }], what_was_wrong: '', what_to_do: '' };
    },
    judgeTask: async () => ({ verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'The subtask shows it.' }], summary: 'It is done.' }),
    reviewCode: async () => artifactSamples.CriticReport as never,
    giveUp: async () => undefined,
  };
}

/** The worker may use every tool that is open to its name: what stops a call here is policy, taint or a person, and no contract. */
async function rolesFor(tools: readonly Tool[]): Promise<RoleBook> {
  const book = await repositoryRoles();
  const actions = tools.filter(({ definition }) => definition.allowed_roles.includes(WORKER)).map(({ definition }): AllowedAction => ({ action_id: definition.tool_id, category: 'deterministic_tool', description: definition.tool_name, constraints: {} }));
  return createRoleBook(book.registry, new Map(book.contracts().map((contract) => [contract.role_id, contract.role_id === WORKER ? { ...contract, allowed_actions: actions } : contract])));
}

/** Runs of tasks in a ledger in memory: a scripted model over real HTTP, the tools that come with Keelson, a real folder. */
export async function taskRig({ turns, format = 'openai_chat', tools = builtinTools({ webSearch: {} }), onRequest, answer = () => ({ answer: 'denied', reason: 'nobody is there' }), overseers, begun, engine }: TaskRigOptions): Promise<TaskRig> {
  const base = begun?.base ?? (await realpath(await mkdtemp(join(tmpdir(), 'keelson-task-'))));
  closers.push(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'workspace');
  await mkdir(folder);
  await mkdir(join(base, 'scratch'));
  const server = await startScriptedServer({ scenario: { turns }, ...(onRequest && { onRequest }) });
  closers.push(() => server.close());
  const http = createNodeHttp({ clock: systemClock });
  closers.push(() => http.close());
  const store = begun?.store ?? (await ledgerInMemory()).store;
  const clock = fixedClock(1_800_000_000_000);
  const random = seededRandom(1);
  const ids = createIds({ clock, random });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  closers.push(() => ledger.close());
  const { log, documents } = ledger;
  const writer = log.writerFor(AUTHOR);
  const asked: ApprovalRequest[] = [];
  const place: ToolPlace = { workspace: folder, home: join(base, 'home'), platform: 'linux', ownState: [join(base, 'copies')] };
  const catalogue = createCatalogue(tools);
  const roles = await rolesFor(tools);
  const model = modelAt(server.url, format, 'scripted', { context_tokens: 200_000 }, { location: 'local', keys: [] });
  const gateway = createGateway({ models: new Map([['scripted', model]]), answers: createHttpAnswers({ http, adapters: ADAPTERS }), clock: systemClock, random, wait: async () => undefined, resolveKey: async () => new Secret('sk-test-0123456789') });
  const ground: RigGround = { ledger, leases: createLeases({ transact: store.transact.bind(store), pause: waitOrStop }), clock, ids, random, timer: systemTimer };
  const portsThrough = (through: (writer: LogWriter) => LogWriter, { ledger, leases, clock, ids, random, timer, workspace = folder }: RigGround = ground): TaskPorts => {
    const here: ToolPlace = { ...place, workspace };
    const writerOf = (actor: string): LogWriter => through(ledger.log.writerFor({ ...AUTHOR, actor }));
    const mother = through(ledger.log.writerFor(AUTHOR));
    return {
      ledger,
      writer: mother,
      roleWriters: { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') },
      leases,
      clock,
      ids,
      random,
      timer,
      workspace,
      runSettings: runSettings(),
      measureMemoryMb: () => 100,
      roles,
      openOverseers: async (runId) => ({ ...plainOverseers(answer, asked), ...overseers?.({ runId, workspace, ledger, writer: mother }) }),
      openTools: async (runId, { approvals, provenance, ask }, delegate) =>
        toolsForRun({
          runId,
          catalogue,
          place: here,
          judges: createJudges(),
          roles: roleActions(roles, tools.map(({ definition }) => definition.tool_id)),
          approvals,
          provenance,
          limiter: createRateLimiter(clock),
          log: mother,
          counters: createCounterOperations(mother),
          blobs: ledger.blobs,
          clock,
          timer,
          chosen: plainSandbox(),
          scratch: join(base, 'scratch'),
          copies: join(base, 'copies'),
          limits: {},
          inherited: {},
          toolchains: [],
          programFolders: [],
          ...(ask && { ask }),
          ...(delegate && { delegate }),
        }),
      offeredTools: (roleId) => toolsOffered(catalogue, roleId, { place: here, hasProgram: async () => true }),
      openDesk: (journal) => createModelDesk({ gateway, journal, log: mother, prefixes: createPrefixWatch(), clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(ledger.documents, modelId) }),
      isReadOnly: (toolId) => tools.some(({ definition }) => definition.tool_id === toolId && definition.side_effects === 'read_only'),
      listWorkspace: async () => ({ names: [], more: false }),
      memory: NOTHING_LEARNT,
      readWorkspaceFile: (path) => readFile(join(workspace, path), 'utf8').catch(() => undefined),
      readWorkspaceBytes: (path) => bytesNow(workspace, path),
      hasTests: async () => (await detectRunner(workspaceFiles(here), '.')) !== null,
      versions: versionsHere(roles, tools),
      contextTokens: 200_000,
      largestContextTokens: 200_000,
      openEngine: (parts) => ({ ...plainEngine(parts), ...engine?.(parts) }),
      exchangesOf: async () => [],
    };
  };
  const entries = () => log.readAll({ limit: 10_000 });
  const told: TaskRig['told'] = async (type) => (await entries()).flatMap(({ event }) => (event.type === type && event.payload !== null ? [event.payload] : []));
  return {
    server,
    folder,
    log,
    writer,
    documents,
    blobs: ledger.blobs,
    asked,
    ports: portsThrough((one) => one),
    place,
    portsIn: (workspace) => portsThrough((one) => one, { ...ground, workspace }),
    portsOver: (other) => ({ ...portsThrough((one) => one, other), catalogue, place }),
    async run(wish = {}, changes = {}, through = (one) => one) {
      const ended = await runTask({ request: 'What is in notes.txt?', userId: 'owner', attendance: 'attended', engine: 'model', engineReason: 'It is there.', limits: DEFAULT_BUDGET.per_run, idempotencyKey: 'one', signal: new AbortController().signal, ...wish }, { ...portsThrough(through), ...changes });
      const given = (await told('run.result_given')).find(({ run_id: runId }) => runId === ended.runId);
      return { ...ended, answer: given === undefined ? '' : resultText(FinalResult.parse(given['result']).output) };
    },
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    entries,
    told,
    sent: () => server.requests().map(({ body }) => body as { messages: Record<string, unknown>[] }),
  };
}

/** A cancellation that somebody asks for in the middle of a run. */
export function cancelSwitch(): { readonly cancel: RunOverseers['cancel']; ask(runId: RunId, handling: TaskCancelProtocol['in_flight_handling']): void } {
  const stop = new AbortController();
  let protocol: TaskCancelProtocol | undefined;
  return {
    cancel: { signal: stop.signal, requested: () => protocol, stop: () => undefined },
    ask(runId, handling) {
      protocol = {
        cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never,
        task_id: 'task_01JCQZ9Y5D0000000000000001' as never,
        run_id: runId,
        requested_by_ref: 'owner',
        cancel_scope: 'entire_run',
        target_refs: [],
        in_flight_handling: handling,
        side_effect_policy: 'do_not_cancel_executed_side_effects',
        candidate_disposition: 'retain_for_manual_review',
        source_workspace_disposition: 'retain_records',
        learning_signal_policy: 'suppress_success_signals',
        created_at: '2026-11-15T09:00:00.000Z',
        schema_version: '1.0',
      };
      if (handling !== 'finish_current_step_then_stop') stop.abort();
    },
  };
}
