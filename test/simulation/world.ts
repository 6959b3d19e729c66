import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_BUDGET, DEFAULT_TENANT, NonEmptyText, OversightSection, type AllowedAction, type Attendance, type ResourceBudget, type RunId } from '../../src/contracts/index.ts';
import { createIds, seededRandom, sha256Hex } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, bringUpToDate, createCounterOperations, createDecider, createLeases, createMemoryStore, openLedger, rulesOf, type Leases, type Ledger, type LedgerRequest, type LedgerStore } from '../../src/ledger/index.ts';
import { openTextIndex } from '../../src/drivers/sqlite/text-index.ts';
import { retrieveTool } from '../../src/library/index.ts';
import { createModelEngine, NOTHING_LEARNT } from '../../src/loops/index.ts';
import { createGateway, createModelDesk, createPrefixWatch, readMeasures } from '../../src/models/index.ts';
import { createRoleBook, roleActions, runSettings, runTask, type RoleBook, type RunOverseers, type ReplayablePorts, type Scratch, type TaskPorts, type TaskRun, type TaskWish } from '../../src/mother/index.ts';
import { approvalsForRun, askPerson, createApprovalKey, provenanceOfRun, resolveStep, settleCancel, watchCancel, withWaysOut } from '../../src/oversight/index.ts';
import { builtinTools, createCatalogue, createJudges, createRateLimiter, detectRunner, toolsOffered, type Tool, type ToolPlace } from '../../src/tools/index.ts';
import { defineTool } from '../../src/tools/registry/define-tool.ts';
import { createToolRunner } from '../../src/tools/runner/run-tool.ts';
import { createTurns } from '../../src/tools/runner/turns.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { sampleKeyPem } from '../support/approval-samples.ts';
import { modelAt } from '../support/gateway-rig.ts';
import { repositoryRoles } from '../support/repository-roles.ts';
import { versionsHere } from '../support/versions-here.ts';
import { chanceFrom, type Chance } from './chance.ts';
import { minds, type Minds } from './minds.ts';
import { mortalStore, newLife, whileAlive, type Crash, type Life } from './mortal-store.ts';
import { drawTask, type SimulatedTask } from './tasks.ts';
import { virtualDisk, type VirtualDisk } from './virtual-disk.ts';
import { virtualPrograms, type VirtualProgram } from './virtual-programs.ts';
import { virtualTime, type VirtualTime } from './virtual-time.ts';

/** Paths are judged by where they lead on this machine: to an empty folder, in which no file ever comes to be. */
const ROOT = join(tmpdir(), 'keelson-simulated');
const PLACE: ToolPlace = { workspace: join(ROOT, 'workspace'), home: join(ROOT, 'home'), platform: 'linux', ownState: [join(ROOT, 'copies')] };

const KEY = createApprovalKey(sampleKeyPem('this installation'));
/** What a role may do in the world beside what its contract names. */
const LETTERS: AllowedAction = { action_id: 'send_letter', category: 'deterministic_tool', description: 'Sends a letter.', constraints: {} };

export interface World {
  readonly seed: number;
  readonly task: SimulatedTask;
  readonly time: VirtualTime;
  readonly disk: VirtualDisk;
  readonly store: LedgerStore;
  readonly minds: Minds;
  readonly chance: Chance;
  readonly key: typeof KEY;
  readonly limits: ResourceBudget['per_run'];
  readonly odds: Odds;
  /** Every letter that left, in order. */
  readonly sent: readonly string[];
  /** A process that works on the task until it ends or dies. */
  start(number: number, crash?: Crash): Started;
  /** What a process here would stand on that goes through the run once more. */
  portsOver(scratch: Scratch): Promise<ReplayablePorts>;
}

/** What is unlike other worlds, most often nothing. */
export interface Odds {
  readonly attendance: Attendance;
  /** How much the only model can take in. */
  readonly contextTokens: number;
  /** Reading a file for a check breaks from this time on, as a defect of ours would. */
  readonly breaksAfterReads: number;
}

export const NO_ODDS: Odds = { attendance: 'attended', contextTokens: 200_000, breaksAfterReads: Number.POSITIVE_INFINITY };

export interface Started {
  readonly life: Life;
  readonly ended: Promise<TaskRun>;
  /** What it was about to write when it died. */
  crashed(): LedgerRequest | undefined;
}

