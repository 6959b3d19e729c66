import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { LogEntry, RunId, TaskCancelProtocol, ToolApprovalAnswer, WireFormat } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, systemClock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createCounterOperations, createLeases, openLedger, systemTimer, type Documents, type Ledger, type Log, type LogWriter } from '../../src/ledger/index.ts';
import { ADAPTERS, createGateway, createHttpAnswers, createModelDesk, createNodeHttp, createPrefixWatch, readMeasures, Secret, startScriptedServer, waitOrStop, type ReceivedRequest, type ScriptedServer, type ScriptedServerOptions } from '../../src/models/index.ts';
import { runWithModel, type ModelRun, type ModelRunPorts, type ModelWish, type RunOverseers } from '../../src/mother/index.ts';
import { builtinTools, createCatalogue, createJudges, createRateLimiter, toolsForRun, toolsOffered, TYPED_BY_OWNER, type ApprovalRequest, type Tool, type ToolPlace } from '../../src/tools/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { modelAt } from '../support/gateway-rig.ts';
import { ledgerInMemory } from '../support/ledger-in-memory.ts';
import { plainSandbox } from '../support/runner-rig.ts';

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

export interface ModelRunRigOptions {
  readonly turns: ScriptedServerOptions['scenario']['turns'];
  readonly format?: WireFormat;
  readonly tools?: readonly Tool[];
  readonly onRequest?: (request: ReceivedRequest) => void;
  readonly answer?: (request: ApprovalRequest) => ToolApprovalAnswer | Promise<ToolApprovalAnswer>;
  readonly overseers?: (parts: RigParts) => Partial<RunOverseers>;
}

export interface ModelRunRig {
  readonly server: ScriptedServer;
  readonly folder: string;
  readonly log: Log;
  readonly writer: LogWriter;
  readonly documents: Documents;
  readonly asked: readonly ApprovalRequest[];
  run(wish?: Partial<ModelWish>, ports?: Partial<ModelRunPorts>): Promise<ModelRun>;
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  entries(): Promise<readonly LogEntry[]>;
  told(type: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** What was sent to the model, body by body. */
  sent(): { messages: Record<string, unknown>[]; tools?: unknown[] }[];
}

/** A person who is there and says yes to nothing, and whose every word is their own. */
function plainOverseers(request: NonNullable<ModelRunRigOptions['answer']>, asked: ApprovalRequest[]): RunOverseers {
  return {
    approvals: { request: async (one) => (asked.push(one), request(one)) },
    provenance: { ...TYPED_BY_OWNER, ownerSaid: () => undefined, wasTold: () => undefined, judgeAnswer: () => ({ verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'owner_typed', sources: [] }) },
    cancel: { signal: new AbortController().signal, requested: () => undefined, stop: () => undefined },
    cancelReceipt: () => Promise.reject(new Error('nobody cancels here')),
  };
}

/** Runs in a ledger in memory: a scripted model over real HTTP, the tools that come with Keelson, a real folder. */
export async function modelRunRig({ turns, format = 'openai_chat', tools = builtinTools({ webSearch: {} }), onRequest, answer = () => ({ answer: 'denied', reason: 'nobody is there' }), overseers }: ModelRunRigOptions): Promise<ModelRunRig> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'keelson-model-run-')));
  closers.push(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'workspace');
  await mkdir(folder);
  await mkdir(join(base, 'scratch'));
  const server = await startScriptedServer({ scenario: { turns }, ...(onRequest && { onRequest }) });
  closers.push(() => server.close());
  const http = createNodeHttp({ clock: systemClock });
  closers.push(() => http.close());
  const { store } = await ledgerInMemory();
  const clock = fixedClock(1_800_000_000_000);
  const random = seededRandom(1);
  const ids = createIds({ clock, random });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  closers.push(() => ledger.close());
  const { log, blobs, documents } = ledger;
  const writer = log.writerFor(AUTHOR);
  const asked: ApprovalRequest[] = [];
  const place: ToolPlace = { workspace: folder, home: join(base, 'home'), platform: 'linux', ownState: [join(base, 'copies')] };
  const catalogue = createCatalogue(tools);
  const model = modelAt(server.url, format, 'scripted', {}, { location: 'local', keys: [] });
  const gateway = createGateway({ models: new Map([['scripted', model]]), answers: createHttpAnswers({ http, adapters: ADAPTERS }), clock: systemClock, random, wait: async () => undefined, resolveKey: async () => new Secret('sk-test-0123456789') });
  const portsOver = (author: LogWriter): ModelRunPorts => ({
    ledger: { log, blobs },
    writer: author,
    leases: createLeases({ transact: store.transact.bind(store), pause: waitOrStop }),
    clock,
    ids,
    random,
    timer: systemTimer,
    workspace: folder,
    openOverseers: async (runId) => ({ ...plainOverseers(answer, asked), ...overseers?.({ runId, workspace: folder, ledger, writer }) }),
    offeredTools: (roleId) => toolsOffered(catalogue, roleId, { place, hasProgram: async () => true }),
    contextTokens: 200_000,
    openDesk: (journal) => createModelDesk({ gateway, journal, log: author, prefixes: createPrefixWatch(), clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId) }),
    openTools: async (runId, { approvals, provenance, ask }) =>
      toolsForRun({
        runId,
        catalogue,
        place,
        judges: createJudges(),
        roles: { allowedActions: async (roleId) => tools.filter(({ definition }) => definition.allowed_roles.includes(roleId)).map(({ definition }) => ({ action_id: definition.tool_id, category: 'deterministic_tool', description: definition.tool_name, constraints: {} })) },
        approvals,
        provenance,
        limiter: createRateLimiter(clock),
        log: author,
        counters: createCounterOperations(author),
        blobs,
        clock,
        timer: systemTimer,
        chosen: plainSandbox(),
        scratch: join(base, 'scratch'),
        copies: join(base, 'copies'),
        limits: {},
        inherited: {},
        toolchains: [],
        programFolders: [],
        ...(ask && { ask }),
      }),
  });
  const entries = () => log.readAll({ limit: 10_000 });
  return {
    server,
    folder,
    log,
    writer,
    documents,
    asked,
    run: (wish = {}, changes = {}) => runWithModel({ request: 'What is in notes.txt?', userId: 'owner', idempotencyKey: 'one', signal: new AbortController().signal, ...wish }, { ...portsOver(changes.writer ?? writer), ...changes }),
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    entries,
    told: async (type) => (await entries()).flatMap(({ event }) => (event.type === type && event.payload !== null ? [event.payload] : [])),
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
