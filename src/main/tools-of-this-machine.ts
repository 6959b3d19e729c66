import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LedgerForRuns, ToolsPorts } from '../commands/index.ts';
import { DEFAULT_TENANT, MemorySection, ToolsSection, toolPinned, documentKey, ToolPin, type Name } from '../contracts/index.ts';
import { keyProgram, sandboxDrivers } from '../drivers/index.ts';
import { createIds, hasCode, KeelsonError, systemClock, systemRandom } from '../kernel/index.ts';
import { BUILTIN_SETUP, createCounterOperations, createDocuments, createLeases, openLedger, systemTimer, todosOf, type LedgerStore } from '../ledger/index.ts';
import { createKeys, waitOrStop, type Environment } from '../models/index.ts';
import {
  chooseSandbox,
  createJudges,
  createRateLimiter,
  fetchThrough,
  filteringProxy,
  findToolchains,
  guardedFetch,
  isProgramIn,
  mcpServers,
  plainServerProcesses,
  readMadeTools,
  SYSTEM_PATH,
  toolsForRun,
  workspaceSnapshot,
  type ChosenSandbox,
  type FilteringProxy,
  type McpPorts,
  type McpServers,
  type RoleActions,
  type Tool,
  type ToolCatalogue,
  type ToolPlace,
} from '../tools/index.ts';
import { openScratch } from './conversation-scratch.ts';
import type { ConfigurationPlaces } from './configuration.ts';
import { findConfiguration, readConfiguration } from './configuration.ts';
import type { LedgersOnDisk } from './ledger-admin.ts';
import { learningFromRuns, memoryForRuns } from './memory-for-runs.ts';
import { ALL_SERVERS_TIMEOUT_MS, offeredTools } from './offered-tools.ts';
import { keysIn } from './configuration-models.ts';
import { once } from './once.ts';
import { inheritRuns, isHolderGone, leasesOfProcess } from './process-leases.ts';
import { rolesOfServerTools, rolesOfThisMachine } from './roles-of-this-machine.ts';
import { oversightOfThisMachine } from './oversight-of-this-machine.ts';
import { sessionTools } from './session-tools.ts';
import { sweepCopies } from './sweep-copies.ts';

export interface ToolsOfThisMachine extends ToolsPorts {
  /** Ends every program, server and proxy that was started. */
  close(): Promise<void>;
}

export interface ToolsOptions {
  readonly places: ConfigurationPlaces;
  readonly home: string;
  readonly environment: Environment;
  readonly platform: string;
  readonly version: string;
  readonly ledgers: Pick<LedgersOnDisk, 'open' | 'openToRead' | 'openOrCreate' | 'fileOf'>;
  /** Told of every ledger that runs are worked on in. */
  readonly onRuns?: (tenant: Name, store: LedgerStore) => void;
  readonly drafts?: ToolsPorts['drafts'];
}

/** Where this very program lies; when that is inside a workspace, no program there may change it. */
const INSTALLED_IN = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Who runs a tool from this machine's command line; a person has no account here yet. */
const LOCAL_USER: Name = 'owner';

const GOVERNANCE = { tenant: DEFAULT_TENANT, data_class: 'internal', taint_class: 'owner_typed', privileged: false } as const;