export interface WorldOptions {
  readonly task?: SimulatedTask;
  readonly minds?: (task: SimulatedTask, chance: Chance, time: VirtualTime) => Minds;
  readonly limits?: ResourceBudget['per_run'];
  readonly odds?: Odds;
  readonly rates?: Parameters<typeof virtualPrograms>[1] & { readonly lostLetters: number };
}

let roles: Promise<RoleBook> | undefined;

/** The roles of the repository, of which those that write may also send. */
function rolesHere(): Promise<RoleBook> {
  roles ??= repositoryRoles().then((book) => createRoleBook(book.registry, new Map(book.contracts().map((one) => [one.role_id, one.role_id === 'analyst' ? { ...one, allowed_actions: [...one.allowed_actions, LETTERS] } : one]))));
  return roles;
}

export async function makeWorld(seed: number, options: WorldOptions = {}): Promise<World> {
  mkdirSync(PLACE.workspace, { recursive: true });
  mkdirSync(PLACE.home, { recursive: true });
  const book = await rolesHere();
  const chance = chanceFrom(seed);
  const time = virtualTime();
  const task = options.task ?? drawTask(chance.stream('task'));
  const rates = options.rates ?? { slow: chance.pick([0, 0, 0.2]), broken: chance.pick([0, 0, 0.3]), lostLetters: chance.pick([0, 0, 0.3]) };
  const disk = virtualDisk(PLACE.workspace);
  for (const [path, text] of Object.entries(task.files)) disk.put(path, text);
  const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: time.storeTime });
  await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
  const mind = (options.minds ?? minds)(task, chance.stream('minds'), time);
  const sent: string[] = [];
  const programs: VirtualProgram = () => {
    const isBroken = disk.files.get('src/sum.js')?.includes('BROKEN') === true;
    return { exitCode: isBroken ? 1 : 0, stdout: `# tests 3\n# pass ${isBroken ? 1 : 3}\n# fail ${isBroken ? 2 : 0}\n# cancelled 0\n# skipped 0\n# todo 0\n` };
  };
  const world: World = {
    seed,
    task,
    time,
    disk,
    store,
    minds: mind,
    chance,
    key: KEY,
    limits: options.limits ?? drawLimits(chance.stream('limits')),
    odds: options.odds ?? drawOdds(chance.stream('odds')),
    sent,
    start(number, crash) {
      const life = newLife();
      let crashed: LedgerRequest | undefined;
      const mortal = mortalStore(store, life, crash, (request) => (crashed = request));
      return { life, crashed: () => crashed, ended: whileAlive(life, () => work(number, mortal, partsOf(life))) };
    },
    async portsOver(scratch) {
      const parts = partsOf(newLife());
      return { ...portsOf(parts, scratch), catalogue: createCatalogue([...parts.tools]), place: PLACE };
    },
  };
  const partsOf = (life: Life): ProcessParts => ({ life, world, book, tools: [...builtinTools({ webSearch: {} }).filter(({ definition }) => OFFERED.has(definition.tool_id)), retrieveTool({ openIndex: async () => openTextIndex() }), letterTool(sent, life, time, chance.stream('letters'), rates.lostLetters)], programs: virtualPrograms(programs, rates, time, chance.stream('programs')) });
  return world;
}

/** Most runs have enough; some have too little of one thing. */
function drawLimits(chance: Chance): ResourceBudget['per_run'] {
  const limits = DEFAULT_BUDGET.per_run;
  if (chance.happens(0.7)) return limits;
  return chance.pick([
    { ...limits, max_total_tokens: 60_000 + chance.below(60_000) },
    { ...limits, max_tool_calls: 1 + chance.below(4) },
    { ...limits, max_duration_sec: 5 + chance.below(60) },
    { ...limits, max_cost_usd: 0.02 + chance.draw() / 10 },
  ]);
}

function drawOdds(chance: Chance): Odds {
  return {
    attendance: chance.happens(0.2) ? 'unattended' : 'attended',
    contextTokens: chance.happens(0.1) ? 1_000 + chance.below(8_000) : NO_ODDS.contextTokens,
    breaksAfterReads: chance.happens(0.05) ? chance.below(4) : NO_ODDS.breaksAfterReads,
  };
}

