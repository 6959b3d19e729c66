import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { CounterState, type AllowedAction, type CounterAmounts, type PolicyVerdict, type ToolApprovalAnswer } from '../../src/contracts/index.ts';
import { BUILTIN_SETUP, counterDocument, createBlobs, createCounterOperations, createDocuments, type RunJournal, type Timer } from '../../src/ledger/index.ts';
import { judgePath } from '../../src/tools/paths/judge-path.ts';
import { createCatalogue } from '../../src/tools/registry/catalogue.ts';
import { defineTool, type ToolDeclaration } from '../../src/tools/registry/define-tool.ts';
import type { Tool, ToolPlace } from '../../src/tools/registry/tool.ts';
import type { ApprovalPort, ApprovalRequest } from '../../src/tools/runner/approvals.ts';
import { TYPED_BY_OWNER, type ProvenancePort } from '../../src/tools/runner/provenance.ts';
import { createRateLimiter } from '../../src/tools/runner/rate-limiter.ts';
import type { ToolCall, ToolCallResult } from '../../src/tools/runner/run-tool.ts';
import { toolsForRun, type ToolsForRun } from '../../src/tools/runner/tools-for-run.ts';
import type { ChosenSandbox, Sandbox } from '../../src/tools/sandbox/sandbox.ts';
import { journalFixture, JOURNAL_RUN, type JournalFixture } from './journal-fixture.ts';
import { startPlainProgram } from './plain-programs.ts';

const NOTHING_HELD = { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false };

/** Programs without a sandbox: what is tested here is what comes before and after them. */
export function plainSandbox(): ChosenSandbox {
  const sandbox: Sandbox = {
    backend: 'none',
    isolation: NOTHING_HELD,
    run: (request, _profile, limits) => startPlainProgram(request, limits).ended,
    start: () => Promise.reject(new Error('no test starts one')),
    close: () => Promise.resolve(),
  };
  return { sandbox, decision: { chosen: 'none', isolation: NOTHING_HELD, chosen_by: 'configured', considered: [{ backend: 'none', is_usable: true, detail: 'chosen by the test' }] } };
}

export const ALLOWED: PolicyVerdict = { decision: 'allow', rule: 'test.fine', explanation: 'It is fine.' };

export interface RunnerRigOptions {
  readonly tools: readonly Tool[];
  /** What the judge of scripts says; everything is allowed unless told. */
  readonly script?: (script: string) => PolicyVerdict;
  readonly url?: (url: string) => PolicyVerdict;
  readonly answer?: (request: ApprovalRequest) => ToolApprovalAnswer;
  /** Why what a person put in the place of the arguments is not done. */
  readonly whyNotEdited?: ApprovalPort['whyNotEdited'];
  /** What happens while somebody thinks about the answer. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Every tool that names the role unless told. */
  readonly actions?: readonly AllowedAction[] | undefined;
  readonly timer?: Timer;
  readonly toolCallsMax?: number;
  /** What its budget limits beside calls. */
  readonly alsoLimits?: CounterAmounts;
  /** Who knows where words came from; every word is the person's own unless told. */
  readonly provenance?: ProvenancePort;
}