/** Everything that tools need of this machine. Nothing is probed, started or opened before it is needed. */
export function toolsOfThisMachine({ places, home, environment, platform, version, ledgers, onRuns, drafts }: ToolsOptions): ToolsOfThisMachine {
  const ids = createIds({ clock: systemClock, random: systemRandom });
  const limiter = createRateLimiter(systemClock);
  const roleBook = once(rolesOfThisMachine);
  const nodeFolder = dirname(process.execPath);
  const keys = createKeys({ environment, platform, run: keyProgram(environment) });
  const settings = once(async () => ToolsSection.parse((await readConfiguration(places))?.config.tools ?? {}));
  const runSettings = once(async () => {
    const [configuration, mother] = await Promise.all([readConfiguration(places), import('../mother/index.ts')]);
    return mother.runSettings(configuration?.config.runs);
  });
  const sandbox = once(async (): Promise<ChosenSandbox> => {
    const { backend } = (await settings()).sandbox;
    return chooseSandbox(await sandboxDrivers({ clock: systemClock, nameOf: () => ids.mint('run') }), backend === 'auto' ? null : backend, AbortSignal.timeout(PROBE_TIMEOUT_MS));
  });
  const memorySettings = async (): Promise<MemorySection> => MemorySection.parse((await readConfiguration(places))?.config.memory ?? {});
  const opened = new Map<LedgerStore, Promise<LedgerForRuns>>();
  const runsOn = (store: LedgerStore, tenant: Name): Promise<LedgerForRuns> => {
    const known = opened.get(store) ?? openRuns(store, ids, memorySettings);
    if (!opened.has(store)) onRuns?.(tenant, store);
    opened.set(store, known);
    return known;
  };
  const ledger = async (): Promise<LedgerForRuns> => runsOn(await ledgers.openOrCreate(DEFAULT_TENANT), DEFAULT_TENANT);
  const documents: ToolsPorts['documents'] = async () => {
    const store = await ledgers.openToRead(DEFAULT_TENANT);
    if (store === undefined) return undefined;
    const known = createDocuments(store, BUILTIN_SETUP.projections);
    try {
      // A list is given only where every projection stands, and not only the one that is asked for.
      await known.list(documentKey.toolRegistry(), { limit: 1 });
      return known;
    } catch (error) {
      // A newer program keeps more documents than an older one left behind: whoever opens the ledger folds them.
      const opened = hasCode(error, 'ledger.projection_stale') ? await ledgers.open(DEFAULT_TENANT) : undefined;
      if (opened === undefined) throw error;
      return (await runsOn(opened, DEFAULT_TENANT)).ledger.documents;
    }
  };
  const place = async (workspace = places.currentFolder): Promise<ToolPlace> => {
    const folder = await realpath(workspace).catch((error: unknown) => Promise.reject(workspaceMissing(workspace, error)));
    if (!(await stat(folder)).isDirectory()) throw workspaceNoFolder(workspace);
    const configuration = findConfiguration(places);
    return { workspace: folder, home, platform, ownState: [places.dataFolder, ...(configuration === undefined ? [] : [configuration])] };
  };
  const toolchainsFor = async (workspace: string) => findToolchains({ home, workspace, named: (await settings()).sandbox.readable, nodeFolder });
  const toolchains = once(async () => toolchainsFor((await place()).workspace));
  const pathFolders = async (): Promise<string[]> => [...(await toolchains()).programFolders, ...SYSTEM_PATH];
  const serverPortsIn = async (workspace: string): Promise<McpPorts> => ({
    workspace,
    version,
    startProcess: plainServerProcesses({ PATH: (await pathFolders()).join(':'), HOME: home, LANG: 'C.UTF-8' }),
    resolveKey: async (server, source) => (await keys.resolve(`mcp ${server}`, source)).reveal(),
    pins: {
      get: async (toolId) => {
        const stored = (await (await documents())?.get(documentKey.toolPin(toolId)))?.body;
        return stored === undefined ? null : ToolPin.parse(stored);
      },
      accept: async (pin) => void (await (await ledger()).owner.append({ key: `tool-pin:${pin.tool_id}:${pin.definition_hash}`, events: [{ type: toolPinned.type, streamId: pin.tool_id, payload: pin }] })),
    },
    fetchElsewhere: fetchThrough(guardedFetch),
    allowedRoles: await rolesOfServerTools(),
  });
  const servers = once(async (): Promise<McpServers> => mcpServers((await settings()).mcp, await serverPortsIn((await place()).workspace)));
  const accept: ToolsPorts['accept'] = async (pin) => {
    forget();
    const { owner } = await ledger();
    await owner.append({ key: `tool-pin:${pin.tool_id}:${ids.mint('cmd')}`, events: [{ type: toolPinned.type, streamId: pin.tool_id, payload: { ...pin, accepted_by: LOCAL_USER } }] });
  };
  const brought = sessionTools({ portsIn: serverPortsIn, accept, taken: async () => Object.keys((await settings()).mcp), timeoutMs: ALL_SERVERS_TIMEOUT_MS });
  const proxy = once(async (): Promise<{ readonly listening: FilteringProxy; readonly folder: string } | undefined> => {
    const allow = (await settings()).sandbox.network;
    if (allow.length === 0) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'keelson-proxy-'));
    return { listening: await filteringProxy({ allow, listen: { socketPath: join(folder, 'proxy.sock') } }), folder };
  });
  const proxySocket = async (): Promise<string | undefined> => {
    const place = (await proxy())?.listening.place;
    return place !== undefined && 'socketPath' in place ? place.socketPath : undefined;
  };
  const madeHere = async (): Promise<readonly Tool[]> => {
    const known = await documents();
    return known === undefined ? [] : readMadeTools(known);
  };
  const { offered, forget } = offeredTools({ settings, servers, keys, made: madeHere, brought: brought.listOf, withoutEffect: async () => (await toolchains()).withoutEffect.map(({ path, reason }) => ({ name: `sandbox.readable ${path}`, reason })) });
  /** A role may use what its contract names. */
  const roles = ({ tools }: ToolCatalogue): RoleActions => ({
    async allowedActions(roleId) {
      const { roleActions } = await import('../mother/index.ts');
      return roleActions(await roleBook(), tools.map(({ definition }) => definition.tool_id)).allowedActions(roleId);
    },
  });
  const copiesOf = (name: string): string => join(places.dataFolder, 'copies', name);
  const judges = createJudges();
  return {
    place,
    offered,
    sandbox,
    oversight: oversightOfThisMachine({ places, userId: LOCAL_USER, ids, sandbox, roles: roleBook, network: async () => (await settings()).sandbox.network, privateValues: keysIn(environment) }),
    judges,
    roles,
    roleBook,
    runSettings,
    isHolderGone: (owner) => isHolderGone(owner),
    measureMemoryMb: () => Math.ceil(process.memoryUsage.rss() / BYTES_PER_MB),
    documents,
    ledger,
    async existingLedger(tenant) {
      const store = await ledgers.open(tenant);
      return store === undefined ? undefined : runsOn(store, tenant);
    },
    accept,
    sessionTools: brought,
    async openTools(runId, where, { approvals, provenance, ask, client }, { ledger: whole, mother: writer, leases }, catalogue, delegate) {
      await sweepCopies(copiesOf(''), leases);
      const scratch = await openScratch(places.dataFolder, runId, whole.documents);
      const { sandbox: wanted } = await settings();
      const socket = await proxySocket();
      const { readable, programFolders } = await toolchainsFor(where.workspace);
      const tools = toolsForRun({
        runId,
        place: where,
        catalogue,
        judges,
        roles: roles(catalogue),
        approvals,
        provenance,
        limiter,
        log: writer,
        counters: createCounterOperations(writer),
        blobs: whole.blobs,
        clock: systemClock,
        timer: systemTimer,
        chosen: await sandbox(),
        todos: () => todosOf(runId, whole.documents),
        scratch: scratch.path,
        copies: copiesOf(runId),
        limits: Object.fromEntries(Object.entries(wanted.limits).filter(([, value]) => value !== undefined)),
        inherited: environment,
        toolchains: readable,
        programFolders,
        alsoProtected: isWithin(INSTALLED_IN, where.workspace) ? [INSTALLED_IN] : [],
        ...(socket !== undefined && { proxySocket: socket }),
        ...(delegate !== undefined && { delegate }),
        ...(ask !== undefined && { ask }),
        ...(client !== undefined && { client }),
      });
      return {
        ...tools,
        async close() {
          await tools.close();
          await scratch.close();
        },
      };
    },
    snapshot: (where) => workspaceSnapshot(where, copiesOf(ids.mint('cmd'))),
    hasProgram: async (name) => isProgramIn(await pathFolders(), name),
    ledgerFile: ledgers.fileOf,
    userId: LOCAL_USER,
    ...(drafts !== undefined && { drafts }),
    clock: systemClock,
    ids,
    random: systemRandom,
    timer: systemTimer,
    async close() {
      const opened = proxy.isCalled() ? await proxy().catch(() => undefined) : undefined;
      await opened?.listening.close();
      if (opened !== undefined) await rm(opened.folder, { recursive: true, force: true });
      if (servers.isCalled()) await (await servers()).close();
      await brought.close();
      if (sandbox.isCalled()) await (await sandbox().catch(() => undefined))?.sandbox?.close();
    },
  };
}