const OFFERED: ReadonlySet<string> = new Set(['read_file', 'write_file', 'list_directory', 'run_tests', 'ask_user', 'delegate']);

const Letter = z.strictObject({ to: NonEmptyText, letter: NonEmptyText });
const LETTER_MS = 700;

/** Sends what cannot be taken back. Some letters leave although their sender hears of a failure, or of nothing. */
function letterTool(sent: string[], life: Life, time: VirtualTime, chance: Chance, lost: number): Tool {
  return defineTool({
    tool_id: 'send_letter',
    tool_name: 'Send a letter',
    category: 'network',
    side_effects: 'destructive',
    priority: 50,
    timeout_ms: 10_000,
    approval_required: true,
    allowed_roles: ['analyst'],
    input: Letter,
    output: z.strictObject({ sent: z.string() }),
    touches: ['network'],
    taint: 'user_trusted_bounded',
    intentions: () => [{ kind: 'remote', server: 'post', name: 'send_letter' }],
    async perform({ letter }, { signal }) {
      await time.wait(LETTER_MS, signal);
      signal.throwIfAborted();
      if (life.isDead) return new Promise<never>(() => undefined);
      sent.push(letter);
      if (chance.happens(lost)) await time.wait(LETTER_MS * 100, signal);
      return { sent: letter };
    },
    show: ({ sent: letter }) => `Sent ${letter}.`,
  }) as Tool;
}

interface ProcessParts {
  readonly life: Life;
  readonly world: World;
  readonly book: RoleBook;
  readonly tools: readonly Tool[];
  readonly programs: ReturnType<typeof virtualPrograms>;
}

/** What a process writes to, and whence it has time and chance. */
type Ground = Pick<TaskPorts, 'leases' | 'clock' | 'ids' | 'random' | 'timer'> & { readonly ledger: Ledger };

/** One process, over the parts of this world. */
async function work(number: number, store: LedgerStore, parts: ProcessParts): Promise<TaskRun> {
  const { life, world: { time, seed, odds, task, limits } } = parts;
  const { clock } = time;
  void life.death.then(() => time.forget(life));
  const random = seededRandom(seed * 64 + number);
  const ids = createIds({ clock, random });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const pause = (ms: number, signal: AbortSignal): Promise<void> => whileAlive(life, () => time.wait(ms, signal));
  const wish: TaskWish = { request: task.request, userId: 'owner', attendance: odds.attendance, engine: 'model', engineReason: 'It is there.', limits, idempotencyKey: sha256Hex(`seed ${seed}`), signal: new AbortController().signal };
  return runTask(wish, portsOf(parts, { ledger, clock, ids, random, timer: time.timerOf(life), leases: seldomRenewed(createLeases({ transact: store.transact.bind(store), pause })) }));
}

