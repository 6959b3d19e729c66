import { resolve } from 'node:path';
import { resultText, runPrepared, runResume, runStart, runStarted, type FinalResult, type LogEntry, type RunStartReport, type RunStartRequest } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Ledger, LogReader } from '../ledger/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import { bind, type Binding, type CallContext } from './dispatcher.ts';
import { whenFree } from './held-run.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { recordSandbox } from './record-sandbox.ts';
import { entriesOfRun, told } from './run-entries.ts';
import { chooseEngine, recordedEngine } from './run-engine.ts';
import { findRun, runUnknown } from './run-find.ts';
import { readReport } from './run-reading.ts';
import { reportOf } from './run-report.ts';
import { taskPorts } from './run-task-ports.ts';
import type { OpenModels } from './open-models.ts';
import type { OpenTools } from './tools-ports.ts';

/** Runs are appended under this and the key of whoever asked for them. */
const STARTED_WITH = 'run.start:';

/** Serves `run.start` and `run.resume`: they do the same, but that the one who resumes need not know what was asked. */
export function runStartBindings(openTools: OpenTools, openModels: OpenModels): Binding[] {
  const work = (request: RunStartRequest, context: CallContext, acceptVersions?: string): Promise<RunStartReport> => workOn(request, context, acceptVersions, openTools, openModels);
  return [
    bind(runStart, (request, context) => work(request, context)),
    bind(runResume, async ({ run, attendance, on_limit: onLimit, accept_versions: acceptVersions }, { signal }) => {
      const { ledger } = await demandLedgerOfRun(run, await openTools());
      const { key, ...request } = await asked(run, ledger);
      return work({ ...request, attendance, ...(onLimit !== undefined && { on_limit: onLimit }) }, { idempotencyKey: key, signal }, acceptVersions);
    }),
  ];
}

async function workOn(asked: RunStartRequest, { idempotencyKey = '', signal }: CallContext, acceptVersions: string | undefined, openTools: OpenTools, openModels: OpenModels): Promise<RunStartReport> {
  const { request, workspace, attendance } = asked;
  const [ports, tools, { runTask, publishRoles }] = await Promise.all([openTools(), import('../tools/index.ts'), import('../mother/index.ts')]);
  const place = await ports.place(workspace);
  const { catalogue, allowFallbackToLlm } = await ports.offered('all', signal);
  const runs = await ports.ledger();
  await refuseOtherTask(request, `${STARTED_WITH}${idempotencyKey}`, runs.ledger.log);
  const chosen = await chooseEngine(asked, recordedEngine(await runs.ledger.log.appended(`${STARTED_WITH}${idempotencyKey}`)), { ports, place, catalogue, allowFallbackToLlm }, openModels, signal);
  await tools.publishRegistry(catalogue, allowFallbackToLlm, { log: runs.owner, documents: runs.ledger.documents, clock: ports.clock });
  await publishRoles(await ports.roleBook(), { log: runs.owner, documents: runs.ledger.documents });
  await recordSandbox((await ports.sandbox()).decision, runs);
  const mode = asked.mode ?? (await ports.oversight.settings()).approvals.mode;
  const wish = { request, userId: ports.userId, attendance, mode, ...(asked.on_limit !== undefined && { onLimit: asked.on_limit }), engine: chosen.engine, engineReason: chosen.reason, ...(chosen.routed !== undefined && { routed: chosen.routed }), limits: { ...(await ports.runSettings()).budget.per_run, ...definedOnly(asked.budget) }, idempotencyKey, signal, ...(acceptVersions !== undefined && { acceptVersions: withoutSecrets(acceptVersions) }), ...(asked.session_id !== undefined && { sessionId: asked.session_id }), ...(asked.save_as !== undefined && { saveAs: resolve((await ports.place(undefined)).workspace, asked.save_as) }) };
  const surroundings = { ports, runs, place, catalogue, attendance, ...chosen, mode };
  const { runId, termination } = await whenFree(async () => runTask(wish, await taskPorts(surroundings)), { timer: ports.timer, ids: ports.ids, signal, writer: runs.mother });
  const report = await readReport(runId, runs.ledger);
  return { run_id: runId, answer: answerOf(report?.result ?? null), prompts: report?.prompts ?? 0, termination, ...(report !== undefined && { report }) };
}

/** Where nothing can be handed over, the words about it are. */
function answerOf(result: FinalResult | null): string {
  return result === null ? '' : resultText(result.output) || result.summary;
}

/** What was given; an option that was left out is no limit of its own. */
function definedOnly<Values extends object>(values: Values | undefined): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as never;
}

/** What a run was asked for, and under which key, as it was recorded. */
async function asked(run: string, ledger: Pick<Ledger, 'log' | 'documents'>): Promise<Pick<RunStartRequest, 'request' | 'workspace' | 'session_id' | 'engine' | 'budget' | 'mode' | 'on_limit' | 'save_as'> & { readonly key: string }> {
  const runId = await findRun(run, ledger.documents);
  const entries = await entriesOfRun(runId, ledger.log);
  const [first] = entries;
  if (first === undefined) throw runUnknown(run);
  const key = keyOf(first);
  if (key === undefined || first.event.payload === null) {
    throw new KeelsonError('run.not_resumable', {
      message: key === undefined ? `${runId} was one call of a tool, and no task to go on with.` : `${runId} cannot be gone on with: the words of its task were erased.`,
      nextStep: 'Start it again with its words: keelson run "…".',
      data: { run_id: runId, detail: key === undefined ? 'not started as a task' : 'erased' },
    });
  }
  const { request, workspace, session_id: sessionId, engine, limits } = reportOf(entries, { isHeld: false, charged: {} });
  const { save_as: saveAs, mode, on_limit: onLimit } = told(entries, runPrepared)[0] ?? {};
  return { key, request, budget: limits, ...(mode !== undefined && { mode }), ...(onLimit !== undefined && { on_limit: onLimit }), ...(saveAs !== undefined && { save_as: saveAs }), ...(workspace !== null && { workspace }), ...(sessionId !== null && { session_id: sessionId }), ...(engine !== null && engine !== 'tool' && { engine }) };
}

function keyOf({ append }: LogEntry): string | undefined {
  return append?.key.startsWith(STARTED_WITH) === true ? append.key.slice(STARTED_WITH.length) : undefined;
}

/** A key goes on with the task that it was first given for: the answer to that one would pass for an answer to this. */
async function refuseOtherTask(request: string, startedWith: string, log: Pick<LogReader, 'appended'>): Promise<void> {
  const [first] = await log.appended(startedWith);
  if (first === undefined) return;
  const { request: before } = runStarted.payload.parse(first.event.payload);
  if (before === withoutSecrets(request)) return;
  throw new KeelsonError('input.invalid', {
    message: `Another task was started under this key: "${before}".`,
    nextStep: 'Give the same words to go on with it, or leave the key out to start this one.',
    data: { issues: [{ path: 'request', message: 'not the task of this key' }] },
  });
}
