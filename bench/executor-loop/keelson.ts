import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_TENANT, Subtask, type AllowedAction, type RunId } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { createIds, invariant, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createCounterOperations, createLeases, openLedger, systemTimer, type LedgerRequest } from '../../src/ledger/index.ts';
import { createModelEngine, NOTHING_LEARNT } from '../../src/loops/index.ts';
import { oversightOfThisMachine } from '../../src/main/oversight-of-this-machine.ts';
import { rolesOfThisMachine } from '../../src/main/roles-of-this-machine.ts';
import { ADAPTERS, createGateway, createHttpAnswers, createModelDesk, createNodeHttp, createPrefixWatch, readMeasures, Secret, waitOrStop, type ModelInUse } from '../../src/models/index.ts';
import { admitRun } from '../../src/mother/budgets/circuit-breaker.ts';
import { runCounterLimits } from '../../src/mother/budgets/budget-units.ts';
import { openRunBudget } from '../../src/mother/budgets/run-budget.ts';
import { createRoleBook, roleActions, runSettings, type TaskPorts } from '../../src/mother/index.ts';
import { holdRun, startRun, withJournal } from '../../src/mother/run-life.ts';
import { openEngine } from '../../src/mother/task/open-engine.ts';
import { createCatalogue, createJudges, createRateLimiter, defineTool, toolsForRun, toolsOffered, type ChosenSandbox, type Tool, type ToolPlace } from '../../src/tools/index.ts';
import { lookUp, MODEL_CALLS, QUESTION, serve, TOOL, TOOL_CALLS, type Contender } from './contender.ts';

/**
 * The executor as runs have it: a run that was started, let in and leased, its journal on SQLite with a full sync at every
 * commit, budgets reserved before and settled after each call, every call judged by policy, contract and taint, everything
 * that is stored checked against its schema. What is around it in a whole run (perceiving, planning, judging) is left out,
 * since no peer has it.
 */

const ROLE = 'analyst';
const GOVERNANCE = { tenant: DEFAULT_TENANT, data_class: 'internal', taint_class: 'owner_typed', privileged: false } as const;
const PACKET = `## task_definition\n${QUESTION}\n\n## current_phase\nexecute\n`;
const CONTEXT_TOKENS = 200_000;
/** No limit of a person's day stops a benchmark. */
const PLENTY = 1_000_000_000;
const ISOLATION = { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false };
/** The tool starts no program, so there is none to confine. */
const NO_SANDBOX: ChosenSandbox = { sandbox: null, decision: { chosen: 'none', isolation: ISOLATION, chosen_by: 'configured', considered: [{ backend: 'none', is_usable: true, detail: 'nothing is started' }] } };

const lookup = defineTool({
  tool_id: TOOL.name,
  tool_name: 'Look up',
  category: 'compute',
  side_effects: 'read_only',
  priority: 50,
  timeout_ms: 10_000,
  allowed_roles: [ROLE],
  input: z.strictObject({ number: z.int() }),
  output: z.strictObject({ text: z.string() }),
  touches: [],
  taint: 'user_trusted_bounded',
  intentions: () => [],
  perform: async ({ number }) => ({ text: lookUp(number) }),
  show: ({ text }) => text,
}) as unknown as Tool;