/** Everything that main puts together for a run. */
function portsOf(parts: ProcessParts, { ledger, leases, clock, ids, random, timer }: Ground): TaskPorts {
  const { life, world, book } = parts;
  const { time, minds: mind } = world;
  const writerOf = (actor: string) => ledger.log.writerFor({ ...AUTHOR, actor });
  const writer = writerOf('mother');
  const owner = writerOf('owner');
  const model = modelAt('http://127.0.0.1:1/', 'openai_chat', 'simulated', { context_tokens: world.odds.contextTokens }, { location: 'local', keys: [] });
  const pause = (ms: number, signal: AbortSignal): Promise<void> => whileAlive(life, () => time.wait(ms, signal));
  const gateway = createGateway({ models: new Map([['simulated', model]]), answers: (order) => whileAlive(life, () => mind.answers(order)), clock, random, wait: pause, resolveKey: () => Promise.reject(new Error('no key is needed')) });
  const catalogue = createCatalogue([...parts.tools]);
  const contentHash = async (path: string) => (await world.disk.contentNow(path))?.sha256;
  let reads = 0;
  const text = async (path: string): Promise<string | undefined> => {
    if ((reads += 1) > world.odds.breaksAfterReads) throw new TypeError('a defect of ours');
    return world.disk.files.get(path);
  };
  const ports: TaskPorts = {
    ledger,
    writer,
    roleWriters: { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') },
    leases,
    clock,
    ids,
    random,
    timer,
    workspace: PLACE.workspace,
    runSettings: runSettings(),
    measureMemoryMb: () => 100,
    roles: book,
    openOverseers: (runId) => overseersOf(runId),
    openTools: async (runId, { approvals, provenance, ask }, delegate) => ({
      snapshot: world.disk.snapshot,
      close: async () => undefined,
      runner: createToolRunner({
        runId,
        catalogue,
        place: PLACE,
        judges: createJudges(),
        roles: roleActions(book, parts.tools.map(({ definition }) => definition.tool_id)),
        approvals,
        provenance,
        limiter: createRateLimiter(clock),
        log: writer,
        counters: createCounterOperations(writer),
        blobs: ledger.blobs,
        clock,
        timer,
        world: { openFiles: world.disk.open, contentNow: world.disk.contentNow, programs: parts.programs, snapshot: world.disk.snapshot, turns: createTurns(), fetch: () => Promise.reject(new Error('there is no network')), ask: ask ?? (() => Promise.reject(new Error('nobody is asked'))), todos: async () => [], delegate: delegate ?? (() => Promise.reject(new Error('nobody to hand work to'))), askClient: () => Promise.reject(new Error('there is no client')), whenRunEnds: () => undefined },
      }),
    }),
    offeredTools: (roleId) => toolsOffered(catalogue, roleId, { place: PLACE, hasProgram: async () => true }),
    openDesk: (journal) => createModelDesk({ gateway, journal, log: writer, prefixes: createPrefixWatch(), clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(ledger.documents, modelId) }),
    isReadOnly: (toolId) => parts.tools.some(({ definition }) => definition.tool_id === toolId && definition.side_effects === 'read_only'),
    listWorkspace: async () => ({ names: [...world.disk.files.keys()].toSorted(), more: false }),
    memory: NOTHING_LEARNT,
    readWorkspaceFile: text,
    readWorkspaceBytes: async (path) => {
      const found = await text(path);
      return found === undefined ? undefined : Buffer.from(found);
    },
    hasTests: async () => (await detectRunner(world.disk.open(PLACE as never), '.')) !== null,
    versions: versionsHere(book, parts.tools),
    contextTokens: world.odds.contextTokens,
    largestContextTokens: world.odds.contextTokens,
    openEngine: createModelEngine,
    exchangesOf: async () => [],
  };
  async function overseersOf(runId: RunId): Promise<RunOverseers> {
    const { approvals, external } = OversightSection.parse({});
    const asking = { log: writer, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, clock, timer, ids };
    const cancel = watchCancel(runId, { bus: ledger.bus, reader: ledger.log });
    await cancel.caughtUp;
    const known = provenanceOfRun({ runId, distrust: {}, programsReachOut: false, privateValues: [] }, { documents: ledger.documents, blobs: ledger.blobs, contentHash: (_workspace, path) => contentHash(path) });
    return {
      approvals: approvalsForRun(
        { runId, attendance: world.odds.attendance, mode: approvals.mode, triggersOf: book.triggersOf, toolOf: (toolId) => toolIn(parts.tools, toolId), confinement: 'offline' },
        { log: writer, person: { userId: 'owner', log: owner }, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, key: async () => KEY, settings: approvals, clock, ids, random, timer, notify: [] },
      ),
      provenance: withWaysOut(known, { governance: { tenant: DEFAULT_TENANT, data_class: 'internal', privileged: false }, settings: external, ids, clock }),
      // Where nobody is there, nobody is asked; what became of a step is looked up by whoever starts it again.
      ...(world.odds.attendance === 'attended' && { ask: askPerson(runId, asking) }),
      resolveStep: (error, journal, signal) => resolveStep(error, journal, asking, signal),
      cancel,
      cancelReceipt: (protocol, stopped) => settleCancel(protocol, stopped, asking),
    };
  }
  return ports;
}

function toolIn(tools: readonly Tool[], toolId: string) {
  const known = tools.find(({ definition }) => definition.tool_id === toolId)?.definition;
  return known === undefined ? undefined : { category: known.category, sideEffects: known.side_effects };
}

/** As often as is needed in a world that waits for days in a moment. */
const LEASE_RENEWED_MS = 60_000;

function seldomRenewed(leases: Leases): Leases {
  return { ...leases, hold: (lease, owner, options, whileHeld) => leases.hold(lease, owner, { ...options, ttlMs: LEASE_RENEWED_MS * 3, everyMs: LEASE_RENEWED_MS }, whileHeld) };
}