export interface RunnerRig {
  readonly folder: string;
  readonly ledger: JournalFixture;
  readonly asked: readonly ApprovalRequest[];
  readonly tools: ToolsForRun;
  journal(): Promise<RunJournal>;
  call(call: Pick<ToolCall, 'toolId' | 'arguments'> & Partial<ToolCall>): Promise<ToolCallResult>;
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** As a person does it by command. */
  raise(limits: CounterAmounts): Promise<void>;
  /** What of its budget is spent. */
  spent(): Promise<CounterAmounts>;
  /** Payloads of one type of event, in order. */
  told(type: string): Promise<Readonly<Record<string, unknown>>[]>;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const COUNTER = `budget:run:${JOURNAL_RUN}`;

/** A run in a ledger in memory whose tools work on a real folder with real programs. */
export async function runnerRig({ tools, script = () => ALLOWED, url = () => ALLOWED, answer, whyNotEdited, beforeAnswer, actions, timer, toolCallsMax = 10, alsoLimits, provenance }: RunnerRigOptions): Promise<RunnerRig> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'keelson-runner-')));
  closers.push(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'workspace');
  await mkdir(folder);
  await mkdir(join(base, 'scratch'));
  const ledger = await journalFixture();
  const counters = createCounterOperations(ledger.writer);
  await ledger.writer.append({ key: 'open', events: [], operations: [counters.open(COUNTER, { tool_calls: toolCallsMax, ...alsoLimits })] });
  const asked: ApprovalRequest[] = [];
  const place: ToolPlace = { workspace: folder, home: join(base, 'home'), platform: 'linux', ownState: [join(base, 'copies')] };
  const forRun = toolsForRun({
    runId: JOURNAL_RUN,
    catalogue: createCatalogue(tools),
    place,
    judges: { path: judgePath, script, program: ({ argv }) => script(argv.join(' ')), url },
    roles: { allowedActions: async (roleId) => actions ?? tools.filter(({ definition }) => definition.allowed_roles.includes(roleId)).map(({ definition }) => ({ action_id: definition.tool_id, category: 'deterministic_tool', description: definition.tool_name, constraints: {} })) },
    provenance: provenance ?? TYPED_BY_OWNER,
    approvals: {
      ...(whyNotEdited && { whyNotEdited }),
      request: async (request) => {
        asked.push(request);
        await beforeAnswer?.();
        return answer?.(request) ?? { answer: 'denied', reason: 'nobody is there' };
      },
    },
    limiter: createRateLimiter(ledger.clock),
    log: ledger.writer,
    counters,
    blobs: createBlobs(ledger.store),
    clock: ledger.clock,
    timer: timer ?? { after: () => () => undefined },
    chosen: plainSandbox(),
    scratch: join(base, 'scratch'),
    copies: join(base, 'copies'),
    limits: {},
    inherited: {},
    toolchains: [],
    programFolders: [],
  });
  closers.push(() => forRun.close());
  let opened: Promise<RunJournal> | undefined;
  const journal = (): Promise<RunJournal> => (opened ??= ledger.open());
  let calls = 0;
  return {
    folder,
    ledger,
    asked,
    tools: forRun,
    journal: () => (opened = ledger.open()),
    call: async (call) => forRun.runner.call({ key: `execute/1/tool-${(calls += 1)}`, journal: await journal(), counters: [COUNTER], ...call }),
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    raise: async (amounts) => void (await ledger.writer.append({ key: `raise:${JSON.stringify(amounts)}`, events: [], operations: [counters.raise(COUNTER, amounts, 'More.')] })),
    spent: async () => CounterState.parse((await createDocuments(ledger.store, BUILTIN_SETUP.projections).get(counterDocument(COUNTER)))?.body).spent,
    told: async (type) => (await ledger.log.readAll({ limit: 10_000 })).flatMap(({ event }) => (event.type === type && event.payload !== null ? [event.payload] : [])),
  };
}

type Sample = Partial<ToolDeclaration<{ text: string }, { text: string }>>;

/** A tool that gives its text back, unless it is told otherwise. */
export function sampleTool(changes: Sample = {}): Tool {
  const text = z.strictObject({ text: z.string() });
  return defineTool({
    tool_id: 'echo',
    tool_name: 'Echo',
    category: 'compute',
    side_effects: 'read_only',
    priority: 50,
    timeout_ms: 1_000,
    allowed_roles: ['coder', 'critic'],
    input: text,
    output: text,
    touches: [],
    taint: 'owner_typed',
    intentions: () => [],
    perform: async ({ text: given }) => ({ text: given }),
    show: ({ text: given }) => given,
    ...changes,
  }) as Tool;
}
