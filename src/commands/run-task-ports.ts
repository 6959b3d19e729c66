import { CLIENT_TOOL_PREFIX, documentKey, SessionState, type SessionEarlier, type ApprovalMode, type Attendance, type ClientFunctions, type RoleId, type RunEngine, type SessionId, type ToolRouteDecision } from '../contracts/index.ts';
import type { Exchange } from '../loops/index.ts';
import type { EngineParts, TaskPorts } from '../mother/index.ts';
import type { ToolCatalogue, ToolPlace, WorkspaceFiles } from '../tools/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenedModels } from './open-models.ts';
import { versionsAtHand } from './run-versions.ts';
import { setInForce } from './solver-sets.ts';
import type { ToolsPorts } from './tools-ports.ts';

export interface TaskSurroundings {
  readonly ports: ToolsPorts;
  readonly runs: LedgerForRuns;
  readonly place: ToolPlace;
  readonly catalogue: ToolCatalogue;
  readonly attendance: Attendance;
  readonly mode?: ApprovalMode;
  readonly engine: RunEngine;
  readonly models?: OpenedModels;
  readonly functions?: ClientFunctions;
  /** For a request that one tool answers alone. */
  readonly routed?: ToolRouteDecision;
}

/** As many as a person takes in at a glance; a plan can have more listed with a tool. */
const FOLDER_NAMES_MAX = 60;

/** An engine that asks no model has no window; what its tools give is bounded by the tools. */
const OFFLINE_CONTEXT_TOKENS = 128_000;

/** Everything that a run of a task needs of this machine. */
export async function taskPorts({ ports, runs, place, catalogue, attendance, mode, engine, models, functions, routed }: TaskSurroundings): Promise<TaskPorts> {
  const [tools, loops, formulas, roles, runSettings, policy] = await Promise.all([import('../tools/index.ts'), import('../loops/index.ts'), import('../formulas/index.ts'), ports.roleBook(), ports.runSettings(), ports.oversight.settings()]);
  const solverSet = await setInForce(runs.ledger.documents);
  const files = (): WorkspaceFiles => tools.workspaceFiles(place);
  const bytes = (path: string): Promise<Uint8Array | undefined> => tools.bytesNow(place.workspace, path);
  const openEngine = (parts: EngineParts) => {
    if (engine === 'model') return loops.createModelEngine(parts);
    const calls = { callTool: ({ key, signal }: { key: string; signal: AbortSignal }, { name, arguments: given, roleId, askFirst }: OfflineCall) => parts.runner.call({ toolId: name, arguments: given, roleId, ...(askFirst !== undefined && { askFirst }), key, journal: parts.journal, counters: [...parts.counters], typedBy: 'plan', signal }) };
    return engine === 'tool' && routed !== undefined ? loops.createToolEngine(routed, calls) : loops.createOfflineEngine(calls);
  };
  return {
    ...ports,
    ...runs,
    writer: runs.mother,
    workspace: place.workspace,
    runSettings,
    roles,
    openOverseers: (runId) => ports.oversight.forRun({ runId, attendance, place, catalogue, ...(mode !== undefined && { mode }) }, runs),
    openTools: (runId, overseers, delegate) => ports.openTools(runId, place, overseers, runs, catalogue, delegate),
    offeredTools: (roleId) => tools.toolsOffered(catalogue, roleId, { place, hasProgram: ports.hasProgram }),
    // What tells something beside its result is done in the order asked.
    isReadOnly: (toolId) => catalogue.tools.some(({ definition, alsoTells }) => definition.tool_id === toolId && definition.side_effects === 'read_only' && alsoTells === undefined),
    ...(functions?.side_by_side === true && { mayShareTurn: (toolId) => toolId.startsWith(CLIENT_TOOL_PREFIX) }),
    listWorkspace: (folder = '.') => tools.namesInFolder(files(), folder, FOLDER_NAMES_MAX),
    mapWorkspace: (signal) => tools.mapFolder(files(), signal),
    memory: loops.NOTHING_LEARNT,
    readWorkspaceBytes: bytes,
    readWorkspaceFile: async (path) => textOf(await bytes(path)),
    hasTests: async () => (await tools.detectRunner(files(), '.')) !== null,
    versions: versionsAtHand({ prompts: loops.promptPins(), contracts: roles.contracts(), formulas: formulas.createFormulaRegistry(formulas.BUILTIN_FORMULAS).specs(), catalogue, policy, phases: runSettings.phases, models: models?.configured ?? {} }),
    ...(solverSet !== undefined && { solverSet }),
    ...(models !== undefined && { openDesk: (journal) => models.open(journal, runs) }),
    contextTokens: models?.contextTokens ?? OFFLINE_CONTEXT_TOKENS,
    largestContextTokens: models?.largestContextTokens ?? OFFLINE_CONTEXT_TOKENS,
    openEngine,
    exchangesOf: (sessionId) => exchangesOf(sessionId, runs),
  };
}

interface OfflineCall {
  readonly name: string;
  readonly arguments: Parameters<EngineParts['runner']['call']>[0]['arguments'];
  readonly roleId: RoleId;
  readonly askFirst?: string;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function exchangesOf(sessionId: SessionId, { ledger }: LedgerForRuns): Promise<readonly Exchange[]> {
  const state = SessionState.safeParse((await ledger.documents.get(documentKey.session(sessionId)))?.body).data;
  const latest = state?.latest.map(({ input, summary, taint_class: taintClass }) => ({ input, summary, ...(taintClass !== undefined && { taintClass }) })) ?? [];
  return [...(state?.earlier === undefined ? [] : [earlierExchange(state.earlier)]), ...latest];
}

/** The exchanges before the last ones as one: what the person said, word for word, and a line for each that came of it. */
function earlierExchange({ exchanges, said, unsaid, came_to: cameTo, taint_class: taintClass }: SessionEarlier): Exchange {
  const missing = unsaid === 0 ? '' : ` The words of ${unsaid} of them are not kept any more.`;
  return { input: [`In ${exchanges} earlier exchanges the person said, word for word:${missing}`, ...said.map((text) => `- ${text}`)].join('\n'), summary: ['What came of the latest of them, in a line each:', ...cameTo.map((line) => `- ${line}`)].join('\n'), taintClass, standsFor: exchanges };
}