const BYTES_PER_MB = 1_000_000;

/** How long one look for a sandbox may take. */
const PROBE_TIMEOUT_MS = 10_000;

async function openRuns(store: LedgerStore, ids: ReturnType<typeof createIds>, memorySettings: () => Promise<MemorySection>): Promise<LedgerForRuns> {
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids });
  const writerOf = (actor: Name) => ledger.log.writerFor({ actor, governance: GOVERNANCE });
  const roleWriters = { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') };
  const mother = writerOf('mother');
  const openMemory = (await memorySettings()).enabled ? memoryForRuns({ ledger, solver: roleWriters.solver, recalls: writerOf('memory'), clock: systemClock, ids }) : undefined;
  const leases = leasesOfProcess(createLeases({ transact: store.transact.bind(store), pause: waitOrStop, inherit: inheritRuns(mother) }));
  const dream: NonNullable<LedgerForRuns['dream']> = async (...pass) => (await import('./dreams.ts')).dreamsOver({ ledger, writer: writerOf('dreamer'), leases, clock: systemClock, ids })(...pass);
  const learn = learningFromRuns({ ledger, writer: writerOf('memory'), leases, clock: systemClock, ids });
  return { ledger, owner: writerOf(LOCAL_USER), mother, roleWriters, leases, ...(openMemory !== undefined && { openMemory, dream, learn }) };
}

function workspaceMissing(workspace: string, cause: unknown): KeelsonError<'path.missing'> {
  return new KeelsonError('path.missing', { message: `There is no folder ${workspace}.`, nextStep: 'Name a folder that is there after --workspace.', data: { path: workspace }, cause });
}

function workspaceNoFolder(workspace: string): KeelsonError<'path.wrong_kind'> {
  return new KeelsonError('path.wrong_kind', { message: `${workspace} is a file, not a directory to work in.`, nextStep: 'Name the folder that it lies in after --workspace, and the file in the task.', data: { path: workspace, expected: 'directory', found: 'file' } });
}