async function open(serverUrl: string): Promise<Contender> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-bench-run-')));
  const [workspace, data, scratch] = ['workspace', 'data', 'scratch'].map((name) => join(folder, name)) as [string, string, string];
  for (const made of [workspace, data, scratch]) mkdirSync(made);
  const file = join(data, 'ledger.db');
  const store = await openSqliteStore({ file });
  const counted = { commits: 0, events: 0 };
  const transact = (request: LedgerRequest): ReturnType<typeof store.transact> => {
    counted.commits += 1;
    return store.transact(request).then((reply) => ((counted.events += reply.appended.length), reply));
  };
  const [clock, random] = [systemClock, systemRandom];
  const ids = createIds({ clock, random });
  const ledger = await openLedger({ store: { ...store, transact }, setup: BUILTIN_SETUP, clock, ids });
  const writerOf = (actor: string) => ledger.log.writerFor({ actor, governance: GOVERNANCE });
  const [mother, owner] = [writerOf('mother'), writerOf('owner')];
  const roleWriters = { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') };
  const leases = createLeases({ transact, pause: waitOrStop });
  const catalogue = createCatalogue([lookup]);
  const book = await rolesOfThisMachine();
  const actions: AllowedAction[] = [{ action_id: TOOL.name, category: 'deterministic_tool', description: TOOL.description, constraints: {} }];
  const roles = createRoleBook(book.registry, new Map(book.contracts().map((contract) => [contract.role_id, contract.role_id === ROLE ? { ...contract, allowed_actions: actions } : contract])));
  const role = roles.contracts().find(({ role_id }) => role_id === ROLE);
  invariant(role !== undefined, 'the role that works here is one of ours');
  const place: ToolPlace = { workspace, home: join(folder, 'home'), platform: 'linux', ownState: [data] };
  const oversight = oversightOfThisMachine({ places: { currentFolder: workspace, dataFolder: data, userId: process.getuid?.() }, userId: 'owner', ids, sandbox: async () => NO_SANDBOX, roles: async () => roles, network: async () => [], privateValues: [] });
  const http = createNodeHttp({ clock });
  const model: ModelInUse = {
    settings: { model_id: 'bench/bench-model', provider: 'bench', name: 'bench-model', tiers: ['frontier'], capabilities: ['tool_calling'], context_tokens: CONTEXT_TOKENS, output_tokens_max: 4_000, prices: { input: 1, output: 2 } },
    provider: { format: 'openai_chat', base_url: `${serverUrl}/v1`, keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' },
  };
  const gateway = createGateway({ models: new Map([[model.settings.model_id, model]]), answers: createHttpAnswers({ http, adapters: ADAPTERS }), clock, random, wait: waitOrStop, resolveKey: async () => new Secret('none') });
  const prefixes = createPrefixWatch();
  const [judges, limiter] = [createJudges(), createRateLimiter(clock)];
  const settings = runSettings({ budget: { per_user_daily: { max_runs: PLENTY, max_cloud_calls: PLENTY, max_total_tokens: PLENTY * 1_000 }, global: { max_concurrent_runs: 1_000, max_queue_depth: 1_000, max_redis_memory_mb: PLENTY } } });
  const perRun = { ...settings.budget.per_run, max_cloud_calls: PLENTY, max_total_tokens: PLENTY, max_tool_calls: PLENTY };
  const offered = (await toolsOffered(catalogue, ROLE, { place, hasProgram: async () => false })).map(({ definition }) => ({ name: definition.tool_id, description: TOOL.description, parameters: definition.input_schema }));
  const runs = { ledger, owner, mother, roleWriters, leases };
  const ports: TaskPorts = {
    ...runs,
    writer: mother,
    clock,
    ids,
    random,
    timer: systemTimer,
    workspace,
    runSettings: settings,
    measureMemoryMb: () => 1,
    roles,
    openOverseers: (runId) => oversight.forRun({ runId, attendance: 'unattended', place, catalogue }, runs),
    openTools: async (runId, { approvals, provenance }) =>
      toolsForRun({ runId, catalogue, place, judges, roles: roleActions(roles, [TOOL.name]), approvals, provenance, limiter, log: mother, counters: createCounterOperations(mother), blobs: ledger.blobs, clock, timer: systemTimer, chosen: NO_SANDBOX, scratch, copies: join(folder, 'copies', runId), limits: {}, inherited: {}, toolchains: [], programFolders: [] }),
    offeredTools: async () => [lookup],
    openDesk: (journal) => createModelDesk({ gateway, journal, log: mother, prefixes, clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(ledger.documents, modelId) }),
    isReadOnly: () => true,
    listWorkspace: async () => ({ names: [], more: false }),
    memory: NOTHING_LEARNT,
    readWorkspaceFile: async () => undefined,
    readWorkspaceBytes: async () => undefined,
    hasTests: async () => false,
    versions: { prompts: {}, contracts: {}, formulas: {}, tools: {}, server_tools: {}, policy: {}, models: {} },
    contextTokens: CONTEXT_TOKENS,
    largestContextTokens: CONTEXT_TOKENS,
    openEngine: (parts) => createModelEngine(parts),
    exchangesOf: async () => [],
  };

  async function converse(runId: RunId, conversations: number): Promise<void> {
    const overseers = await ports.openOverseers(runId);
    const never = new AbortController().signal;
    try {
      await holdRun(runId, never, ports, async (held, signal) => {
        const day = { userId: 'owner', date: '2026-11-15' };
        const slot = await admitRun({ runId, held, budget: settings.budget, memoryMb: 1, day }, ports);
        const budget = await openRunBudget({ ...ports, runId, held, day, phases: settings.phases });
        await withJournal(runId, held, signal, ports, async (journal) => {
          const tools = await ports.openTools(runId, overseers);
          const runner = budget.overRunner(tools.runner);
          const engine = openEngine({ runId, journal, runner, budget, overseers, ports, startsLarger: false });
          await overseers.provenance.ownerSaid(QUESTION);
          for (let nth = 1; nth <= conversations; nth += 1) {
            const key = `execute/1/${nth}`;
            const begun = await budget.beginRole(key, 1);
            const subtask = Subtask.parse({ subtask_id: ids.mint('sub'), parent_task_id: ids.mint('task'), sequence: 1, role_id: ROLE, intent: QUESTION, context: '', success_criteria: [{ criterion: 'The sum is told', mode: 'verifiable' }] });
            const { modelCalls, calls, report } = await engine.execute({ key: `${key}/attempt-1`, signal, runId, subtask, role: role as NonNullable<typeof role>, attempt: 1, packet: PACKET, tools: offered, blockedTargets: [] });
            invariant(modelCalls === MODEL_CALLS && calls.length === TOOL_CALLS && report.output.includes('90'), 'a conversation takes its course');
            await begun.end();
          }
          await tools.close();
        });
        await slot.giveBack();
      });
    } finally {
      await overseers.cancel.stop();
    }
  }

  return {
    async run(_nth, conversations) {
      const runId = await startRun({ key: `run.start:${ids.mint('cmd')}`, userId: 'owner', request: QUESTION, budget: perRun, limits: runCounterLimits(perRun) }, ports);
      await converse(runId, conversations);
    },
    counts: () => ({ ...counted }),
    fileBytes: () => statSync(file).size + statSync(`${file}-wal`).size,
    async close() {
      http.close();
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
}

await serve(open);
